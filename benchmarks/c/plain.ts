/** Compiles and starts `plain.c`. */

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { linePeer, type LinePeer } from '../line-peer.ts';

/** Flags of the compiler. */
export const C_FLAGS = ['-O3', '-march=native', '-ffast-math', '-std=gnu11', '-Wall', '-Wextra'];

/** First line of `gcc --version`; undefined without gcc. */
export function gccVersion(): string | undefined {
  const { status, stdout } = spawnSync('gcc', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

/** Starts the program on the inputs in a file. @param folder folder for the compiled program. */
export function plainC(folder: string, data: string, rows: number): LinePeer {
  const program = join(folder, 'plain');
  execFileSync('gcc', [...C_FLAGS, '-o', program, join(import.meta.dirname, 'plain.c'), '-lm']);
  return linePeer(program, [data, String(rows)]);
}
