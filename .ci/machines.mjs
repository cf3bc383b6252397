// @ts-check
/**
 * `npm run machines`: runs the models of the state machines and writes `docs/state-machines.md`, with the commands that ran.
 *
 * `--check` writes nothing and fails while the page differs. `--prove [ID…]` plants each mutation of `test/machines/mutations.json`
 * in its source and expects the test of its machine to fail; with `--check` it runs no test, and fails when one does not apply.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOfEdit, testFiles } from './negations.mjs';
import { askEdited, isRefuted } from './prove.mjs';
import { print } from './steps.mjs';
import { readJson, ROOT, run, tool } from './tools.mjs';

/**
 * @typedef {import('./negations.mjs').Edit & { machine: string }} Mutation
 * @typedef {{ from: string, on: string, to: string, line: string }} Transition
 * @typedef {{ id: string, title: string, states: string[], transitions: Transition[], test: string, runs: number, commands: Record<string, number> }} Model
 * @typedef {{ id: string, title: string, states: string[], kind: string, how: string, tests: string[] }} Other
 */

const FOLDER = join(ROOT, 'test', 'machines');
const PAGE = join(ROOT, 'docs', 'state-machines.md');
/** Fixed number and seed of examples for the page, more than in `npm test`. */
const DRAWN = { BAROGRAPH_TEST_RUNS: '100', BAROGRAPH_TEST_SEED: '20251122', BAROGRAPH_FULL: '', TEST_TIER: '' };
/** Minimum mutations per machine. */
const LEAST = 3;

/** @type {Mutation[]} */
const mutations = readJson(join(FOLDER, 'mutations.json'));
/** @type {Other[]} */
const others = readJson(join(FOLDER, 'others.json'));

/** Tests of the models. */
const modelTests = testFiles().filter((file) => /\/machines\/[^/]+\.test\.ts$/.test(file));

/** Test of a machine. @param {string} id @returns {string | undefined} */
const testOf = (id) =>
  modelTests.find((file) => file.endsWith(`/${id}.test.ts`)) ?? others.find((other) => other.id === id)?.tests[0];

