/**
 * Builds `src/module.ts` from `c/`: `node --import tsx packages/kernels/test/build-module.ts`, with Debian 12's clang-14 and
 * lld-14. Another version makes other bytes, so that a test compares what this one makes with what is committed.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = dirname(import.meta.dirname);
const COMPILER = 'clang-14';
export const COMPILER_VERSION = '14.0.6';

/** No licence to reorder or to fuse: the results must be those of the JavaScript, to the bit. */
const FLAGS = [
  '--target=wasm32',
  '-std=c11',
  '-O3',
  '-msimd128',
  '-ffp-contract=off',
  '-fno-unroll-loops', // the loops that gain by it say so; the others would double the module
  '-ffreestanding',
  '-nostdlib',
  '-fvisibility=hidden',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wl,--no-entry',
  '-Wl,--export-dynamic',
  '-Wl,--strip-all',
  '-Wl,-z,stack-size=16384',
  // as much as is used: what cannot grow cannot detach a view
  '-Wl,--initial-memory=851968',
  '-Wl,--max-memory=851968',
];

/** Version of the compiler that is installed, or undefined. */
export function compilerVersion(): string | undefined {
  const { status, stdout } = spawnSync(COMPILER, ['--version'], { encoding: 'utf8' });
  const linker = spawnSync('wasm-ld-14', ['--version']);
  return status === 0 && linker.status === 0 ? /version (\d+\.\d+\.\d+)/.exec(stdout)?.[1] : undefined;
}

/** Text of `src/module.ts` as the compiler makes it from the sources. @throws what the compiler said. */
export function moduleText(): string {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-kernels-'));
  try {
    const sources = readdirSync(join(HOME, 'c')).filter((name) => name.endsWith('.c'));
    const out = join(folder, 'kernels.wasm');
    const args = [...FLAGS, '-o', out, ...sources.toSorted()];
    const { status, stderr, error } = spawnSync(COMPILER, args, { cwd: join(HOME, 'c'), encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr ?? String(error));
    return `/** WebAssembly of \`c/\`, in hexadecimal; written by \`test/build-module.ts\`. */
export const MODULE: string =
  '${readFileSync(out).toString('hex')}';\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(HOME, 'src/module.ts'), moduleText());
