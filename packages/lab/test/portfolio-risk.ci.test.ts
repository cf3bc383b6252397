/** The study of portfolio risk on a few days of real bars: its forecasts and outcomes by a second way. */

import { openModel } from '@barograph/nowcast';
import { RISK_V1 } from '@barograph/risk';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { randomBooks } from '../studies/portfolio-books.ts';
import { historicalTails, outcomesOf, testBars } from '../studies/portfolio-forecasts.ts';
import { studyBars, studyPanel } from '../studies/portfolio-inputs.ts';
import { ENGINE, runHorizon } from '../studies/portfolio-run.ts';

const DATA = '../shared/data';
const missing = existsSync(`${DATA}/ohlcv_1h`) ? '' : ' (needs ../shared/data)';
const DAY = 86_400_000;

it.skipIf(missing !== '')(`tests every model on real days${missing}`, async () => {
  const bars = await studyBars(DATA);
  const [from, to] = [Date.UTC(2024, 7, 1), Date.UTC(2024, 7, 13)];
  const model = openModel(readFileSync('models/nowcast/2026.12.0/model.json', 'utf8'));
  const panel = studyPanel(bars, model, from, to);
  const books = randomBooks({ seed: 'slice', each: 1, coins: panel.coins.length });
  const span = { horizon: 'h24', from, to, config: RISK_V1 } as const;
  const tested = testBars(panel, span);
  expect(panel.coins.slice(0, 2).map(({ coin }) => coin)).toEqual(['BTC', 'ETH']);

  // Outcomes by closes, and the tail of history by a sort.
  const closeOf = (coin: string, time: number): number => {
    const { bars: own } = bars.coins.find((other) => other.coin === coin)!;
    return own.close[own.time.indexOf(time - 3_600_000)]!;
  };
  for (const book of books) {
    const profit = (begin: number): number =>
      panel.coins.reduce(
        (sum, { coin }, i) => sum + book.weights[i]! * (closeOf(coin, begin + DAY) / closeOf(coin, begin) - 1),
        0,
      );
    const outcomes = outcomesOf(tested, book);
    expect(outcomes).toHaveLength(12);
    for (const [k, outcome] of outcomes.entries()) expect(outcome).toBeCloseTo(profit(from + k * DAY), 5);
  }
  const alone = { ...books[0]!, weights: Float64Array.from(panel.coins, ({ coin }) => Number(coin === 'BTC')) };
  const history = Array.from({ length: 500 * 24 }, (_, h) => {
    const end = from - h * 3_600_000;
    return closeOf('BTC', end) / closeOf('BTC', end - DAY) - 1;
  }).toSorted((a, b) => a - b);
  const { quantile, shortfall } = historicalTails(panel, tested)(alone)[1]![0]!;
  expect(quantile).toBeCloseTo(history[599]!, 5);
  expect(shortfall).toBeCloseTo(history.slice(0, 600).reduce((sum, value) => sum + value, 0) / 600, 5);

  const report = runHorizon(panel, books, span);
  expect([report.rows, report.levels.map(({ level }) => level)]).toEqual([12, [0.01, 0.05]]);
  for (const { summaries } of report.levels) {
    const all = summaries.filter(({ kind }) => kind === 'all');
    expect(all).toHaveLength(6);
    expect(all.filter(({ inSet }) => inSet > 0).length).toBeGreaterThan(0);
    for (const { coverage, fz0, books: count } of all) {
      // Hits are whole numbers of the origins of all books.
      expect(Math.abs(coverage * 12 * count - Math.round(coverage * 12 * count))).toBeLessThan(1e-9);
      expect([coverage >= 0 && coverage <= 1, Number.isFinite(fz0), count]).toEqual([true, true, 4]);
    }
  }
  // The crash of 5 August is a hit of long books by every model that could not see it.
  expect(report.levels[1]!.summaries.find(({ model, kind }) => model === ENGINE && kind === 'long only')!.coverage).toBeGreaterThan(0); // prettier-ignore
});
