// @ts-check
/** Writes mutants into sources with Stryker's instrumenter: every mutant is a switch in its file. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';
import settings from './stryker.config.mjs';

// Installed by `npm run mutation` on first use, from the lock file of this folder.
const entry = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js');
const { Instrumenter } = await import(pathToFileURL(entry).href);
const { parse } = createRequire(entry)('@babel/parser');
const instrumenter = new Instrumenter({ debug() {}, info() {}, warn() {}, isDebugEnabled: () => false });

/** @typedef {{ line: number, column: number }} Position lines start at 0 */
/**
 * @typedef {{ id: string, fileName: string, mutatorName: string, replacement: string, status?: string,
 *   location: { start: Position, end: Position } }} Mutant
 */

/**
 * Writes the mutants of sources into their texts.
 *
 * @param {readonly string[]} paths from the root
 * @returns {Promise<{ files: { name: string, content: string }[], mutants: Mutant[] }>} names are absolute paths
 */
export async function instrument(paths) {
  const sources = paths.map((path) => {
    const name = join(ROOT, path);
    return { name, mutate: true, content: readFileSync(name, 'utf8') };
  });
  const options = { plugins: null, ignorers: [], excludedMutations: settings.mutator.excludedMutations };
  const { files, mutants } = await instrumenter.instrument(sources, options);
  return { files, mutants };
}

/** @param {Position} a @param {Position} b */
const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);

/** Places of the functions of a source. @param {unknown} node @returns {{ start: Position, end: Position }[]} */
function functionsOf(node) {
  if (Array.isArray(node)) return node.flatMap(functionsOf);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const { type, loc, body } = /** @type {any} */ (node);
  if (/Function|Method$/.test(type) && body?.type !== undefined) {
    const at = (/** @type {Position} */ { line, column }) => ({ line: line - 1, column });
    return [{ start: at(loc.start), end: at(loc.end) }];
  }
  return Object.values(node).flatMap(functionsOf);
}

/**
 * Mutants inside a function. The others change what a module computes while it is loaded, before a mutant is switched on.
 *
 * @param {readonly Mutant[]} mutants of one file
 */
export function inFunctions(mutants) {
  const active = mutants.filter(({ status }) => status !== 'Ignored');
  const [first] = active;
  if (first === undefined) return [];
  const text = readFileSync(first.fileName, 'utf8');
  const functions = functionsOf(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program.body);
  return active.filter(({ location: { start, end } }) =>
    functions.some((place) => isBefore(place.start, start) && isBefore(end, place.end)),
  );
}
