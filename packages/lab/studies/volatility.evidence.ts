/**
 * Evidence on the volatility regime over real coins: share of each label, changes per coin-year, length of spells. Run
 * by hand; it prints figures and writes nothing.
 *
 *     node --import tsx --conditions source packages/lab/studies/volatility.evidence.ts [folder of 1h bars] [first day] [end day]
 */

import {
  DAY_MS,
  describeProblem,
  firstAtOrAfter,
  quantile,
  resample,
  sliceCandles,
  type Candles,
} from '@barograph/core';
import { readBarsFolder } from '@barograph/files';
import {
  indexAt,
  pastMarketDays,
  notional30,
  SENTIMENTS,
  VOLATILITY_BANDS,
  VOLATILITY_REGIMES,
  volatilityRegime,
  volatilityScore,
  withIndexDay,
  type IndexHistory,
  type PastRow,
  type VolatilityRegime,
} from '@barograph/volatility';
import { mean } from './statistics.ts';

const [folder = '../shared/data/ohlcv_1h/binance_usdm_perp', from = '2020-10-23', to = '2024-06-16'] =
  process.argv.slice(2);
/** Coins with a history as long as this in the span are in the sample. */
const MIN_DAYS = 1_300;

type Labels = readonly (VolatilityRegime | null)[];

function spells(labels: Labels): number[] {
  const lengths: number[] = [];
  let length = 0;
  labels.forEach((label, i) => {
    if (label === null) return;
    length++;
    if (labels[i + 1] !== label) {
      // The first and the last spell of a coin are cut off, and are not measured.
      if (labels[i - length] != null && labels[i + 1] != null) lengths.push(length);
      length = 0;
    }
  });
  return lengths;
}

function report(name: string, coins: readonly Labels[]): void {
  const all = coins.flatMap((labels) => labels.filter((label) => label !== null));
  const share = (regime: VolatilityRegime): string =>
    `${regime} ${(all.filter((label) => label === regime).length / all.length).toFixed(3)}`;
  const changes = coins
    .map((labels) => labels.filter((label, i) => label !== null && labels[i - 1] != null && labels[i - 1] !== label))
    .reduce((sum, list) => sum + list.length, 0);
  const lengths = coins.flatMap(spells);
  const short = lengths.filter((length) => length <= 2).length / lengths.length;
  console.log(`${name}: ${VOLATILITY_REGIMES.map(share).join(', ')}`);
  console.log(
    `  ${(changes / (all.length / 365)).toFixed(1)} changes a coin-year; spells: mean ${mean(lengths).toFixed(1)} days, ` +
      `median ${quantile(lengths, 0.5)}, ${(100 * short).toFixed(0)} % of 2 days or less`,
  );
}

const read = await readBarsFolder(folder);
if (!read.ok) {
  console.error(`nothing to read: ${describeProblem(read.error)}`);
  process.exit(2);
}
const within = (bars: Candles): Candles =>
  sliceCandles(bars, firstAtOrAfter(bars, Date.parse(from)), firstAtOrAfter(bars, Date.parse(to)));
const days = read.value.files
  .map(({ symbol, candles }) => ({ symbol, daily: resample(within(candles), '1h', '1d').bars }))
  .filter(({ daily }) => daily.length >= MIN_DAYS && daily.time[0]! <= Date.parse(from) + 2 * DAY_MS);
const started = performance.now();
const coins = days.map(({ daily }) => volatilityRegime(daily));
const total = days.reduce((sum, { daily }) => sum + daily.length, 0);
console.log(
  `${days.length} coins, ${total} coin-days, ${((1e6 * (performance.now() - started)) / total / 1e3).toFixed(1)} µs a day`,
);
report(
  'raw',
  coins.map(({ rawRegime }) => rawRegime),
);
// The config was measured on the same span of 28 coins; those that a folder lacks move the last digits.
console.log('  expected: 0.11, 0.15, 0.23, 0.12, 0.39; 70 changes');
report(
  'published',
  coins.map(({ regime }) => regime),
);
const ratios = coins.flatMap(({ termStructureRatio }) =>
  [...termStructureRatio].filter((ratio) => !Number.isNaN(ratio)),
);
console.log(
  `term ratio at 5/25/50/75/90/95 %, expected 0.53 0.73 0.91 1.13 1.39 1.56: ${[0.05, 0.25, 0.5, 0.75, 0.9, 0.95].map((p) => quantile(ratios, p).toFixed(2)).join(' ')}`,
);
const floor = coins.flatMap(({ volTargetMultiplier }) => [...volTargetMultiplier].filter((m) => m === 0.25));
console.log(`days with the multiplier at its floor: ${floor.length}`);

/** Rows that the service would have served on every date. */
function* rowsOf(): Generator<PastRow> {
  const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);
  for (const [k, { symbol, daily }] of days.entries()) {
    const of = coins[k]!;
    const weights = notional30(daily);
    for (let i = 0; i < daily.length; i++) {
      yield {
        symbol: symbol.replace(/USDT$/, ''),
        computedFrom: daily.time[i]!,
        regime: of.regime[i]!,
        rvGk7: defined(of.rvGk7[i]!),
        rvGk30: defined(of.rvGk30[i]!),
        volPctile30: defined(of.volPctile30[i]!),
        termStructureRatio: defined(of.termStructureRatio[i]!),
        notional30: defined(weights[i]!),
        isStable: false,
      };
    }
  }
}

let history: IndexHistory = [];
const sentiments: string[] = [];
const bands: string[] = [];
const levels: number[] = [];
const scores: number[] = [];
for (const day of pastMarketDays(rowsOf())) {
  const point = indexAt(history, day.market, day.date);
  const score = volatilityScore(day.market, point.cviPctile30);
  history = withIndexDay(history, day, false);
  if (point.partial || point.sentiment === null || score.composite === null || score.band === null) continue;
  sentiments.push(point.sentiment);
  bands.push(score.band);
  levels.push(point.cviRealized30!);
  scores.push(score.composite);
}
const shares = (names: readonly string[], list: readonly string[]): string =>
  names.map((name) => `${name} ${(list.filter((one) => one === name).length / list.length).toFixed(2)}`).join(', ');
const quantiles = (list: readonly number[]): string =>
  [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => quantile(list, p).toFixed(1)).join(' ');
console.log(
  `index of ${levels.length} dates: level at 5/25/50/75/95 % ${quantiles(levels)}; ${shares(SENTIMENTS, sentiments)}`,
);
console.log(`score at 5/25/50/75/95 %: ${quantiles(scores)}; ${shares(VOLATILITY_BANDS, bands)}`);
