/** Moves of dollar, yields, gold, and of the correlation of bitcoin with stocks, in their own deviations. */

import { RISK_INPUTS_V2, type RiskInputsConfig } from './config.ts';
import { newestIndex, type TimedValues } from './series.ts';

/** Assets of policy risk. */
export const CROSS_ASSETS = ['dollar', 'us_10y', 'gold', 'btc_nasdaq'] as const;
/** Asset of policy risk. */
export type CrossAsset = (typeof CROSS_ASSETS)[number];

/** Daily series by asset; absent when unknown. */
export interface CrossAssetFeeds {
  /** Moment, epoch ms. */
  readonly asOf: number;
  /** Index that rises with the dollar. */
  readonly dollar?: TimedValues | undefined;
  /** Ten-year US yield, percent a year. */
  readonly us10y?: TimedValues | undefined;
  /** Gold, USD. */
  readonly gold?: TimedValues | undefined;
  readonly nasdaq?: TimedValues | undefined;
  /** Closes of Bitcoin's UTC days, at the times they became known. */
  readonly btc?: TimedValues | undefined;
}

/** Move of an asset, and its contribution. */
export interface CrossAssetMove {
  readonly asset: CrossAsset;
  /** Move: log return of dollar and gold, percentage points of the yield, change of the correlation. */
  readonly move: number;
  /** Standard deviation of earlier such moves. */
  readonly deviation: number;
  /** Number of moves behind the deviation. */
  readonly moves: number;
  /** Contribution move / deviation; a fall of dollar or yields counts 0, because it eases conditions. */
  readonly z: number;
}

type Transform = (value: number) => number;

/** Values known by `asOf`, oldest first; empty when the newest is stale. */
function knownValues(series: TimedValues | undefined, asOf: number, staleMs: number): readonly [number, number][] {
  if (series === undefined) return [];
  const last = newestIndex(series, asOf);
  if (last < 0 || asOf - series.time[last]! > staleMs) return [];
  return Array.from({ length: last + 1 }, (_, i): [number, number] => [series.time[i]!, series.value[i]!]).filter(
    ([, value]) => Number.isFinite(value),
  );
}

function moveOf(
  asset: CrossAsset,
  values: readonly number[],
  isRiseOnly: boolean,
  { crossAsset }: RiskInputsConfig,
): CrossAssetMove | null {
  const { move: span, deviation: most, leastMoves } = crossAsset;
  const moves = values.slice(span).map((value, i) => value - values[i]!);
  const move = moves.at(-1);
  const before = moves.slice(0, -1).slice(-most);
  if (move === undefined || before.length < leastMoves) return null;
  const mean = before.reduce((sum, one) => sum + one, 0) / before.length;
  const deviation = Math.sqrt(before.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (before.length - 1));
  if (!(deviation > 0)) return null;
  const z = move / deviation;
  return { asset, move, deviation, moves: before.length, z: isRiseOnly ? Math.max(0, z) : z };
}

/** Pearson correlation; NaN when a series does not move. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb))) : NaN;
}

/** Correlations of daily log returns at the times of the stocks, with Bitcoin as known then. */
function correlations(stocks: readonly [number, number][], btc: TimedValues, length: number): readonly number[] {
  const pairs = stocks.flatMap(([at, stock]): [number, number][] => {
    const i = newestIndex(btc, at);
    const close = i < 0 ? NaN : btc.value[i]!;
    return close > 0 && stock > 0 ? [[Math.log(stock), Math.log(close)]] : [];
  });
  const returns = pairs.slice(1).map(([stock, coin], i) => [stock - pairs[i]![0], coin - pairs[i]![1]] as const);
  return Array.from({ length: Math.max(0, returns.length - length + 1) }, (_, i) => {
    const span = returns.slice(i, i + length);
    return correlation(
      span.map(([stock]) => stock),
      span.map(([, coin]) => coin),
    );
  }).filter((value) => !Number.isNaN(value));
}

/**
 * Computes moves over five observations in standard deviations of the 250 earlier such moves: of dollar and ten-year
 * yield only rises, of gold and of the 20-day correlation of Bitcoin with the Nasdaq either way.
 *
 * @param config parameters. @default RISK_INPUTS_V2
 * @returns the moves; null with fewer than two: a single asset is not a cross-asset move.
 * @example
 * const time = Array.from({ length: 300 }, (_, i) => i * DAY_MS);
 * const gold = { time, value: time.map((_, i) => 2_000 + 10 * Math.sin(i) + (i > 295 ? 60 : 0)) };
 * const us10y = { time, value: time.map((_, i) => 4 + 0.05 * Math.sin(i / 2)) };
 * const moves = crossAssetMoves({ asOf: 299 * DAY_MS, gold, us10y });
 * moves?.map(({ asset, z }) => [asset, z.toFixed(1)]); // → [ [ 'us_10y', '0.0' ], [ 'gold', '5.8' ] ]
 * crossAssetMoves({ asOf: 299 * DAY_MS, gold }); // → null
 */
export function crossAssetMoves(
  feeds: CrossAssetFeeds,
  config: RiskInputsConfig = RISK_INPUTS_V2,
): readonly CrossAssetMove[] | null {
  const { asOf, btc } = feeds;
  const { staleMs, correlation: length, leastAssets } = config.crossAsset;
  const values = (series: TimedValues | undefined, transform: Transform): readonly number[] =>
    knownValues(series, asOf, staleMs)
      .map(([, value]) => transform(value))
      .filter(Number.isFinite);
  const stocks = knownValues(feeds.nasdaq, asOf, staleMs);
  const isBtcKnown = knownValues(btc, asOf, staleMs).length > 0;
  const known = [
    moveOf('dollar', values(feeds.dollar, Math.log), true, config),
    moveOf(
      'us_10y',
      values(feeds.us10y, (value) => value),
      true,
      config,
    ),
    moveOf('gold', values(feeds.gold, Math.log), false, config),
    moveOf('btc_nasdaq', btc === undefined || !isBtcKnown ? [] : correlations(stocks, btc, length), false, config),
  ].filter((move) => move !== null);
  return known.length < leastAssets ? null : known;
}
