// @ts-check
/**
 * `npm run notebooks [-- --data FOLDER] [NAME …]`: runs the notebooks of `docs/notebooks` from their first cell to their
 * last and writes them with what they say. Without `--data` they run on the simulator and are written in place; with it,
 * on the hourly bars of that folder, and what they say goes to `out/notebooks`, which is ignored.
 */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, readJson, ROOT, run } from './tools.mjs';

export const NOTEBOOKS = join(ROOT, 'docs', 'notebooks');
/** Separate package, because tslab installs another TypeScript compiler under the same command. */
const KERNEL = join(NOTEBOOKS, 'node_modules', 'tslab', 'bin', 'tslab');
const OF_DATA = join(ROOT, 'out', 'notebooks');
/** Debian's program first: a shim on the path may have no Python behind it. */
const CONVERTERS = ['/usr/bin/jupyter-nbconvert', 'jupyter-nbconvert'];

/** Warning of tslab's compiler when a file next to the notebook changes while a cell is read; the cell still runs. */
const DISTURBED = /UncaughtException: Error: Unexpected pending rebuildTimer\n(?: {4}at .*\n)*/g;

/**
 * @typedef {{ output_type: string, name?: string, text?: string[], data?: Record<string, string[]>, metadata?: {} }} Output
 * @typedef {{ cell_type: string, id: string, source: string[], outputs?: Output[], execution_count?: number | null, metadata: {} }} Cell
 * @typedef {{ cells: Cell[], metadata: { kernelspec?: { language: string, display_name?: string, name?: string }, language_info?: {} }, nbformat: number, nbformat_minor: number }} Notebook
 */

/** Names of the notebooks in TypeScript, without their ending. Those in Python are run by `test/python.ci.test.ts`. */
export function notebooks() {
  const files = readdirSync(NOTEBOOKS).filter((name) => name.endsWith('.ipynb'));
  const names = files.map((name) => name.replace('.ipynb', '')).sort();
  return names.filter((name) => readNotebook(name).metadata.kernelspec?.language === 'typescript');
}

/** A notebook as it is committed. @param {string} name @returns {Notebook} */
export function readNotebook(name) {
  return readJson(join(NOTEBOOKS, `${name}.ipynb`));
}

/** Program that runs notebooks; undefined when none is installed. @returns {Promise<string | undefined>} */
export async function findConverter() {
  for (const program of CONVERTERS) if ((await run(program, ['--version'])).code === 0) return program;
  return undefined;
}

/** Installs the kernel when it is missing. */
async function prepareKernel() {
  if (existsSync(KERNEL)) return;
  // zeromq ships its binaries, so install scripts are not needed.
  const { code, output } = await npm(['ci', '--prefix', NOTEBOOKS, '--ignore-scripts', '--prefer-offline']);
  if (code !== 0) throw new Error(`npm could not install the kernel of the notebooks:\n${output}`);
}

/**
 * Runs notebooks in a kernel of their own each, in this order.
 *
 * @param {readonly string[]} names
 * @param {{ data?: string | undefined, home?: string }} [options] `data`: folder of hourly bars; the simulator unless
 *   given. `home`: folder of the notebooks; they import what is installed there
 * @returns {Promise<ReadonlyMap<string, Notebook>>} by name, with outputs that are the same every time
 * @throws {Error} with the words of the cell that failed, or of what is missing
 */
