// @ts-check
/** The reference of the library: what TypeDoc writes of each entry, under the name that is imported. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { PAGES, ROOT } from './places.mjs';

/** The wire is the reference of operations at `/docs/api`; its types are half of all pages, and hosts alone call it. */
const LEFT_OUT = new Set(['contract']);

/** @typedef {{ name: string, source: string, address: string }} Entry */

/** Entries of published packages; `barograph` last, for a name is described where it is exported first. @returns {Entry[]} */
export function entries() {
  const folders = readdirSync(join(ROOT, 'packages')).filter(
    (folder) => !LEFT_OUT.has(folder) && existsSync(join(ROOT, 'packages', folder, 'package.json')),
  );
  const all = folders.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports)
      .filter(([, entry]) => typeof entry !== 'string')
      .map(([path, { source }]) => ({
        name: posix.join(manifest.name, path),
        source: posix.join('..', 'packages', folder, source),
        address: posix.join('reference', folder, path === '.' ? 'index' : path),
      }));
  });
  const isLast = (/** @type {Entry} */ { source }) => Number(source.includes('/barograph/'));
  return all.sort((a, b) => isLast(a) - isLast(b));
}

/** Page that TypeDoc writes of an entry, below the folder of the reference. @param {Entry} entry */
function written({ source }) {
  const [, folder = '', file = ''] = /packages\/([^/]+)\/src\/(.+)\.ts$/.exec(source) ?? [];
  return file === 'index' ? `${folder}/src.md` : `${folder}/src/${file}.md`;
}

/** Gives the pages of TypeDoc the addresses of imports, and its links with them. */
export function arrange() {
  const folder = join(PAGES, 'reference');
  const all = entries();
  const addresses = new Map(all.map((entry) => [written(entry), entry.address]));
  for (const entry of all) {
    const from = written(entry);
    if (!existsSync(join(folder, from))) throw new Error(`${entry.name}: TypeDoc wrote no ${from}`);
    const text = readFileSync(join(folder, from), 'utf8')
      .replace(/^# .*$/m, `# ${entry.name}`)
      // a parameter without a default, or without words
      .replaceAll(/\| (?:`undefined`|-) (?=\|)/g, '| ')
      .replaceAll(/\]\(([^)\s#]+\.md)(#[^)\s]*)?\)/g, (whole, target, hash = '') => {
        const address = addresses.get(posix.join(posix.dirname(from), target));
        return address === undefined ? whole : `](/${address.replace(/index$/, '')}${hash})`;
      });
    const file = join(PAGES, `${entry.address}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    rmSync(join(folder, from));
  }
  const lines = all
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, address }) => `- [\`${name}\`](/${address.replace(/index$/, '')})`);
  writeFileSync(
    join(folder, 'index.md'),
    `# Reference of the library\n\nEvery export with its comment. The operations of a host are at \`/docs/api\`.\n\n${lines.join('\n')}\n`,
  );
}
