/** Runs the command line in a separate process: wall time, processor time and peak memory. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const USAGE = new URL('./usage.mjs', import.meta.url).href;

/** The program. */
export const BAROGRAPH = fileURLToPath(new URL('../../packages/barograph/bin/barograph.js', import.meta.url));

/** Cost of a run. */
export interface Usage {
  readonly wallMs: number;
  /** Processor time of all threads, ms. */
  readonly processorMs: number;
  /** Largest resident set. */
  readonly peakMb: number;
}

/** Runs `barograph` and discards its output. @throws when it fails, with its error output. */
export async function command(...args: readonly string[]): Promise<Usage> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, BAROGRAPH, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pipe, as asked for
  const output = text(child.stdio[3] as Readable);
  const complaint = text(child.stderr!);
  const [code] = (await once(child, 'exit')) as [number | null];
  const wallMs = performance.now() - begin;
  if (code !== 0) throw new Error(`barograph ${args.join(' ')} ended with ${code}: ${await complaint}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `usage.mjs` writes
  return { wallMs, ...(JSON.parse(await output) as Omit<Usage, 'wallMs'>) };
}
