// @ts-check
/**
 * Examples in doc comments, executed: every `@example` with a line `call; // → result`, or the result below it. They are
 * TypeScript; their other lines run too, and every such line must give its result. In scope are the exports of the built
 * package and of core, `bars`, 260 days of a wave around 100, and `hours`, the last 60 days of it; files are those of
 * `site/example-files`. Those of the nowcast have `model`, the shipped one, as `hours` 1,500 simulated ones, and `point`,
 * its nowcast of the last of them; those of the risk a `panel` of such hours of BTC and ETH; those of the lab also `months`, five of them by the hour, their `rows`, a walk-forward `small`
 * enough for them, and its `steps`; those of the contract the packages below it. Prints what gives something else; exit
 * code 1 then.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { transform } from 'esbuild';
import { load as loadPeer } from '../.ci/peers/load.mjs';
import { installed } from '../.ci/tools.mjs';
import { entriesOf, examplesOf, markedOf, PACKAGES } from './example-blocks.mjs';
import { ROOT, SITE } from './places.mjs';

/** All exports of a package's entries. @param {string} name @returns {Promise<Record<string, any>>} */
async function load(name) {
  const entries = [...entriesOf(name).values()];
  return Object.assign({}, ...(await Promise.all(entries.map((entry) => import(join(ROOT, entry.default))))));
}
const core = await load('core');
const close = (/** @type {number} */ day) => 100 + 20 * Math.sin(day / 20);
/** Bars of a wave. @param {number} from first day @param {number} days @param {number} step ms */
const wave = (from, days, step) =>
  core.candlesOf(
    Array.from({ length: (days * core.DAY_MS) / step }, (_, i) => {
      const time = from * core.DAY_MS + i * step;
      const [open, end] = [close(time / core.DAY_MS), close((time + step) / core.DAY_MS)];
      const volume = (10 * step) / core.DAY_MS;
      return { time, open, high: Math.max(open, end) + 1, low: Math.min(open, end) - 1, close: end, volume };
    }),
  );
const bars = wave(0, 260, core.DAY_MS);
const hours = wave(200, 60, core.HOUR_MS);

/** Simulated hours, the newest of the shipped models, and its nowcast of the last hour. */
async function nowcastInputs() {
  const { createMarket, SIMULATOR_V1 } = await load('simulator');
  const { createNowcast, openModel } = await load('nowcast');
  const { start } = SIMULATOR_V1;
  const until = start + 1_500 * core.HOUR_MS;
  const models = join(ROOT, 'models');
  const { file } = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')).findLast(
    (/** @type {{ readonly id: string }} */ { id }) => id === 'nowcast',
  );
  const hours = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, until);
  const model = openModel(readFileSync(join(models, file), 'utf8'));
  const nowcast = createNowcast(model);
  const point = Array.from(hours.time, (_, i) => nowcast.next(core.barAt(hours, i))).at(-1);
  return { hours, model, point };
}

/** A panel of the same hours of two coins. */
async function riskInputs() {
  const { createMarket, SIMULATOR_V1 } = await load('simulator');
  const nowcast = await load('nowcast');
  const { hours, model } = await nowcastInputs();
  const { start } = SIMULATOR_V1;
  const eth = createMarket(SIMULATOR_V1).candles('ETH', 'perpdex_perp', '1h', start, start + 1_500 * core.HOUR_MS);
  const { riskPanel } = await load('risk');
  const coins = [
    { coin: 'BTC', bars: hours },
    { coin: 'ETH', bars: eth },
  ];
  return { ...nowcast, hours, model, panel: riskPanel({ coins, model }) };
}

/** The same inputs with the nowcast, and the inputs of a training. */
async function labInputs() {
  return { ...(await load('nowcast')), ...(await nowcastInputs()), ...(await trainingInputs()) };
}

/** Five simulated months, and a walk-forward that asks for no more than that: one refit, few iterations, few paths. */
async function trainingInputs() {
  const { createMarket, SIMULATOR_V1 } = await load('simulator');
  const { observeFor, walkForwardSteps, WALK_FORWARD_V2 } = await load('lab');
  const { start } = SIMULATOR_V1;
  const until = start + 3_600 * core.HOUR_MS;
  const months = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, until);
  const { training, heads, monteCarlo } = WALK_FORWARD_V2;
  const few = { warmUpBars: 400, betas: [], validationHours: 700, maxIterations: 2, occupancyRows: 600 };
  const lenient = { leastOccupancy: 0, leastAnchored: 0 };
  const small = {
    ...WALK_FORWARD_V2,
    version: 'walk_forward/small',
    training: { ...training, version: 'training/small', ...few, ...lenient },
    heads: { ...heads, version: 'heads/small', stride: 16 },
    monteCarlo: { ...monteCarlo, version: 'monte_carlo/small', paths: 50 },
    ...{ firstHours: 2_000, stepMonths: 1, simulationStride: 48, leastSimulations: 20 },
  };
  const rows = observeFor(months, small.training);
  return { months, small, rows, steps: [...walkForwardSteps(rows, small)] };
}

const BELOW_CONTRACT = ['indicators', 'volatility', 'stress', 'cycle', 'positioning', 'nowcast', 'files', 'simulator'];
/** Additional inputs of a package's examples. @type {Readonly<Record<string, () => Promise<object>>>} */
const INPUTS = {
  nowcast: nowcastInputs,
  risk: riskInputs,
  lab: labInputs,
  contract: async () => Object.assign({}, ...(await Promise.all(BELOW_CONTRACT.map(load)))),
};

/** Result of an example as a line. @param {unknown} value */
const shown = (value) => inspect(value, { breakLength: Infinity, depth: 4 });

/**
 * Results of an example's marked lines in order; a line that throws yields its error.
 * @param {readonly string[]} lines @param {Record<string, unknown>} names @returns {Promise<readonly string[]>}
 */
async function resultsOf(lines, names) {
  /** @type {unknown[]} */
  const results = [];
  const statements = lines.map((line) => {
    const call = markedOf(line)?.call;
    return call === undefined ? line : `results.push(${call});`;
  });
  try {
    const { code } = await transform(`async () => {\n${statements.join('\n')}\n}`, { loader: 'ts' });
    const body = code.trim().replace(/;$/, '').replaceAll('import("apache-arrow")', 'loadPeer("apache-arrow")');
    // oxlint-disable-next-line typescript/no-implied-eval -- text of this repository
    const run = new Function('results', 'loadPeer', ...Object.keys(names), `return (${body})();`);
    await run(results, loadPeer, ...Object.values(names));
  } catch (error) {
    return [...results.map(shown), String(error)];
  }
  return results.map(shown);
}

installed('.ci/peers');
process.chdir(join(SITE, 'example-files'));
let count = 0;
for (const name of PACKAGES) {
  const examples = examplesOf(name);
  if (examples.length === 0) continue;
  const names = { ...core, bars, hours, ...(await INPUTS[name]?.()), ...(await load(name)) };
  for (const { file, lines, marked } of examples) {
    const got = await resultsOf(lines, names);
    for (const [i, { call, expected }] of marked.entries()) {
      count++;
      if (got[i] === expected) continue;
      process.stdout.write(`${file}: ${call} expected ${expected}, got ${got[i] ?? 'nothing'}\n`);
      process.exitCode = 1;
    }
  }
}
process.stderr.write(`${count} examples\n`);
