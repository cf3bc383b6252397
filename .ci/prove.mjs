// @ts-check
/**
 * `npm run coverage -- --prove [N…]`: checks that the tests with the number of a requirement fail when it is broken. Each
 * stored negation edits its source while the tests load it; without numbers, all negations run. An item is caught when
 * an assertion of a tagged test fails that holds without the negation; an error of another kind is no proof.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesByItem, negations, problemOf, tagsOf } from './negations.mjs';
import { readJson, ROOT, run, tool } from './tools.mjs';

/**
 * @typedef {import('./negations.mjs').Edit} Edit
 * @typedef {import('./negations.mjs').Negation} Negation
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Case
 * @typedef {{ caught: string[], files: string[], seen: string }} Verdict `caught` has titles, `seen` what happened instead
 */

const REPORT = join(ROOT, '.results', 'prove.json');

/** Test files in the order in which they run: engines, hosts, whole processes. @param {Set<string>} files */
function stagesOf(files) {
  const stage = (/** @type {string} */ file) =>
    file.endsWith('.ci.test.ts') ? 2 : /^packages\/(?:host|payments|runtime|store|venue)\//.test(file) ? 1 : 0;
  return [0, 1, 2]
    .map((number) => [...files].filter((file) => stage(file) === number))
    .filter(({ length }) => length > 0);
}

/** Runs the tagged tests of some items. @param {readonly string[]} files @param {readonly number[]} items @param {Negation} [negation] */
const ask = async (files, items, negation) => askEdited(files, negation, `#(?:${items.join('|')})(?!\\d)`);

/**
 * Runs tests with one source edited while it is loaded.
 *
 * @param {readonly string[]} files
 * @param {Edit} [edit] none when left out
 * @param {string} [title] pattern of their titles; all when left out
 * @returns {Promise<Case[]>} those that ran
 */
export async function askEdited(files, edit, title = '') {
  mkdirSync(join(ROOT, '.results'), { recursive: true });
  rmSync(REPORT, { force: true });
  const args = ['run', '--config', '.ci/prove.config.mjs', '-t', title, '--reporter=json', `--outputFile=${REPORT}`];
  const environment = { BAROGRAPH_NEGATION: JSON.stringify(edit ?? null), BAROGRAPH_TEST_RUNS: '30' };
  const { output } = await run(process.execPath, [tool('vitest'), ...args, ...files], environment);
  try {
    /** @type {{ testResults: { assertionResults: Case[], message: string }[] }} */
    const { testResults } = readJson(REPORT);
    const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = cases.filter(({ status }) => status === 'passed' || status === 'failed');
    const broken = testResults.find(({ assertionResults, message }) => assertionResults.length === 0 && message !== '');
    return broken === undefined ? ran : [...ran, { fullName: '', status: 'failed', failureMessages: [broken.message] }];
  } catch {
    return [{ fullName: '', status: 'failed', failureMessages: [output] }];
  }
}

/** Whether a test failed by an assertion, rather than by an import, a type or a deadline. @param {Case} test */
export const isRefuted = ({ failureMessages }) =>
  failureMessages.some((text) => /^(?:AssertionError|Error: (?:Property failed after|Snapshot `))/.test(text));

/** @param {Case} test @param {number} item */
const carries = ({ fullName }, item) => tagsOf(fullName).some(({ number }) => number === item);

/** Runs the tests of an item under its negation. @param {Negation} negation @param {Set<string>} files @returns {Promise<Verdict>} */
async function judge(negation, files) {
  let seen = 'no test carries its number';
  for (const stage of stagesOf(files)) {
    const tests = await ask(stage, [negation.item], negation);
    const failed = tests.filter(({ status }) => status === 'failed');
    const caught = failed.filter((test) => carries(test, negation.item) && isRefuted(test));
    if (caught.length > 0) return { caught: caught.map(({ fullName }) => fullName), files: stage, seen: '' };
    const [other] = failed;
    seen =
      other === undefined
        ? `${tests.length} tests passed`
        : `no assertion failed: ${other.failureMessages[0]?.split('\n')[0]}`;
  }
  return { caught: [], files: [], seen };
}

/**
 * Runs negations and prints a line for each.
 *
 * @param {readonly number[]} items all that have a negation when empty
 * @param {(line: string) => void} print
 * @returns {Promise<{ ok: boolean, note: string }>}
 */
export async function prove(items, print) {
  const stored = negations();
  const without = items.filter((item) => !stored.some((negation) => negation.item === item));
  for (const item of without) print(`#${item} has no negation`);
  const chosen = items.length === 0 ? stored : stored.filter(({ item }) => items.includes(item));
  const files = filesByItem();
  /** @type {{ negation: Negation, verdict: Verdict }[]} */
  const caught = [];
  for (const negation of chosen) {
    const { item, breaks } = negation;
    const problem = problemOf(negation, files);
    if (problem !== undefined) {
      print(`does not apply  ${problem}`);
      continue;
    }
    const verdict = await judge(negation, files.get(item) ?? new Set());
    if (verdict.caught.length > 0) caught.push({ negation, verdict });
    print(
      verdict.caught.length > 0
        ? `caught          #${item} ${breaks}`
        : `NOT caught      #${item} ${breaks}: ${verdict.seen}`,
    );
  }
  // A test that fails without the negation proves nothing.
  const again = [...new Set(caught.flatMap(({ verdict }) => verdict.files))];
  const tests =
    again.length === 0
      ? []
      : await ask(
          again,
          caught.map(({ negation }) => negation.item),
        );
  const holds = new Set(tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName));
  const failing = caught.filter(({ verdict }) => !verdict.caught.some((title) => holds.has(title)));
  for (const { negation } of failing) print(`NOT caught      #${negation.item}: its tests fail without the negation`);
  const count = caught.length - failing.length;
  return { ok: count === chosen.length && without.length === 0, note: `${count} of ${chosen.length} negations caught` };
}
