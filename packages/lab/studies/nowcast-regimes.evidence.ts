/**
 * The market in each regime of the shipped model: volatility of the next day over that of the month, share
 * of hours that a fall of more than 5 % follows within a day, and return of the next day in standard deviations; each
 * with its interval of whole weeks. These are the figures of the catalogue.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-regimes.evidence.ts`
 */

import { readFileSync } from 'node:fs';
import { describeProblem } from '@barograph/core';
import { readBars } from '@barograph/files';
import { loadModel, REGIMES } from '@barograph/nowcast';
import { regimeFigures, type RegimeFigure } from './regime-figures.ts';

const bars = await readBars('../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz');
if (!bars.ok) throw new Error(describeProblem(bars.error));
const model = loadModel(readFileSync('models/nowcast/2026.11.0/model.json', 'utf8'));
if (!model.ok) throw new Error(describeProblem(model.error));

const text = ({ mean, low, high }: RegimeFigure): string =>
  `${mean.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`;
const figures = regimeFigures(model.value, bars.value.candles);
console.log('| | hours | volatility | falls of 5 % | drift |');
for (const [id, regime] of REGIMES.entries()) {
  const { hours, volatility, drawdown, drift } = figures[id]!;
  console.log(`| ${regime} | ${hours} | ${text(volatility)} | ${text(drawdown)} | ${text(drift)} |`);
}
