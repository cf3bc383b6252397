// @ts-check
/**
 * Writes `docs/coverage.md`: the state of every requirement. A test that proves requirement 123 carries `[#123]` in its title,
 * or `[#123~]` where a part of it is not built; states come from the titles and the last results of every tier.
 *
 * `node .ci/coverage.mjs [--check]`: `--check` writes nothing and fails when a state of the table differs from the results.
 * `node .ci/coverage.mjs --prove [N…]` breaks requirements and expects their tests to fail (`prove.mjs`); with `--check` it runs no
 * test, and fails when a stored negation no longer applies.
 * Requirements come from `../shared/spec/coverage.md`, or from the committed table when that is absent.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesByItem, negations, problemOf, tagsOf, testFiles } from './negations.mjs';
import { prove } from './prove.mjs';
import { print } from './steps.mjs';
import { flag, readJson, ROOT } from './tools.mjs';

const RESULTS = join(ROOT, '.results');
const TABLE = join(ROOT, 'docs', 'coverage.md');
const SPEC = flag('--spec') ?? join(ROOT, '..', 'shared', 'spec', 'coverage.md');

/**
 * @typedef {'proven' | 'partial' | 'failing' | 'open' | 'not shown'} State
 * @typedef {{ number: number, family: string, label: string, state: State }} Item
 * @typedef {{ title: string, file: string, status: string }} Test
 * @typedef {{ tests: Test[], isWhole: boolean }} Results
 * @typedef {{ number: number, isPart: boolean, test: Test }} Claim
 */

/** Checklist lines without a requirement. */
const NOT_SHOWN = [
  /^[^;]*: not shown$/,
  /: field list not shown beyond Resources$/,
  / is named as a truncated path; .*: not shown$/,
];

/** Requirements in order, from the checklist of the spec. @param {string} text @returns {Item[]} */
function itemsOfSpec(text) {
  let family = '';
  /** @type {Item[]} */
  const items = [];
  for (const line of text.split('\n')) {
    family = line.match(/^## (.*)$/)?.[1] ?? family;
    const [, number, place, sentence] = line.match(/^- \[.\] (\d+)\. \(([^)]*)\) (.*)$/) ?? [];
    if (number === undefined) continue;
    const endpoint = sentence.match(/^(?:GET|HEAD|POST|PUT|PATCH|DELETE) \S+/)?.[0];
    // "Key format: not shown" alone is not a requirement. A convention that says what is
    // left out, and a path that is cut off ('/algo...'), are not requirements either.
    const state = NOT_SHOWN.some((form) => form.test(sentence)) ? 'not shown' : 'open';
    items.push({ number: Number(number), family, label: endpoint ?? place, state });
  }
  return items;
}

/** Requirements in order, from a table that this script wrote. @param {string} text @returns {Item[]} */
function itemsOfTable(text) {
  let family = '';
  /** @type {Item[]} */
  const items = [];
  for (const line of text.split('\n')) {
    family = line.match(/^## (.*)$/)?.[1] ?? family;
    const [, state, number, label] = line.match(/^- (proven|partial|failing|open|not shown) #(\d+) `([^`]*)`/) ?? [];
    if (state !== undefined) items.push({ number: Number(number), family, label, state: /** @type {State} */ (state) });
  }
  return items;
}

/** @param {string} file */
const pathOf = (file) => relative(ROOT, file).split(sep).join('/');

/** Last results of the tiers that ran, and whether these have every test file. @returns {Results} */
function resultsOf() {
  const names = existsSync(RESULTS) ? readdirSync(RESULTS).filter((name) => /^vitest.*\.json$/.test(name)) : [];
  if (names.length === 0) throw new Error('No results yet: run npm test first.');
  const suites = names.flatMap((name) => readJson(join(RESULTS, name)).testResults);
  const ran = new Set(suites.map(({ name }) => pathOf(name)));
  const tests = suites.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, file: pathOf(name), status })),
  );
  return { tests, isWhole: testFiles().every((file) => ran.has(file)) };
}

/** Requirements that a test claims, with its result. @param {Test} test @returns {Claim[]} */
const claimsOf = (test) => tagsOf(test.title).map((tag) => ({ ...tag, test }));

/**
 * State of each requirement. The table decides where results are incomplete: when all tests of a requirement were skipped, and,
 * when a tier did not run, for requirements without a test and missing parts.
 *
 * @param {readonly Item[]} items @param {ReadonlyMap<number, State>} table @param {Results} results
 * @returns {Item[]}
 */
