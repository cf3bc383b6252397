// @ts-check
/**
 * Examples in doc comments, executed: every `@example` with a line `call; // → result`, or the result below it. They are
 * TypeScript; their other lines run too, and every such line must give its result. In scope are the exports of the built
 * package and of core, `bars`, 260 days of a wave around 100, and `hours`, the last 60 days of it; files are those of
 * `site/example-files`. Prints what gives something else; exit code 1 then.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { transform } from 'esbuild';
import { ROOT, SITE } from './places.mjs';

const BLOCK = /^[ \t]*\* @example[ \t]*\n((?:[ \t]*\*(?![/]| @).*\n)+)/gm;
const LINE = /^(.+); \/\/ → (.+)$/;

/** The parts of a manifest that say where its entries are built. @typedef {{ exports?: Record<string, unknown> }} Manifest */

/** Everything that a package exports, from all its entries. @param {string} name @returns {Promise<Record<string, unknown>>} */
async function load(name) {
  const folder = join(ROOT, 'packages', name);
  /** @type {Manifest} */
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap((target) =>
    typeof target === 'object' && target !== null && 'source' in target && 'default' in target ? [target.default] : [],
  );
  return Object.assign({}, ...(await Promise.all(entries.map((entry) => import(join(folder, String(entry)))))));
}
const core = /** @type {typeof import('@barograph/core')} */ (await load('core'));
const close = (/** @type {number} */ day) => 100 + 20 * Math.sin(day / 20);
/** Bars of a wave. @param {number} from first day @param {number} days @param {number} step ms */
const wave = (from, days, step) =>
  core.candlesOf(
    Array.from({ length: (days * core.DAY_MS) / step }, (_, i) => {
      const time = from * core.DAY_MS + i * step;
      const [open, end] = [close(time / core.DAY_MS), close((time + step) / core.DAY_MS)];
      return {
        time,
        open,
        high: Math.max(open, end) + 1,
        low: Math.min(open, end) - 1,
        close: end,
        volume: (10 * step) / core.DAY_MS,
      };
    }),
  );
const bars = wave(0, 260, core.DAY_MS);
const hours = wave(200, 60, core.HOUR_MS);

/** Result of an example as a line. @param {unknown} value */
const shown = (value) => inspect(value, { breakLength: Infinity, depth: 4 });

/**
 * Results of an example's marked lines, in order; of a line that throws, what it throws.
 * @param {readonly string[]} lines @param {Record<string, unknown>} scope @returns {Promise<readonly unknown[]>}
 */
async function resultsOf(lines, scope) {
  /** @type {unknown[]} */
  const results = [];
  const body = lines.map((line) => {
    const call = LINE.exec(line)?.[1];
    return call === undefined ? line : `results.push(${call});`;
  });
  try {
    const { code } = await transform(`async () => {\n${body.join('\n')}\n}`, { loader: 'ts' });
    // oxlint-disable-next-line typescript/no-implied-eval -- text of this repository
    const run = new Function('results', ...Object.keys(scope), `return (${code.trim().replace(/;$/, '')})();`);
    await run(results, ...Object.values(scope));
  } catch (error) {
    return [...results.map(shown), String(error)];
  }
  return results.map(shown);
}

process.chdir(join(SITE, 'example-files'));
let count = 0;
for (const name of readdirSync(join(ROOT, 'packages'))) {
  const folder = join(ROOT, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  /** @type {Record<string, unknown> | undefined} Loaded for the first example. */
  let scope;
  for (const file of files) {
    for (const [, block = ''] of readFileSync(join(folder, file), 'utf8').matchAll(BLOCK)) {
      const text = block.trimEnd().replaceAll(/^[ \t]*\* ?/gm, '');
      const lines = text.replaceAll(';\n// → ', '; // → ').split('\n');
      const marked = lines.flatMap((line) => {
        const [, call, expected] = LINE.exec(line) ?? [];
        return call === undefined ? [] : [{ call, expected }];
      });
      if (marked.length === 0) continue;
      scope ??= { ...core, ...(await load(name)), bars, hours };
      const got = await resultsOf(lines, scope);
      for (const [i, { call, expected }] of marked.entries()) {
        count++;
        if (got[i] === expected) continue;
        process.stdout.write(
          `packages/${name}/src/${file}: ${call} expected ${expected}, got ${got[i] ?? 'nothing'}\n`,
        );
        process.exitCode = 1;
      }
    }
  }
}
process.stderr.write(`${count} examples\n`);
