// @ts-check
/** Finds the test files of a source by folders and by the imports of tests. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../tools.mjs';

/** Sources that are reached through operations: the tests of `http` cover them, too. */
const SERVED = ['packages/host/src/http/', 'packages/runtime/src/producers/', 'packages/contract/src/'];
/** Packages of the service: tests of each cover the others. */
const SERVICE = ['host', 'payments', 'runtime', 'sources', 'store', 'venue'];
const HTTP_TESTS = 'packages/host/test/http';

/** @param {string} folder @returns {string[]} its test files, without those of folders below */
function testsIn(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

/** Test files of the nearest folder that has some: next to the source or in `test`. @param {string} source */
function testsOfFolder(source) {
  const [packages = '', name = '', , ...rest] = source.split('/');
  for (let folder = posix.dirname(rest.join('/')); ; folder = posix.dirname(folder)) {
    const tests = ['src', 'test'].flatMap((top) => testsIn(posix.join(packages, name, top, folder)));
    if (tests.length > 0 || folder === '.') return tests;
  }
}

/** Files that help tests, whose imports count as those of the test. @param {string} path */
const isHelper = (path) => /(^|\/)test\/|test-support|\.cases\./.test(path);

/** Sources and packages that a test or its helpers import. @param {string} path @param {Set<string>} [seen] @returns {Set<string>} */
function importsOf(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(join(ROOT, path))) return seen;
  seen.add(path);
  for (const [, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
    if (isHelper(target)) importsOf(target, seen);
    else seen.add(target);
  }
  return seen;
}

/** @param {string} folder @returns {string[]} */
function testsBelow(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`);
}

const all = [
  'test',
  ...readdirSync(join(ROOT, 'packages')).flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`]),
].flatMap(testsBelow);
const imports = new Map(all.map((path) => [path, importsOf(path)]));

/** Tests of the repository that do not start processes. */
const inProcess = all.filter((test) => test.startsWith('test/') && !imports.get(test)?.has('node:child_process'));

/** Sources of a service, with what they import. */
const serviceSources = SERVICE.flatMap((name) => {
  const folder = `packages/${name}/src`;
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`);
}).map((path) => ({ path, imported: importsOf(path) }));

/** Whether a test draws examples, so that a tier with more examples tests more. @param {string} test */
export const drawsExamples = (test) =>
  ['fast-check', '@barograph/testkit'].some((name) => imports.get(test)?.has(name) ?? false);

/**
 * Test files of a source, the nearest first: those of its folder, those that import it, those of the folders
 * of sources of a service that import it, those of `http` for what is served, and those of the repository that import its
 * package. Tests of the repository that start processes are left out: the processes run without mutants.
 *
 * @param {string} source from the root
 * @returns {string[]}
 */
export function testsOf(source) {
  const own = source.replace('/src/', '/test/').replace(/\.ts$/, '.test.ts');
  const folder = testsOfFolder(source);
  const isNamesake = (/** @type {string} */ path) => path === own || path === source.replace(/\.ts$/, '.test.ts');
  const packageName = `@barograph/${source.split('/')[1]}`;
  return [
    ...new Set([
      ...folder.filter(isNamesake),
      ...folder,
      ...all.filter((test) => imports.get(test)?.has(source)),
      ...serviceSources.filter(({ imported }) => imported.has(source)).flatMap(({ path }) => testsOfFolder(path)),
      ...(SERVED.some((part) => source.startsWith(part)) ? testsIn(HTTP_TESTS) : []),
      ...inProcess.filter((test) => imports.get(test)?.has(packageName)),
    ]),
  ];
}
