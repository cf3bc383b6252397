/**
 * Refits under two rules of acceptance: how many are refused, and how far the labels of what goes into force agree with
 * those of the model before it, on the 90 days before each refit. Of Bitcoin alone, or with coins of the panel beside it.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-refits.evidence.ts [--months 1] [--every 0] [--iterations 60] [--rules training/3]`
 */

import { parseArgs } from 'node:util';
import { describeProblem, HOUR_MS } from '@barograph/core';
import { readBars, readBarsFolder } from '@barograph/files';
import { observe, type HmmParameters } from '@barograph/nowcast';
import { createHistory, fitRegimes, TRAINING_V2, TRAINING_V3, type Model, type TrainingConfig } from '../src/index.ts';
import { mean } from './statistics.ts';

const DATA = '../shared/data/ohlcv_1h';
const { values: flags } = parseArgs({
  options: {
    months: { type: 'string', default: '1' },
    every: { type: 'string', default: '0' },
    iterations: { type: 'string', default: '60' },
    rules: { type: 'string', default: 'training/2,training/3' },
  },
});
/** Hours between learning and the refit, and hours whose labels are compared. */
const PURGE = 120;
const COMPARED = 90 * 24;

const market = await readBars(`${DATA}/binance_spot/BTCUSDT.csv.gz`);
if (!market.ok) throw new Error(describeProblem(market.error));
const btc = observe(market.value.candles);
const every = Number(flags.every);
const folder = every === 0 ? undefined : await readBarsFolder(`${DATA}/binance_usdm_perp`);
if (folder !== undefined && !folder.ok) throw new Error(describeProblem(folder.error));
const panel = folder?.value.files.filter((_, i) => i % every === 0).map(({ candles }) => observe(candles)) ?? [];

/** Labels of a model over the hours before a moment. */
function labelsOf(model: Model, end: number): Int32Array {
  const last = Math.round((end - btc.time[0]!) / HOUR_MS);
  const first = Math.max(0, last - COMPARED - 2_000);
  const cut = (column: Float64Array): Float64Array => column.subarray(first, last);
  const history = createHistory(model, {
    length: last - first,
    time: cut(btc.time),
    close: cut(btc.close),
    missing: btc.missing.subarray(first, last),
    columns: btc.columns.map(cut),
  });
  return history.labels.subarray(-COMPARED);
}

for (const given of [TRAINING_V2, TRAINING_V3].filter(({ version }) => flags.rules.split(',').includes(version))) {
  const config: TrainingConfig = { ...given, beta: 0.16, maxIterations: Number(flags.iterations) };
  let start: HmmParameters | undefined;
  let before: Model | undefined;
  const agreements: number[] = [];
  const refusals: string[] = [];
  let refits = 0;
  for (let month = 5; Date.UTC(2019, month) < Date.UTC(2025, 7); month += Number(flags.months)) {
    const cut = Date.UTC(2019, month);
    const fit = fitRegimes(btc, {
      version: `refit/${cut}`,
      to: cut - PURGE * HOUR_MS,
      config,
      panel,
      ...(start === undefined ? {} : { start }),
      ...(before === undefined ? {} : { before }),
    });
    refits++;
    start = fit.parameters;
    const now: Model = { parameters: fit.parameters, standardization: fit.standardization };
    if (before !== undefined) {
      const [was, is] = [labelsOf(before, cut), labelsOf(now, cut)];
      agreements.push(is.reduce((sum, label, t) => sum + Number(label === was[t]), 0) / is.length);
    }
    if (fit.checks.reason === null || before === undefined) before = now;
    else refusals.push(`${new Date(cut).toISOString().slice(0, 7)} ${fit.checks.reason}`);
  }
  const least = Math.min(...agreements);
  console.log(
    `${config.version}, ${panel.length} coins beside, every ${flags.months} months: ${refits} refits, ${refusals.length} refused; labels agree in ${(100 * mean(agreements)).toFixed(1)} % of the hours, at least ${(100 * least).toFixed(1)} %`,
  );
  for (const refusal of refusals) console.log(`  ${refusal}`);
}
