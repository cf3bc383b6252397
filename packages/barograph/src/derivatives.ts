/** Funding and open interest for training: a folder with a file per coin, in the host's format. */

import { coinOfFile, symbolOf } from '@barograph/files';
import type { CoinDerivatives, Derivatives, SourceFile } from '@barograph/lab';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandError, type Io } from './io.ts';
import { seriesOf } from './series-input.ts';
import { sha256 } from './sha256.ts';

const FILE = /\.(?:csv|json|ndjson|jsonl)(?:\.gz)?$/;

/**
 * Reads the subfolders `funding` (fractions per interval) and `open-interest` (hourly, units of the coin).
 *
 * @throws {CommandError} when a file cannot be read, or no coin has both.
 */
export async function readDerivatives(io: Io, folder: string): Promise<Derivatives> {
  const [funding, openInterest] = [join(folder, 'funding'), join(folder, 'open-interest')];
  const [rates, levels] = [await filesOf(funding), await filesOf(openInterest)];
  const coins = new Map<string, CoinDerivatives>();
  const files: SourceFile[] = [];
  for (const [coin, rate] of rates) {
    const level = levels.get(coin);
    if (level === undefined) continue;
    coins.set(coin, { funding: await seriesOf(io, rate), openInterest: await seriesOf(io, level) });
    for (const [kind, path] of [
      ['funding', rate],
      ['open-interest', level],
    ] as const) {
      files.push({ file: `${kind}/${basename(path)}`, sha256: sha256(await readFile(path)) });
    }
  }
  if (coins.size === 0) {
    throw new CommandError(`--derivatives: expected a coin with files in ${funding} and ${openInterest}, got none`);
  }
  return { coins, files };
}

async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const known = new Map<string, string>();
  for (const name of names.filter((name) => FILE.test(name)).toSorted()) {
    const coin = coinOfFile(symbolOf(name));
    const other = known.get(coin);
    if (other !== undefined) {
      throw new CommandError(`${join(folder, name)}: expected one file for ${coin}, got ${basename(other)} too`);
    }
    known.set(coin, join(folder, name));
  }
  return known;
}
