// @ts-check
/**
 * The tables of defaults in the pages of engines, written from the constants, so that none is typed.
 *
 * `node site/defaults.mjs [--check]`, after a build: `--check` writes nothing and fails when a table is not what the
 * constants say. A place is `<!-- defaults: PACKAGE CONSTANT… -->` up to `<!-- end of defaults -->`.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.mjs';

const FOLDER = join(ROOT, 'docs', 'engines');
const CHECKS = process.argv.includes('--check');
const PLACE = /<!-- defaults: (\S+) ([A-Z0-9_ ]+) -->[^]*?<!-- end of defaults -->/g;
/** Longer values (rules, calendars) are counted; the source has them. */
const LONGEST = 90;
/** Longer lists of records are counted too. */
const MOST = 6;

/** Fields of a constant by path: `adx.period`. @param {unknown} value @param {string} path @returns {[string, string][]} */
function fields(value, path) {
  const text = JSON.stringify(value) ?? String(value);
  if (
    Array.isArray(value) &&
    value.length <= MOST &&
    value.some((item) => typeof item === 'object' && !Array.isArray(item))
  )
    return value.flatMap((item, i) => fields(item, `${path}[${i}]`));
  if (Array.isArray(value)) return [[path, text.length <= LONGEST ? text : `${value.length} entries, in the source`]];
  if (value === null || typeof value !== 'object') return [[path, text.replaceAll('"', '')]];
  return Object.entries(value).flatMap(([name, part]) => fields(part, path === '' ? name : `${path}.${name}`));
}

/** @param {string} name @param {unknown} constant */
function table(name, constant) {
  const rows = fields(constant, '').map(([path, text]) => `| \`${path}\` | \`${text}\` |`);
  return [`### ${name}`, '', '| field | default |', '|---|---|', ...rows].join('\n');
}

/** A page with its tables as they should be. @param {string} text */
async function withTables(text) {
  const tables = new Map();
  for (const [place, entry = '', names = ''] of text.matchAll(PLACE)) {
    const [, folder, sub = 'index'] = /^@barograph\/([^/]+)(?:\/(.+))?$/.exec(entry) ?? [];
    const module = await import(join(ROOT, 'packages', folder ?? '', 'dist', `${sub}.js`));
    const parts = names.split(' ').map((name) => {
      if (module[name] === undefined) throw new Error(`${entry} expected to export ${name}`);
      return table(name, module[name]);
    });
    const head = place.slice(0, place.indexOf('-->') + 3);
    tables.set(place, [head, '', parts.join('\n\n'), '', '<!-- end of defaults -->'].join('\n'));
  }
  return text.replaceAll(PLACE, (place) => tables.get(place));
}

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.md'))) {
  const path = join(FOLDER, name);
  const text = readFileSync(path, 'utf8');
  const now = await withTables(text);
  if (now === text) continue;
  if (CHECKS) {
    process.stdout.write(
      `docs/engines/${name}: its defaults are not those of the constants; run node site/defaults.mjs\n`,
    );
    process.exitCode = 1;
  } else writeFileSync(path, now);
}
