// @ts-check
/**
 * Examples in doc comments, executed: every line `call; // → result` below an `@example`, with the exports of the built
 * packages in scope, and `bars`: 260 days of a wave around 100. Prints those that give something else; exit code 1 then.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ROOT } from './places.mjs';

const PACKAGES = ['core', 'indicators', 'volatility', 'stress', 'cycle', 'positioning', 'nowcast', 'files', 'kernels'];
const LINE = /^\s*\* (.+); \/\/ → (.+)$/gm;

/** Further entries of packages. @type {Readonly<Record<string, readonly string[]>>} */
const ENTRIES = { stress: ['index', 'news', 'risk'] };

/** Everything that a package exports. @param {string} name @returns {Promise<readonly [string, Record<string, unknown>]>} */
async function load(name) {
  const files = (ENTRIES[name] ?? ['index']).map((file) => join(ROOT, 'packages', name, 'dist', `${file}.js`));
  return [name, Object.assign({}, ...(await Promise.all(files.map((file) => import(file)))))];
}
const modules = new Map(await Promise.all(PACKAGES.map(load)));
const core = modules.get('core');
const close = (/** @type {number} */ i) => 100 + 20 * Math.sin(i / 20);
const bars = core.candlesOf(
  Array.from({ length: 260 }, (_, i) => {
    const [from, to] = [close(i), close(i + 1)];
    return {
      time: i * core.DAY_MS,
      open: from,
      high: Math.max(from, to) + 1,
      low: Math.min(from, to) - 1,
      close: to,
      volume: 10,
    };
  }),
);

/** Result of an example as a line. @param {unknown} value */
const shown = (value) => inspect(value, { breakLength: Infinity, depth: 4 });

let count = 0;
for (const [name, module] of modules) {
  const scope = { ...core, ...module, bars };
  const folder = join(ROOT, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  for (const file of files) {
    for (const [, call = '', expected] of readFileSync(join(folder, file), 'utf8').matchAll(LINE)) {
      count++;
      let got;
      try {
        // oxlint-disable-next-line typescript/no-implied-eval -- text of this repository
        got = shown(new Function(...Object.keys(scope), `return (${call});`)(...Object.values(scope)));
      } catch (error) {
        got = String(error);
      }
      if (got === expected) continue;
      process.stdout.write(`packages/${name}/src/${file}: ${call} expected ${expected}, got ${got}\n`);
      process.exitCode = 1;
    }
  }
}
process.stderr.write(`${count} examples\n`);