function judge(items, table, { tests, isWhole }) {
  const claims = tests.flatMap(claimsOf);
  const known = new Set(items.map(({ number }) => number));
  const unknown = claims.filter(({ number }) => !known.has(number));
  if (unknown.length > 0) {
    const places = unknown.map(({ number, test }) => `#${number} in ${test.file}: ${test.title}`);
    throw new Error(`Numbers that the checklist does not have:\n${places.join('\n')}`);
  }
  return items.map((item) => {
    const proofs = claims.filter(({ number }) => number === item.number);
    const has = (status) => proofs.some(({ test }) => test.status === status);
    const none = item.state === 'not shown' ? 'not shown' : 'open';
    const before = table.get(item.number) ?? none;
    // One title that marks a missing part makes the requirement partial.
    const isPart = proofs.some((claim) => claim.isPart) || (!isWhole && before === 'partial');
    const withoutResult = proofs.length === 0 && isWhole ? none : before;
    const state = has('failed') ? 'failing' : has('passed') ? (isPart ? 'partial' : 'proven') : withoutResult;
    return { ...item, state };
  });
}

/** @param {readonly Item[]} items */
function render(items) {
  const families = [...new Set(items.map(({ family }) => family))];
  const ofFamily = (name) => items.filter(({ family }) => family === name);
  const states = /** @type {const} */ (['proven', 'partial', 'failing', 'open', 'not shown']);
  const counts = (some) => states.map((state) => some.filter((item) => item.state === state).length);
  const line = (name, some) => `| ${[name, some.length, ...counts(some)].join(' | ')} |`;
  const lines = [
    '# Coverage',
    '',
    'Written by `npm run coverage` from the test titles and their last results; do not edit. A requirement of the',
    "service's checklist is **proven** when a test that carries its number passed and none failed, **partial** when one of",
    'those tests says that a part of it is not built, **failing** when one failed, **open** when there is none. Lines of the',
    'checklist that only say "not shown" ask for nothing and count apart. `git grep \'#123\'` finds the tests of #123.',
    '`npm run coverage -- --prove 123` breaks #123, when it has a negation in `test/negations`, and expects one of them to fail.',
    '',
    '| Family | Items | Proven | Partial | Failing | Open | Not shown |',
    '|---|---|---|---|---|---|---|',
    ...families.map((family) => line(family, ofFamily(family))),
    line('**All**', items),
  ];
  for (const family of families) {
    lines.push('', `## ${family}`, '');
    for (const { state, number, label } of ofFamily(family)) lines.push(`- ${state} #${number} \`${label}\``);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Writes the table, or checks it.
 *
 * @param {{ check?: boolean }} [options]
 * @returns {string} one line that sums up
 * @throws {Error} when there are no results, a title carries an unknown number, or a check finds a difference
 */
export function coverage(options = {}) {
  const written = existsSync(TABLE) ? itemsOfTable(readFileSync(TABLE, 'utf8')) : [];
  const checklist = existsSync(SPEC) ? itemsOfSpec(readFileSync(SPEC, 'utf8')) : written;
  if (checklist.length === 0) throw new Error('No checklist: neither ../shared/spec/coverage.md nor docs/coverage.md.');
  const table = new Map(written.map(({ number, state }) => [number, state]));
  const results = resultsOf();
  const items = judge(checklist, table, results);
  if (options.check === true) {
    const found = items
      .filter(({ number, state }) => table.get(number) !== state)
      .map(({ number, state }) => `#${number} is ${state}, the table says ${table.get(number) ?? 'nothing'}`);
    if (found.length > 0) throw new Error(`docs/coverage.md is behind; run npm run coverage:\n${found.join('\n')}`);
  } else {
    mkdirSync(dirname(TABLE), { recursive: true });
    writeFileSync(TABLE, render(items));
  }
  const count = (state) => items.filter((item) => item.state === state).length;
  const sum = `${count('proven')} proven, ${count('partial')} partial, ${count('failing')} failing, ${count('open')} open of ${items.length}`;
  return results.isWhole ? sum : `${sum}; requirements whose tests did not run keep their state`;
}

/**
 * Checks that every stored negation can be applied.
 *
 * @returns {string} one line that sums up
 * @throws {Error} naming those that cannot
 */
function checkNegations() {
  const items = new Set(itemsOfTable(readFileSync(TABLE, 'utf8')).map(({ number }) => number));
  const files = filesByItem();
  const stored = negations();
  const problems = stored.flatMap((negation) => problemOf(negation, files, items) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${stored.length} negations of ${new Set(stored.map(({ item }) => item)).size} requirements apply`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const isCheck = process.argv.includes('--check');
    if (!process.argv.includes('--prove')) print(coverage({ check: isCheck }));
    else if (isCheck) print(checkNegations());
    else {
      const { ok, note } = await prove(
        process.argv.flatMap((text) => (/^\d+$/.test(text) ? Number(text) : [])),
        print,
      );
      print(note);
      process.exitCode = ok ? 0 : 1;
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
