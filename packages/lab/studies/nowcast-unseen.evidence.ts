/**
 * The nowcast on thirteen months that it had not seen, 2024-07 to 2025-07, without a refit: every head against its base rate, the
 * simulated day and its tails, before and after the online recalibration, on the same hours. The model is trained as
 * 2026.12.0 is, on the hours until 2024-06-26; hours are read as a host reads them. It prints Markdown.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-unseen.evidence.ts [--from 2024-07-01] [--to 2025-08-01] [--rates .001,.003]`; `--rates` tries
 * other steps of the quantiles, on hours before those of the test.
 */

import { parseArgs } from 'node:util';
import { describeProblem, HOUR_MS, sliceCandles } from '@barograph/core';
import { readBars, readBarsFolder, READ_LIMITS_V1 } from '@barograph/files';
import { artifactText, modelFor, openModel, withoutRecalibration } from '@barograph/nowcast';
import { observeFor, panelRows, trainNowcast, TRAINING_V4 } from '../src/index.ts';
import { classShares, ratesTable, report, type Compared } from './unseen-report.ts';
import { runScope, type UnseenScope } from './unseen-scope.ts';

const DATA = '../shared/data/ohlcv_1h';
const { values: flags } = parseArgs({
  options: {
    from: { type: 'string', default: '2024-07-01' },
    to: { type: 'string', default: '2025-08-01' },
    rates: { type: 'string', default: '' },
  },
});
const [from, to] = [Date.parse(flags.from), Date.parse(flags.to)];
/** Hours between learning and testing. */
const PURGE = 120;
/** Hours before the first that is scored in which the recalibration already learns. */
const LEARNT = 40 * 24;
/** A coin is tested with this many midnights, and so many rows before. */
const [LEAST_DAYS, LEAST_ROWS] = [365, 60 * 24];
const limits = { ...READ_LIMITS_V1, version: 'read-limits/study' as const, baseMs: 120_000 };

const market = await readBars(`${DATA}/binance_spot/BTCUSDT.csv.gz`, { limits });
if (!market.ok) throw new Error(describeProblem(market.error));
const folder = await readBarsFolder(`${DATA}/binance_usdm_perp`, { limits });
if (!folder.ok) throw new Error(describeProblem(folder.error));
const names = folder.value.files.map(({ symbol }) => symbol.replace(/USDT$/, ''));
const candles = folder.value.files.map((file) => file.candles);

// β is that of the shipped model: trying others would change no row of the tables
const config = { ...TRAINING_V4, beta: 0.16, betas: [] };
const trainedTo = from - PURGE * HOUR_MS;
const panel = panelRows({ candles, names, files: [] }, config);
const artifact = trainNowcast(observeFor(market.value.candles, config), { modelVersion: 'unseen-1', config, to: trainedTo, panel }); // prettier-ignore
const model = openModel(artifactText(artifact));
const plain = withoutRecalibration(model);
console.error('trained');

const rates = flags.rates === '' ? [] : flags.rates.split(',').map(Number);
const tried = rates.map((rate) => [rate, [] as UnseenScope[]] as const);
const compared: Compared[] = [];
for (const [i, bars] of [market.value.candles, ...candles].entries()) {
  const name = i === 0 ? 'market' : names[i - 1]!;
  if (bars.time.findIndex((time) => time >= trainedTo) < LEAST_ROWS) continue;
  const own = modelFor(model, name);
  const learnt = runScope(own, name, bars, { from: -Infinity, to: trainedTo, simulate: false });
  const span = { from, to, simulate: true };
  const recent = bars.time.findIndex((time) => time >= from - LEARNT * HOUR_MS);
  const tail = sliceCandles(bars, recent, bars.length);
  const after = runScope(own, name, tail, span);
  if (after.days.filter(({ simulated }) => simulated !== null).length < LEAST_DAYS) continue;
  compared.push({ base: classShares(learnt), before: runScope(modelFor(plain, name), name, tail, span), after });
  for (const [quantileRate, scopes] of tried) {
    const recalibrates = { ...own.recalibrates!, config: { ...own.recalibrates!.config, quantileRate } };
    scopes.push(runScope({ ...own, recalibrates }, name, tail, span));
  }
  console.error(name);
}
console.log(report(compared));
if (tried.length > 0) console.log(`## Other rates of the quantiles\n\n${ratesTable(compared, tried)}`);
