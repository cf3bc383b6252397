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

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../tools.mjs';
import { instrument } from './instrument.mjs';
import { writeTable } from './score.mjs';
import { askTests, statusOf } from './session.mjs';

const RESULTS = join(ROOT, '.results', 'mutation');
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
const { files, mutants } = await instrument(paths);
mkdirSync(RESULTS, { recursive: true });
const sources = join(RESULTS, `fast-${name}-sources.json`);
const log = join(RESULTS, `fast-${name}.log`);
writeFileSync(sources, JSON.stringify(Object.fromEntries(files.map((file) => [file.name, file.content]))));
writeFileSync(log, '');
const found = await askTests({
  config: '.ci/mutation/fast.config.mjs',
  log,
  output: join(RESULTS, `fast-${name}-vitest.txt`),
  patienceMs: 40_000,
  settings: { sources, include, slowest },
});
for (const note of found.notes) process.stdout.write(`${note}\n`);
const report = {
  files: Object.fromEntries(files.map((file) => [file.name.slice(ROOT.length + 1), { mutants: [] }])),
};
for (const mutant of mutants) {
  const path = mutant.fileName.slice(ROOT.length + 1);
  const { start, end } = mutant.location;
  const text = readFileSync(mutant.fileName, 'utf8').split('\n');
  const original =
    start.line === end.line
      ? text[start.line]?.slice(start.column, end.column)
      : `${text[start.line]?.slice(start.column)} … ${text[end.line]?.slice(0, end.column).trim()}`;
  const status = statusOf(found, mutant);
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
