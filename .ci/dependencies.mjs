// @ts-check
/**
 * Maintains the list of runtime dependencies between two marks in `docs/evidence/dependencies.md`: everything that a
 * production install of our packages brings, with version, licence and size.
 *
 * `node .ci/dependencies.mjs [--check]`: `--check` writes nothing and fails when the list differs from the lock. Sizes are
 * measured on the installed files; packages of another platform keep their size.
 */

import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, ROOT } from './tools.mjs';

const DOCUMENT = join(ROOT, 'docs', 'evidence', 'dependencies.md');
const BEGIN = '<!-- begin of the list that .ci/dependencies.mjs writes -->';
const END = '<!-- end of the list -->';
const CHECKS = process.argv.includes('--check');

/**
 * @typedef {{ version?: string, license?: string, link?: boolean, os?: string[],
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ name: string, version: string, licence: string, size: string }} Row
 */

/** Location of a dependency by Node's resolution: the folder itself, a parent folder, or the root. */
function placeOf(
  /** @type {Record<string, Entry>} */ packages,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

/** Locations of all runtime dependencies of our packages. Peer dependencies are not installed with them and excluded. */
function places(/** @type {Record<string, Entry>} */ packages) {
  const found = new Set(Object.keys(packages).filter((place) => /^packages\/[^/]+$/.test(place)));
  // Iteration includes items added during the loop.
  for (const place of found) {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = placeOf(packages, place, name);
      const isOurs = needed !== undefined && packages[needed]?.link === true;
      if (needed !== undefined && !isOurs) found.add(needed);
    }
  }
  return [...found].filter((place) => place.includes('node_modules/'));
}

/** Total size of a folder's files in bytes, without links and nested packages. @returns {number} */
function bytesOf(/** @type {string} */ folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesOf(path);
    else if (entry.isFile()) bytes += lstatSync(path).size;
  }
  return bytes;
}

/** Parses the list of the document. @param {string} list @returns {Map<string, string>} sizes by name and version */
function known(list) {
  const rows = [...list.matchAll(/^\| (\S+) \| (\S+) \| [^|]+ \| (\S+) \|$/gm)];
  return new Map(rows.map(([, name, version, size]) => [`${name}@${version}`, size ?? '?']));
}

/** @param {Map<string, string>} sizes of what is not installed here @returns {Row[]} */
function rows(sizes) {
  /** @type {Record<string, Entry>} */
  const packages = readJson(join(ROOT, 'package-lock.json')).packages;
  /** @type {Map<string, Row>} */
  const list = new Map();
  for (const place of places(packages)) {
    const { version = '?', license: licence = '?', os } = packages[place] ?? {};
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${version}`;
    const folder = join(ROOT, place);
    const listed = sizes.get(key);
    // Platform packages differ between the list's platform and this one.
    const isKept = listed !== undefined && os !== undefined && CHECKS;
    const isHere = !isKept && existsSync(folder);
    const size = isHere ? String(Math.ceil(bytesOf(folder) / 1000)) : (listed ?? '?');
    list.set(key, { name, version, licence, size });
  }
  return [...list.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function text(/** @type {Row[]} */ list) {
  /** @type {Map<string, number>} */
  const licences = new Map();
  for (const { licence } of list) licences.set(licence, (licences.get(licence) ?? 0) + 1);
  const counts = [...licences].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name, n]) => `${name} ${n}`);
  const lines = list.map(({ name, version, licence, size }) => `| ${name} | ${version} | ${licence} | ${size} |`);
  return [
    BEGIN,
    '',
    `${list.length} packages; licences: ${counts.join(', ')}.`,
    '',
    '| package | version | licence | kB |',
    '|---|---|---|---:|',
    ...lines,
    '',
    END,
  ].join('\n');
}

const document = readFileSync(DOCUMENT, 'utf8');
const from = document.indexOf(BEGIN);
const to = document.indexOf(END);
if (from < 0 || to < from) throw new Error(`${DOCUMENT}: expected the marks of the list`);
const now = document.slice(from, to + END.length);
const list = text(rows(known(now)));
if (list !== now && CHECKS) {
  const has = new Set(now.split('\n'));
  process.stdout.write(`${DOCUMENT}: run node .ci/dependencies.mjs; missing there:\n`);
  for (const line of list.split('\n')) if (!has.has(line)) process.stdout.write(`${line}\n`);
  process.exitCode = 1;
} else if (list !== now) {
  writeFileSync(DOCUMENT, document.slice(0, from) + list + document.slice(to + END.length));
}
