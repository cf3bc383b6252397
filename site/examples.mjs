// @ts-check
/**
 * Examples in doc comments, executed: every line `call; // → result` below an `@example`, after the lines before it, with
 * the exports of the built packages in scope, and `bars`: 260 days of a wave around 100. Those of the nowcast have
 * `model`, the shipped one, `hours`: 1,500 simulated ones, and `point`, the nowcast of the last of them. Prints those that
 * give something else; exit code 1 then.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ROOT } from './places.mjs';

const PACKAGES = ['core', 'indicators', 'volatility', 'stress', 'cycle', 'positioning', 'nowcast', 'files', 'contract'];
const COMMENT = /\/\*\*[^]*?\*\//g;
const LINE = /^(.+;) \/\/ → (.+)$/;

/** Further entries of packages. @type {Readonly<Record<string, readonly string[]>>} */
const ENTRIES = { nowcast: ['index', 'train'], stress: ['index', 'news', 'risk'] };

/** Everything that a package exports. @param {string} name @returns {Promise<readonly [string, Record<string, unknown>]>} */
async function load(name) {
  const files = (ENTRIES[name] ?? ['index']).map((file) => join(ROOT, 'packages', name, 'dist', `${file}.js`));
  return [name, Object.assign({}, ...(await Promise.all(files.map((file) => import(file)))))];
}
const modules = new Map(await Promise.all([...PACKAGES, 'simulator'].map(load)));
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

/** Simulated hours, the newest of the shipped models, and its nowcast of the last hour. */
function nowcastInputs() {
  const { createMarket, SIMULATOR_V1 } = modules.get('simulator') ?? {};
  const { start } = SIMULATOR_V1;
  const hours = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 1_500 * core.HOUR_MS);
  const models = join(ROOT, 'models');
  const { file } = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')).findLast(
    (/** @type {{ readonly id: string }} */ { id }) => id === 'nowcast',
  );
  const { createNowcast, openModel } = modules.get('nowcast') ?? {};
  const model = openModel(readFileSync(join(models, file), 'utf8'));
  const nowcast = createNowcast(model);
  const point = Array.from(hours.time, (_, i) => nowcast.next(core.barAt(hours, i))).at(-1);
  return { hours, model, point };
}

/** What examples of a package see beside the core and its own exports. @type {Readonly<Record<string, () => object>>} */
const INPUTS = {
  nowcast: nowcastInputs,
  contract: () => Object.assign({}, ...PACKAGES.map((name) => modules.get(name))),
};

/** Lines with a result, and the code of their example up to them. @param {string} comment */
function resultsOf(comment) {
  /** @type {{ readonly code: string, readonly call: string, readonly expected: string }[]} */
  const results = [];
  /** @type {readonly string[]} */
  let before = [];
  let inExample = false;
  for (const line of comment.split('\n').map((text) => text.replace(/^\s*\* ?/, ''))) {
    const [, call, expected] = LINE.exec(line) ?? [];
    if (line.startsWith('@')) [inExample, before] = [line.startsWith('@example'), []];
    else if (inExample) before = [...before, call ?? line];
    if (call === undefined || expected === undefined) continue;
    results.push({ code: inExample ? before.join('\n') : call, call, expected });
  }
  return results;
}

/** Result of an example as a line. @param {unknown} value */
const shown = (value) => inspect(value, { breakLength: Infinity, depth: 4 });

let count = 0;
for (const name of PACKAGES) {
  const scope = { ...core, ...INPUTS[name]?.(), ...modules.get(name), bars };
  const folder = join(ROOT, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- text of this repository
  const run = new Function(...Object.keys(scope), '$code', '"use strict"; return eval($code);');
  for (const file of files) {
    const comments = readFileSync(join(folder, file), 'utf8').match(COMMENT) ?? [];
    for (const { code, call, expected } of comments.flatMap(resultsOf)) {
      count++;
      let got;
      try {
        got = shown(run(...Object.values(scope), code));
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
