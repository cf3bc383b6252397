// @ts-check
/** Reads the examples in doc comments of the packages. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.mjs';

const BLOCK = /^[ \t]*\* @example[ \t]*\n((?:[ \t]*\*(?![/]| @).*\n)+)/gm;
const LINE = /^(.+); \/\/ → (.+)$/;

/**
 * @typedef {object} Marked a line with a result
 * @property {string} call
 * @property {string} expected
 */

/**
 * @typedef {object} Example
 * @property {string} file from the root
 * @property {readonly string[]} lines results on the line of their call
 * @property {readonly Marked[]} marked its lines with a result, in order
 */

/** Packages of the repository by folder. */
export const PACKAGES = readdirSync(join(ROOT, 'packages')).filter((name) =>
  existsSync(join(ROOT, 'packages', name, 'package.json')),
);

/** Parses a line with a result; undefined for any other line. @param {string} line @returns {Marked | undefined} */
export function markedOf(line) {
  const [, call, expected] = LINE.exec(line) ?? [];
  return call === undefined || expected === undefined ? undefined : { call, expected };
}

/** Examples of a package that give a result, in the order of their files. @param {string} name @returns {readonly Example[]} */
export function examplesOf(name) {
  const folder = join('packages', name, 'src');
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(BLOCK)].map(([, block = '']) => {
        const text = block.trimEnd().replaceAll(/^[ \t]*\* ?/gm, '');
        const lines = text.replaceAll(';\n// → ', '; // → ').split('\n');
        return { file: join(folder, file), lines, marked: lines.flatMap((line) => markedOf(line) ?? []) };
      }),
    )
    .filter(({ marked }) => marked.length > 0);
}

/**
 * Entries of a package that hold TypeScript, by the name that they are imported by.
 * @param {string} name @returns {ReadonlyMap<string, { readonly source: string, readonly default: string }>} files, from the root
 */
export function entriesOf(name) {
  const folder = join('packages', name);
  const { name: own, exports = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return new Map(
    Object.entries(exports).flatMap(([path, target]) =>
      typeof target === 'object' && 'source' in target
        ? [[join(own, path), { source: join(folder, target.source), default: join(folder, target.default) }]]
        : [],
    ),
  );
}
