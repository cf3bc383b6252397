// @ts-check
/**
 * The mission table that keeps itself. A test that proves requirement 123 carries `[#123]` in its title, or `[#123~]`
 * where a part of it is not built; this script reads the titles and their last results and writes `docs/coverage.md`.
 *
 * `node .ci/coverage.mjs [--check]`: `--check` writes nothing and fails when the table does not say what the results
 * say. Requirements come from `../shared/spec/coverage.md`, or where that is absent, from the committed table.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flag, readJson, ROOT } from './tools.mjs';

const RESULTS = join(ROOT, '.results', 'vitest.json');
const TABLE = join(ROOT, 'docs', 'coverage.md');
const SPEC = flag('--spec') ?? join(ROOT, '..', 'shared', 'spec', 'coverage.md');

/**
 * @typedef {'proven' | 'partial' | 'failing' | 'open' | 'not shown'} State
 * @typedef {{ number: number, family: string, label: string, shown: boolean, state: State, files: string[] }} Item
 * @typedef {{ title: string, file: string, status: string }} Test
 * @typedef {{ number: number, isPart: boolean }} Claim
 * @typedef {{ item: Item, proofs: Test[], skippedOnly: boolean }} Row
 */

/** Lines of the checklist that ask for nothing. */
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
    // "Key format: not shown" asks for nothing; a line that says something else as well does. A convention that says what is
    // left out, and a path that is cut off ('/algo...'), ask for nothing either.
    const shown = !NOT_SHOWN.some((form) => form.test(sentence));
    items.push({ number: Number(number), family, label: endpoint ?? place, shown, state: 'open', files: [] });
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
    if (state !== undefined) {
      const files = [];
      items.push({
        number: Number(number),
        family,
        label,
        shown: state !== 'not shown',
        state: /** @type {State} */ (state),
        files,
      });
    }
    const proof = line.match(/^ {2}- `([^`]*)`/)?.[1];
    if (proof !== undefined && !items.at(-1)?.files.includes(proof)) items.at(-1)?.files.push(proof);
  }
  return items;
}

/** @returns {Test[]} */
function testsOf(results) {
  return results.testResults.flatMap((suite) =>
    suite.assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      file: relative(ROOT, suite.name).split(sep).join('/'),
      status,
    })),
  );
}

/** Every number in `[#1]`, `[#1][#2~]` or `[#1, #2~]`. @param {string} title @returns {Claim[]} */
function claimsIn(title) {
  return [...title.matchAll(/\[(#\d+~?(?:[\s,]+#\d+~?)*)\]/g)].flatMap(([, list]) =>
    [...list.matchAll(/(\d+)(~?)/g)].map(([, number, part]) => ({ number: Number(number), isPart: part !== '' })),
  );
}

/** The title without its numbers, safe inside a list item. @param {string} title */
const plain = (title) =>
  title
    .replace(/\s*\[#[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** @param {readonly Item[]} items @param {readonly Test[]} tests @returns {Row[]} */
function judge(items, tests) {
  /** @type {Map<number, Test[]>} */
  const carrying = new Map();
  /** @type {Set<number>} */
  const parts = new Set();
  for (const test of tests) {
    const claims = claimsIn(test.title);
    for (const number of new Set(claims.map((claim) => claim.number))) {
      carrying.set(number, [...(carrying.get(number) ?? []), test]);
    }
    for (const { number, isPart } of claims) if (isPart) parts.add(number);
  }
  const known = new Set(items.map(({ number }) => number));
  const unknown = [...carrying].filter(([number]) => !known.has(number));
  if (unknown.length > 0) {
    const places = unknown.map(([number, [test]]) => `#${number} in ${test.file}: ${test.title}`);
    throw new Error(`Numbers that the checklist does not have:\n${places.join('\n')}`);
  }
  return items.map((item) => {
    const proofs = (carrying.get(item.number) ?? []).toSorted(
      (a, b) => order(a.file, b.file) || order(a.title, b.title),
    );
    const has = (status) => proofs.some((test) => test.status === status);
    // One title that says that a part is missing says it for all of them.
    const passed = parts.has(item.number) ? 'partial' : 'proven';
    const state = has('failed') ? 'failing' : has('passed') ? passed : item.shown ? 'open' : 'not shown';
    const skippedOnly = proofs.length > 0 && !has('failed') && !has('passed');
    return { item: { ...item, state }, proofs, skippedOnly };
  });
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {readonly Row[]} rows */
function render(rows) {
  const families = [...new Set(rows.map(({ item }) => item.family))];
  const states = /** @type {const} */ (['proven', 'partial', 'failing', 'open', 'not shown']);
  const counts = (some) => states.map((state) => some.filter(({ item }) => item.state === state).length);
  const line = (name, some) => `| ${[name, some.length, ...counts(some)].join(' | ')} |`;
  const lines = [
    '# Coverage',
    '',
    'Written by `npm run coverage` from the test titles and their last results; do not edit. A requirement of the',
    "service's checklist is **proven** when a test that carries its number passed and none failed, **partial** when one of",
    'those tests says that a part of it is not built, **failing** when one failed, **open** when there is none. Lines of the',
    'checklist that only say "not shown" ask for nothing and count apart.',
    '',
    '| Family | Items | Proven | Partial | Failing | Open | Not shown |',
    '|---|---|---|---|---|---|---|',
    ...families.map((family) =>
      line(
        family,
        rows.filter(({ item }) => item.family === family),
      ),
    ),
    line('**All**', rows),
  ];
  for (const family of families) {
    lines.push('', `## ${family}`, '');
    for (const { item, proofs } of rows.filter((row) => row.item.family === family)) {
      lines.push(`- ${item.state} #${item.number} \`${item.label}\``);
      for (const [proof, times] of tally(proofs)) lines.push(`  - ${proof}${times > 1 ? ` (${times} tests)` : ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Tests as lines; equal titles once, with their count. @param {readonly Test[]} proofs */
function tally(proofs) {
  /** @type {Map<string, number>} */
  const lines = new Map();
  for (const { file, title, status } of proofs) {
    const remark = status === 'passed' ? '' : ` (${status === 'failed' ? 'failed' : 'skipped'})`;
    const text = `\`${file}\` ${plain(title)}${remark}`;
    lines.set(text, (lines.get(text) ?? 0) + 1);
  }
  return lines;
}

/**
 * Where the table and the results disagree. States and the files that prove them are compared; a requirement whose
 * tests were all skipped here (a program or the data is missing) keeps what the table says.
 *
 * @param {readonly Row[]} rows @param {readonly Item[]} table
 */
function differences(rows, table) {
  const before = new Map(table.map((item) => [item.number, item]));
  return rows.flatMap(({ item, proofs, skippedOnly }) => {
    const old = before.get(item.number);
    if (old === undefined) return [`#${item.number} is not in the table`];
    if (skippedOnly) return [];
    if (old.state !== item.state) return [`#${item.number} is ${item.state}, the table says ${old.state}`];
    const files = [...new Set(proofs.map(({ file }) => file))].join(', ');
    return files === old.files.join(', ') ? [] : [`#${item.number} has its tests in ${files || 'no file'}`];
  });
}

/**
 * Writes the table, or checks it.
 *
 * @param {{ check?: boolean }} [options]
 * @returns {string} one line that sums up
 * @throws {Error} when there are no results, a title carries an unknown number, or a check finds a difference
 */
export function coverage(options = {}) {
  if (!existsSync(RESULTS)) throw new Error('No results yet: run npm test first.');
  const table = existsSync(TABLE) ? itemsOfTable(readFileSync(TABLE, 'utf8')) : [];
  const items = existsSync(SPEC) ? itemsOfSpec(readFileSync(SPEC, 'utf8')) : table;
  if (items.length === 0) throw new Error('No checklist: neither ../shared/spec/coverage.md nor docs/coverage.md.');
  const rows = judge(items, testsOf(readJson(RESULTS)));
  if (options.check === true) {
    const found = differences(rows, table);
    if (found.length > 0) throw new Error(`docs/coverage.md is behind; run npm run coverage:\n${found.join('\n')}`);
  } else {
    mkdirSync(dirname(TABLE), { recursive: true });
    writeFileSync(TABLE, render(rows));
  }
  const count = (state) => rows.filter(({ item }) => item.state === state).length;
  return `${count('proven')} proven, ${count('partial')} partial, ${count('failing')} failing, ${count('open')} open of ${rows.length}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${coverage({ check: process.argv.includes('--check') })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