/** Runs the models. @returns {Promise<Model[]>} the models with their command counts, by title */
async function runModels() {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-machines-'));
  try {
    const args = [tool('vitest'), 'run', ...modelTests];
    const { code, output } = await run(process.execPath, args, { ...DRAWN, BAROGRAPH_MACHINES: folder });
    if (code !== 0) throw new Error(`the models do not hold:\n${output}`);
    /** @type {Model[]} */
    const models = readdirSync(folder).map((name) => readJson(join(folder, name)));
    return models.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} path */
const link = (path) => `[\`${path}\`](../${path})`;
/** @param {string[]} head @param {(string | number)[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
/** @param {Model} model */
const commandsOf = ({ commands }) => Object.values(commands).reduce((sum, count) => sum + count, 0);

/** @param {Model} model */
function section(model) {
  const { id, title, transitions, test, runs, commands } = model;
  const planted = mutations.filter(({ machine }) => machine === id);
  const counts = Object.entries(commands).map(([name, count]) => `${name} ${count}`);
  return [
    `## ${title}`,
    `Model ${link(test.replace('.test.ts', '.ts'))}, test ${link(test)}; ${commandsOf(model).toLocaleString('en')} commands in ${runs} runs: ${counts.join(', ')}.`,
    table(
      ['from', 'on', 'to', 'line'],
      transitions.map(({ from, on, to, line }) => [from.replaceAll('|', ', '), on, to.replaceAll('|', ', '), line]),
    ),
    `Planted faults that the model finds: ${planted.map(({ breaks }) => breaks).join('; ')}.`,
  ].join('\n\n');
}

/** @param {Model[]} models */
function pageOf(models) {
  const withModel = models.map((model) => [
    `[${model.title}](#${model.title
      .toLowerCase()
      .replaceAll(' ', '-')
      .replaceAll(/[^a-z0-9_-]/g, '')})`,
    model.states.join(', '),
    commandsOf(model).toLocaleString('en'),
    mutations.filter(({ machine }) => machine === model.id).length,
    model.id,
  ]);
  const without = others.map(({ title, states, kind, how, tests }) => [
    title,
    states.join(', '),
    kind,
    how,
    tests.map(link).join(', '),
  ]);
  return `${[
    '# State machines',
    'Written by `npm run machines`. A line such as `000:105` is a document of the contract and its line; `own` marks a transition that the documents do not show.',
    'A model is a reducer, written from the documents, that shares no code with the service. Commands come in any order, and model and service must give the same answer to each. `npm run machines -- --prove` plants each fault below in the sources, one at a time, and expects the test to fail.',
    '## Models',
    table(['machine', 'states', 'commands', 'planted faults', 'id'], withModel),
    ...models.map(section),
    '## Other machines',
    'Kind says how far a test goes: `commands` has a model as above in its own test, `reducer` has laws over drawn histories, `examples` has single cases.',
    table(['machine', 'states', 'kind', 'what is tested', 'test'], without),
  ].join('\n\n')}\n`;
}

/** Reason why a mutation cannot be planted; undefined when it can. @param {Mutation} mutation @returns {string | undefined} */
function problemOf(mutation) {
  const { machine, breaks } = mutation;
  if (testOf(machine) === undefined) return `${machine}: expected a machine with a test`;
  const problem = problemOfEdit(mutation);
  return problem === undefined ? undefined : `${machine}, ${breaks}: ${problem}`;
}

/** Plants mutations, and prints a line for each. @param {readonly string[]} ids all machines when empty */
async function prove(ids) {
  const planted = mutations.filter(({ machine }) => ids.length === 0 || ids.includes(machine));
  let found = 0;
  for (const mutation of planted) {
    const { machine, breaks } = mutation;
    const tests = await askEdited([/** @type {string} */ (testOf(machine))], mutation);
    const isFound = tests.some((test) => test.status === 'failed' && isRefuted(test));
    if (isFound) found++;
    const seen = tests.flatMap(({ failureMessages }) => failureMessages)[0]?.split('\n')[0] ?? 'its tests passed';
    print(isFound ? `found      ${machine}: ${breaks}` : `NOT found  ${machine}: ${breaks}: ${seen}`);
  }
  print(`${found} of ${planted.length} planted faults found`);
  return found === planted.length;
}

/** Problems in the lists. */
function problems() {
  const machines = new Set([
    ...modelTests.map((file) => file.split('/').at(-1)?.replace('.test.ts', '')),
    'producer-standing',
  ]);
  const few = [...machines].filter((id) => mutations.filter(({ machine }) => machine === id).length < LEAST);
  const absent = others.flatMap(({ id, tests }) =>
    tests.filter((file) => !testFiles().includes(file)).map((file) => `${id}: expected a test, got ${file}`),
  );
  return [
    ...few.map((id) => `${id}: expected ${LEAST} mutations`),
    ...absent,
    ...mutations.flatMap((mutation) => problemOf(mutation) ?? []),
  ];
}

const [command, ...rest] = process.argv.slice(2);
const isCheck = [command, ...rest].includes('--check');
const ids = rest.filter((id) => !id.startsWith('--'));
const faults = problems();
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else if (command === '--prove' && isCheck) print(`${mutations.length} mutations apply`);
else if (command === '--prove') process.exitCode = (await prove(ids)) ? 0 : 1;
else {
  const page = pageOf(await runModels());
  if (!isCheck) writeFileSync(PAGE, page);
  const isCurrent = readFileSync(PAGE, 'utf8') === page;
  print(isCurrent ? 'docs/state-machines.md is current' : 'docs/state-machines.md differs: npm run machines');
  process.exitCode = isCurrent ? 0 : 1;
}
