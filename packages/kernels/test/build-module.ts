/**
 * Builds the modules from their sources: `node --import tsx packages/kernels/test/build-module.ts`, with Debian 12's
 * clang-14 and lld-14. Other versions give other bytes; a test compares the result with the committed modules.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = dirname(import.meta.dirname);
const COMPILER = 'clang-14';
export const COMPILER_VERSION = '14.0.6';

/** Sources of a module, its output file, and its memory in bytes. */
interface ModuleBuild {
  readonly from: string;
  readonly to: string;
  /** Memory in use, in pages of 64 kB: memory that cannot grow cannot detach a view. */
  readonly memory: number;
}

/** The modules: loops over numbers, and text. */
export const MODULES = {
  numbers: { from: 'c', to: 'src/module.ts', memory: 19 * 65_536 },
  text: { from: 'text', to: 'src/text/module.ts', memory: 12 * 65_536 },
} as const satisfies Record<string, ModuleBuild>;

/** No permission to reorder or to fuse: the results must equal those of the JavaScript to the bit. */
const FLAGS = [
  '--target=wasm32',
  '-std=c11',
  '-O3',
  '-msimd128',
  '-ffp-contract=off',
  '-fno-unroll-loops', // loops that gain from unrolling request it; the others would double the module
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
];

/** Version of the compiler that is installed, or undefined. */
export function compilerVersion(): string | undefined {
  const { status, stdout } = spawnSync(COMPILER, ['--version'], { encoding: 'utf8' });
  const linker = spawnSync('wasm-ld-14', ['--version']);
  return status === 0 && linker.status === 0 ? /version (\d+\.\d+\.\d+)/.exec(stdout)?.[1] : undefined;
}

/** Text of a module's file as the compiler builds it from the sources. @throws the compiler's error. */
export function moduleText({ from, memory }: ModuleBuild): string {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-kernels-'));
  try {
    const sources = readdirSync(join(HOME, from)).filter((name) => name.endsWith('.c'));
    const out = join(folder, 'kernels.wasm');
    const room = [`-Wl,--initial-memory=${memory}`, `-Wl,--max-memory=${memory}`];
    const args = [...FLAGS, ...room, '-o', out, ...sources.toSorted()];
    const { status, stderr, error } = spawnSync(COMPILER, args, { cwd: join(HOME, from), encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr ?? String(error));
    return `/** WebAssembly of \`${from}/\`, in hexadecimal; written by \`test/build-module.ts\`. */
export const MODULE: string =
  '${readFileSync(out).toString('hex')}';\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const build of Object.values(MODULES)) writeFileSync(join(HOME, build.to), moduleText(build));
}
