/** Installed peers in other languages: plain C, R TTR, pandas. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gccVersion, plainC } from '../c/plain.ts';
import { linePeer, type LinePeer } from '../line-peer.ts';

/** A peer, or the reason that it is unavailable. */
export type Found = { readonly peer: LinePeer } | { readonly missing: string };

/** Python executables; Debian's has Debian's pandas, even if another one comes first in the path. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

const runs = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Plain C on the inputs in a file. */
export function foundC(folder: string, data: string, rows: number): Found {
  return gccVersion() === undefined ? { missing: 'plain C: no gcc here' } : { peer: plainC(folder, data, rows) };
}

/** R TTR on the inputs in a file. */
export function foundTtr(data: string, rows: number): Found {
  if (!runs('Rscript', '-e', 'library(TTR)')) return { missing: 'R TTR: not installed here' };
  return { peer: linePeer('Rscript', [join(import.meta.dirname, 'peers.R'), data, String(rows)]) };
}

/** pandas, on the inputs in a file when given. */
export function foundPandas(data = '', rows = 0): Found {
  const python = PYTHONS.find((python) => runs(python, '-c', 'import pandas'));
  if (python === undefined) return { missing: 'pandas: not installed here' };
  return { peer: linePeer(python, [join(import.meta.dirname, 'peers.py'), data, String(rows)]) };
}

/** Available peers by name, and the reasons of missing ones. */
export function present(all: Readonly<Record<string, Found>>) {
  const peers = new Map<string, LinePeer>();
  const missing: string[] = [];
  for (const [name, found] of Object.entries(all)) {
    if ('peer' in found) peers.set(name, found.peer);
    else missing.push(found.missing);
  }
  return { peers, missing };
}
