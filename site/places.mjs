// @ts-check
/** Documents of the repository, and the page of the site that each becomes. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SITE = dirname(fileURLToPath(import.meta.url));
export const ROOT = resolve(SITE, '..');
/** Folder of the pages before the build; ignored by git. */
export const PAGES = join(SITE, '.pages');
/** Within the package of the page, so that every image and tarball of it has the documentation. */
export const OUT = join(ROOT, 'packages', 'page', 'dist', 'docs');

/** Files below a folder, with forward slashes. @param {string} folder @param {string} ending @returns {string[]} */
function below(folder, ending) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith(ending))
    .sort();
}

/** The address of a document, without the ending. @param {string} path @returns {string} */
function addressOf(path) {
  if (path === 'README.md') return 'start';
  if (path === 'CONTRIBUTING.md') return 'contributing';
  if (path === 'docs/README.md') return 'map';
  if (path === 'benchmarks/README.md') return 'benchmarks';
  const [top, ...rest] = path.replace(/\.md$/, '').split('/');
  if (top === 'packages') return `packages/${rest[0]}`;
  if (top === 'models') return `models/${rest.join('/').toLowerCase()}`;
  return rest.join('/').replace(/\/README$/, '/index');
}

/** Every document that becomes a page: its path, and its address. @returns {Map<string, string>} */
export function documents() {
  const packages = readdirSync(join(ROOT, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => existsSync(join(ROOT, path)));
  // Pages of the wiki are five hundred, and the host serves them by its API; the site has their index.
  const docs = below('docs', '.md').filter((path) => !path.startsWith('docs/wiki/'));
  const paths = [
    'README.md',
    'CONTRIBUTING.md',
    'benchmarks/README.md',
    ...docs,
    ...packages,
    ...below('models', '.md'),
  ];
  return new Map(paths.map((path) => [path, addressOf(path)]));
}

/** Pictures of the README and of the cards of models, which show them. */
export function pictures() {
  return [...below('models', '.svg'), ...below('docs', '.svg')];
}

/** A document as text. @param {string} path */
export function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Title of a document: its first heading, else its name. @param {string} path */
export function titleOf(path) {
  return /^# (.+)$/m.exec(read(path))?.[1]?.replaceAll('`', '') ?? posix.basename(path, '.md');
}
