/**
 * Other numbers of the risk config, on the two years before the test of portfolio risk: every second midnight from 2022-07 to the middle of
 * 2024-06. It prints Markdown.
 *
 *     node --import tsx --conditions source packages/lab/studies/portfolio-tuning.evidence.ts [--data ../shared/data] [--model FILE]
 *
 * The nowcast is that of the test, so its HAR+ has learnt these hours; all rows of the table share it.
 */

import { HOUR_MS } from '@barograph/core';
import { openModel } from '@barograph/nowcast';
import { RISK_V1, type RiskConfig } from '@barograph/risk';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fz0Loss } from '../src/index.ts';
import { table } from '../src/markdown.ts';
import { randomBooks } from './portfolio-books.ts';
import { engineTails, outcomesOf, testBars } from './portfolio-forecasts.ts';
import { PURGE, studyBars, studyPanel, trainBefore } from './portfolio-inputs.ts';
import { LEVELS } from './portfolio-tails.ts';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    model: { type: 'string' },
  },
});
const [from, to] = [Date.UTC(2022, 6, 1), Date.UTC(2024, 5, 15)];
const TRIED: Readonly<Record<string, Partial<RiskConfig>>> = {
  'risk/1': {},
  'half-life of 6 months': { halflife: 4_380 },
  'half-life of 3 months': { halflife: 2_190 },
  'half-life of 6 months, shrinkage 0.2': { halflife: 4_380, shrinkage: 0.2, otherShock: 0.3 },
  'half-life of 3 months, shrinkage 0.2': { halflife: 2_190, shrinkage: 0.2, otherShock: 0.3 },
};

const bars = await studyBars(flags.data);
const model =
  flags.model === undefined
    ? trainBefore(bars, Date.UTC(2024, 6, 1) - PURGE * HOUR_MS)
    : openModel(readFileSync(flags.model, 'utf8'));
const panel = studyPanel(bars, model, from, to);
const books = randomBooks({ seed: 'portfolio-tuning/1', each: 15, coins: panel.coins.length });
const all = testBars(panel, { horizon: 'h24', from, to, config: RISK_V1 });
// Every second bar: neighbours tell much the same.
const every = <T>(values: ArrayLike<T>): T[] => Array.from(values).filter((_, k) => k % 2 === 0);
const tested = {
  ...all,
  origins: Int32Array.from(every(all.origins.subarray(all.first, all.end))),
  returns: all.returns.map((column) => Float64Array.from(every(column.subarray(all.first, all.end)))),
};
const half = { ...tested, first: 0, end: tested.origins.length };
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const outcomes = books.map((book) => outcomesOf(half, book));

const rows: (string | number)[][] = [];
for (const [name, changes] of Object.entries(TRIED)) {
  const { tails } = engineTails(panel, half, books, { ...RISK_V1, ...changes });
  const cells = LEVELS.flatMap((level, l) => {
    const shares = books.map((_, b) =>
      mean(Array.from(outcomes[b]!, (x, k) => Number(x < tails[b]![l]![k]!.quantile))),
    );
    const losses = books.map((_, b) => mean(Array.from(outcomes[b]!, (x, k) => fz0Loss(x, tails[b]![l]![k]!, level))));
    const misses = shares.map((share) => Math.abs(share - level));
    return [
      `${(100 * mean(shares)).toFixed(2)} %`,
      (100 * mean(misses)).toFixed(2),
      `${Math.round(100 * mean(misses.map((miss) => Number(miss <= 0.01))))} %`,
      mean(losses).toFixed(4),
    ];
  });
  rows.push([name, ...cells]);
  console.error(rows.at(-1)!.join(' | '));
}
const head = LEVELS.flatMap((level) => [`hits, ${100 * level} %`, 'mean miss, points', 'within ±1 point', 'FZ0']);
console.log(`# Other numbers of risk/1, on the two years before its test

Written by \`packages/lab/studies/portfolio-tuning.evidence.ts\`. ${half.end} origins, every second midnight from 2022-07-01 to 2024-06-14, ${books.length} random books of
${panel.coins.length} Binance USDT-M perps, 24 hours ahead. HAR+ has learnt these hours, in every row. "Mean miss" is the mean distance of a book's share of
hits from the level. A row would replace risk/1 if it had less of that at 5 % and no higher FZ0 at either level.

${table(['config', ...head], rows)}`);
