// @ts-check
/**
 * `node .ci/mutation/fast.mjs PACKAGE [FILE…]`: the mutants of Stryker in one process, about a hundred times faster than
 * a run of Vitest for each. All mutants of the files stand in the sources as switches (Stryker's instrumenter), and
 * `fast-runner.mjs` turns on one at a time while a test is loaded. Tests are those of the
 * package, or of the folders of the files that are named.
 *
 * The same as `npm run mutation` in what is mutated, in the limit of hits, and in leaving out what only the loading of a
 * module reaches. A mutant that does not come back is stopped from here, counted as killed by time, and the rest goes on.
 *
 * `--slowest MS`: tests that take longer are not asked (2000). Lists survivors; results: `.results/mutation/fast-PACKAGE.json`.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, tool } from '../tools.mjs';
import { writeTable } from './score.mjs';

const HOME = join(ROOT, '.ci', 'mutation');
const RESULTS = join(ROOT, '.results', 'mutation');
/** Without a line in the log for so long, a mutant does not come back. */
const PATIENCE_MS = 40_000;
const slowestAt = process.argv.indexOf('--slowest');
const slowest = slowestAt < 0 ? 2_000 : Number(process.argv[slowestAt + 1]);
const [name = '', ...chosen] = process.argv.slice(2, slowestAt < 0 ? undefined : slowestAt);

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(path);
    return path.endsWith('.ts') && !/\.test\.|\.test-d\.|test-support|\/index\.ts$/.test(path) ? [path] : [];
  });
}

const paths = filesOf(`packages/${name}/src`).filter(
  (path) => chosen.length === 0 || chosen.some((part) => path.includes(part)),
);
const include =
  chosen.length === 0
    ? [`packages/${name}/**/*.test.ts`]
    : [...new Set(paths.map((path) => `${posix.dirname(path)}/*.test.ts`))];
const instrumenterAt = join(HOME, 'node_modules', '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js');
const { Instrumenter } = await import(pathToFileURL(instrumenterAt).href);
const { default: settings } = await import('./stryker.config.mjs');
const instrumenter = new Instrumenter({ debug() {}, info() {}, warn() {}, isDebugEnabled: () => false });
const { files, mutants } = await instrumenter.instrument(
  paths.map((path) => ({ name: join(ROOT, path), mutate: true, content: readFileSync(join(ROOT, path), 'utf8') })),
  { plugins: null, ignorers: [], excludedMutations: settings.mutator.excludedMutations },
);
mkdirSync(RESULTS, { recursive: true });
const sources = join(RESULTS, `fast-${name}-sources.json`);
const log = join(RESULTS, `fast-${name}.log`);
writeFileSync(
  sources,
  JSON.stringify(Object.fromEntries(files.map((/** @type {any} */ file) => [file.name, file.content]))),
);
writeFileSync(log, '');

const lastLine = () => readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '';

/** One run of Vitest; ends early when a mutant does not come back. @returns {Promise<boolean>} whether it came to its end */
async function runTests() {
  writeFileSync(log, 'n a new process\n', { flag: 'a' });
  const child = spawn(process.execPath, [tool('vitest'), 'run', '--config', '.ci/mutation/fast.config.mjs'], {
    cwd: ROOT,
    env: { ...process.env, NODE_NO_WARNINGS: '1', BAROGRAPH_FAST: JSON.stringify({ sources, include, log, slowest }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  let isStopped = false;
  const watch = setInterval(() => {
    const last = lastLine();
    // While no mutant is on, a test is only slow: of a machine that does much else.
    const isStuck = last.startsWith('s ') && Date.now() - statSync(log).mtimeMs >= PATIENCE_MS;
    if (!isStuck && !last.startsWith('p ')) return;
    isStopped = true;
    child.kill('SIGKILL');
  }, 1_000);
  await new Promise((done) => {
    child.on('close', done);
  });
  clearInterval(watch);
  writeFileSync(join(RESULTS, `fast-${name}-vitest.txt`), output);
  if (!isStopped) return true;
  const last = lastLine();
  if (last.startsWith('p ')) return false;
  if (!last.startsWith('s ')) throw new Error(`no mutant was on when the tests stopped: ${last}`);
  writeFileSync(log, `t ${last.slice(2)} no answer\n`, { flag: 'a' });
  return false;
}
while (!(await runTests()));

/** @type {{ killed: Set<string>, timeout: Set<string>, covered: Set<string>, loaded: Set<string> }} */
const seen = { killed: new Set(), timeout: new Set(), covered: new Set(), loaded: new Set() };
for (const line of readFileSync(log, 'utf8').split('\n')) {
  const [kind, ...ids] = line.split(' ');
  if (kind === 'k') seen.killed.add(ids[0] ?? '');
  if (kind === 't') seen.timeout.add(ids[0] ?? '');
  if (kind === 'c') for (const id of ids) seen.covered.add(id);
  if (kind === 'i') for (const id of ids) seen.loaded.add(id);
  if (kind === 'w') process.stdout.write(`${line.slice(2)}\n`);
}
/** @param {any} mutant */
function statusOf({ id, status }) {
  if (status === 'Ignored') return status;
  if (seen.killed.has(id)) return 'Killed';
  if (seen.timeout.has(id)) return 'Timeout';
  if (seen.covered.has(id)) return 'Survived';
  return seen.loaded.has(id) ? 'Ignored' : 'NoCoverage';
}
const report = {
  files: Object.fromEntries(
    files.map((/** @type {any} */ file) => [file.name.slice(ROOT.length + 1), { mutants: [] }]),
  ),
};
for (const mutant of mutants) {
  const path = mutant.fileName.slice(ROOT.length + 1);
  const { start, end } = mutant.location;
  const text = readFileSync(mutant.fileName, 'utf8').split('\n');
  const original =
    start.line === end.line
      ? text[start.line]?.slice(start.column, end.column)
      : `${text[start.line]?.slice(start.column)} … ${text[end.line]?.slice(0, end.column).trim()}`;
  const status = statusOf(mutant);
  const { id, mutatorName, replacement } = mutant;
  report.files[path].mutants.push({ id, mutatorName, replacement, original, status, line: start.line + 1 });
  if (status !== 'Survived' && status !== 'NoCoverage') continue;
  process.stdout.write(
    `${path}:${start.line + 1} ${status} ${mutatorName}: ${original} → ${replacement.replaceAll(/\s+/g, ' ')}\n`,
  );
}
writeFileSync(join(RESULTS, `fast-${name}.json`), JSON.stringify(report));
writeTable(
  name,
  Object.entries(report.files).map(([path, { mutants: found }]) => [path, found]),
);