export async function execute(names, { data, home = NOTEBOOKS } = {}) {
  const program = await findConverter();
  if (program === undefined)
    throw new Error('no jupyter-nbconvert: apt-get install --no-install-recommends jupyter-nbconvert');
  await prepareKernel();
  const folder = mkdtempSync(join(tmpdir(), 'barograph-notebooks-'));
  try {
    const kernel = join(folder, 'kernels', 'tslab');
    mkdirSync(kernel, { recursive: true });
    // What `tslab install` would write; that needs a Python with IPython.
    const argv = [process.execPath, KERNEL, 'kernel', '--config-path', '{connection_file}'];
    writeFileSync(
      join(kernel, 'kernel.json'),
      JSON.stringify({ argv, display_name: 'TypeScript', language: 'typescript' }),
    );
    const files = names.map((name) => join(home, `${name}.ipynb`));
    const { code, output } = await run(
      program,
      ['--to', 'notebook', '--execute', '--allow-errors', '--output-dir', folder, ...files],
      {
        JUPYTER_PATH: folder,
        JUPYTER_CONFIG_DIR: folder,
        JUPYTER_RUNTIME_DIR: folder,
        BAROGRAPH_DATA: data === undefined ? '' : resolve(data),
        NO_COLOR: '1',
      },
    );
    if (code !== 0) throw new Error(`${names.join(', ')}: ${output}`);
    const ran = new Map(names.map((name) => [name, settled(readJson(join(folder, `${name}.ipynb`)))]));
    for (const [name, { cells }] of ran) refuseFaults(name, cells);
    return ran;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reports the kernel's standard error, which carries only errors and which nbconvert does not report.
 *
 * @param {string} name
 * @param {readonly Cell[]} cells
 */
function refuseFaults(name, cells) {
  for (const { source, outputs = [] } of cells) {
    const faults = outputs.filter((output) => output.output_type === 'error' || output.name === 'stderr');
    const message = faults.map(({ text = [] }) => text.join('')).join('');
    if (faults.length > 0) throw new Error(`${name} failed in\n${source.join('')}\n${message}`);
  }
}

/** A notebook without what differs from run to run. @param {Notebook} notebook @returns {Notebook} */
function settled({ cells, nbformat, nbformat_minor }) {
  let run = 0;
  return {
    cells: cells.map(({ cell_type, source, outputs }, i) => ({
      cell_type,
      // nbconvert omits the count that tslab does not send
      ...(outputs === undefined ? {} : { execution_count: ++run }),
      id: `cell-${i + 1}`,
      metadata: {},
      ...(outputs === undefined ? {} : { outputs: merged(outputs) }),
      source,
    })),
    metadata: {
      kernelspec: { display_name: 'TypeScript', language: 'typescript', name: 'tslab' },
      language_info: { file_extension: '.ts', mimetype: 'text/typescript', name: 'typescript' },
    },
    nbformat,
    nbformat_minor,
  };
}

/** Joins outputs that arrived in pieces. @param {readonly Output[]} outputs */
function merged(outputs) {
  /** @type {Output[]} */
  const all = [];
  for (const { output_type, name, text: printed, data } of outputs) {
    const last = all.at(-1);
    const text = printed?.join('').replace(DISTURBED, '');
    if (output_type === 'stream' && text === '') continue;
    if (output_type !== 'stream') all.push({ data: data ?? {}, metadata: {}, output_type });
    else if (last !== undefined && last.name === name) last.text = lines((last.text ?? []).join('') + (text ?? ''));
    else all.push({ name: name ?? 'stdout', output_type, text: lines(text ?? '') });
  }
  return all;
}

/** @param {string} text @returns {string[]} */
const lines = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** @param {Notebook} notebook */
const textOf = (notebook) => `${JSON.stringify(notebook, undefined, 1)}\n`;

async function main() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--data');
  const data = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && (data === undefined || !existsSync(data))) throw new Error(`--data expected a folder, got ${data}`);
  const chosen = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  const names = chosen.length > 0 ? chosen : notebooks();
  const unknown = names.find((name) => !notebooks().includes(name));
  if (unknown !== undefined) throw new Error(`no notebook ${unknown}: there are ${notebooks().join(', ')}`);
  const target = data === undefined ? NOTEBOOKS : OF_DATA;
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    const began = performance.now();
    const notebook = (await execute([name], { data })).get(name);
    if (notebook === undefined) throw new Error(`${name} gave nothing`);
    const path = join(target, `${name}.ipynb`);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const after = textOf(notebook);
    writeFileSync(path, after);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `${name}  ${seconds} s  ${(after.length / 1000).toFixed(0)} kB  ${before === after ? 'as before' : 'written'}\n`,
    );
  }
  if (data !== undefined) process.stdout.write(`in ${target}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main().catch((/** @type {Error} */ { message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
