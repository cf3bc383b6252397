// @ts-check
/**
 * Negations of requirements: source edits, each of which breaks one requirement of `docs/coverage.md`. They are stored in
 * `test/negations`. The tests with the number of the requirement must fail under its edit.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './tools.mjs';

const FOLDER = 'test/negations';

/**
 * Replacing `find`, which occurs once in `file`, with `replace` causes the fault that `breaks` describes.
 *
 * @typedef {{ breaks: string, file: string, find: string, replace: string }} Edit
 */

/** An edit that breaks requirement `item`. @typedef {Edit & { item: number }} Negation */

/** Numbers in `[#1]`, `[#1][#2~]` or `[#1, #2~]`. @param {string} text @returns {{ number: number, isPart: boolean }[]} */
export const tagsOf = (text) =>
  [...text.matchAll(/\[(#\d+~?(?:[\s,]+#\d+~?)*)\]/g)].flatMap(([, list]) =>
    [...list.matchAll(/(\d+)(~?)/g)].map(([, number, part]) => ({ number: Number(number), isPart: part !== '' })),
  );

/** All stored negations, by requirement. @returns {Negation[]} */
export const negations = () =>
  (existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)) : [])
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(ROOT, FOLDER, name), 'utf8')))
    .toSorted((a, b) => a.item - b.item);

/**
 * The text of a source with an edit in it.
 *
 * @param {string} text
 * @param {Edit} edit
 * @throws {Error} when the text to replace does not occur exactly once
 */
export function negated(text, { file, find, replace }) {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`expected the text to replace once in ${file}, found it ${parts.length - 1} times: ${find}`);
  }
  return parts.join(replace);
}

/** Files of the tests of the repository. @returns {string[]} paths from the root, with forward slashes */
export const testFiles = () =>
  ['packages', 'test']
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        posix.join(folder, path.replaceAll('\\', '/')),
      ),
    )
    .filter((path) => path.endsWith('.test.ts') && !/\/(?:node_modules|dist)\//.test(path));

/** Test files by the requirements whose numbers they or the cases that they import carry. @returns {Map<number, Set<string>>} */
export function filesByItem() {
  /** @type {Map<number, Set<string>>} */
  const files = new Map();
  for (const file of testFiles()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const cases = [...text.matchAll(/from '(\.[^']+\.cases\.ts)'/g)].map(([, path]) =>
      readFileSync(join(ROOT, posix.dirname(file), path), 'utf8'),
    );
    for (const { number } of [text, ...cases].flatMap(tagsOf)) {
      files.set(number, (files.get(number) ?? new Set()).add(file));
    }
  }
  return files;
}

/**
 * Reason why a negation cannot be tested; undefined when it can.
 *
 * @param {Negation} negation
 * @param {ReadonlyMap<number, ReadonlySet<string>>} files {@link filesByItem}
 * @param {ReadonlySet<number>} [items] requirements that exist; not looked at when left out
 * @returns {string | undefined}
 */
export function problemOf(negation, files, items) {
  const { item } = negation;
  if (items?.has(item) === false) return `#${item}: expected a requirement of the checklist`;
  if (!files.has(item)) return `#${item}: expected a test whose title carries [#${item}]`;
  const problem = problemOfEdit(negation);
  return problem === undefined ? undefined : `#${item}: ${problem}`;
}

/** Reason why an edit cannot be applied; undefined when it can. @param {Edit} edit @returns {string | undefined} */
export function problemOfEdit(edit) {
  const { file } = edit;
  if (!existsSync(join(ROOT, file))) return `expected a file, got ${file}`;
  try {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return negated(text, edit) === text ? `expected a change of ${file}` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
