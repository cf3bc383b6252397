/**
 * The daily history of the volatility index: one point per UTC date, taken from the rows of the last completed day once
 * the snapshot hour of the date has come. A date that was not captured (before the service ran, or while it was down)
 * is reconstructed from the same rows, and says so.
 */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { marketVolatility, type MarketRow, type MarketVolatility } from './market.ts';
import {
  VOLATILITY_INDEX_V1,
  volatilityIndexPoint,
  type VolatilityIndexConfig,
  type VolatilityIndexPoint,
} from './volatility-index.ts';

/** Index of one UTC date. */
export interface IndexHistoryPoint extends VolatilityIndexPoint {
  /** Midnight of the UTC date, epoch ms. */
  readonly date: number;
  /** The point was reconstructed, not taken live. */
  readonly backfilled: boolean;
}

/** Oldest first, at most as many as the index is ranked among. Plain JSON. */
export type IndexHistory = readonly IndexHistoryPoint[];

/** Market values of a past day. */
export interface PastMarketDay {
  /** Midnight of the UTC date, epoch ms. */
  readonly date: number;
  readonly market: MarketVolatility;
}

/**
 * The index of this moment, against the dates before it: a point of today's date does not count.
 *
 * @example
 * const about = { notional30: 1e9, pegged: false, staleCycles: 0, daily: bars, asOf: 260 * DAY_MS };
 * const market = marketVolatility([volatilityRow({ symbol: 'BTC', source: 'perpdex_perp', ...about })]);
 * indexAt([], market, 260 * DAY_MS).cviRealized30?.toFixed(1); // → '39.7'
 */
export function indexAt(
  history: IndexHistory,
  market: MarketVolatility,
  asOf: number,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): VolatilityIndexPoint {
  const today = bucketOpen(asOf, DAY_MS);
  return volatilityIndexPoint(
    market,
    history.filter(({ date }) => date < today),
    config,
  );
}

/**
 * The history with one more date. A date that is not after the last one changes nothing: a point that was published
 * stays as it is.
 *
 * @param captured whether the market was seen on that date itself. Before `config.liveFrom` no point counts as live.
 * @example
 * const day = { date: 300 * DAY_MS, market: marketVolatility([]) };
 * const history = withIndexDay([], day, true);
 * history.length; // → 1
 * withIndexDay(history, day, true) === history; // → true
 */
export function withIndexDay(
  history: IndexHistory,
  { date, market }: PastMarketDay,
  captured: boolean,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): IndexHistory {
  const last = history.at(-1);
  if (last !== undefined && date <= last.date) return history;
  const backfilled = !captured || date < config.liveFrom;
  const point = { date, ...volatilityIndexPoint(market, history, config), backfilled };
  return [...history, point].slice(-config.percentile.days);
}

/**
 * The history after a moment: today's date is added from the snapshot hour on, once.
 *
 * @param asOf epoch ms.
 * @example
 * const market = marketVolatility([]);
 * withIndexSnapshot([], market, 300 * DAY_MS); // → []
 * withIndexSnapshot([], market, 300 * DAY_MS + VOLATILITY_INDEX_V1.snapshotAfterMs).length; // → 1
 */
export function withIndexSnapshot(
  history: IndexHistory,
  market: MarketVolatility,
  asOf: number,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): IndexHistory {
  const date = bucketOpen(asOf, DAY_MS);
  return asOf < date + config.snapshotAfterMs ? history : withIndexDay(history, { date, market }, true, config);
}

/** Row of a coin on a past day, which is never stale. */
export interface PastRow extends Omit<MarketRow, 'stale'> {
  /** Open of the completed day, epoch ms. */
  readonly computedFrom: number;
}

/**
 * Market values of every date of past rows, in order: the rows of a completed day are those seen on the next date.
 * Coins that had no row on a day are not in it.
 *
 * @example
 * const tracker = createIndexTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * const days = pastMarketDays(tracker.past.map((day) => ({ ...day, symbol: 'BTC', isStable: false })));
 * [days.length, days[0].date === DAY_MS]; // → [ 260, true ]
 */
export function pastMarketDays(rows: Iterable<PastRow>): PastMarketDay[] {
  const byDate = new Map<number, MarketRow[]>();
  for (const past of rows) {
    const row = { ...past, stale: false };
    const date = bucketOpen(row.computedFrom, DAY_MS) + DAY_MS;
    const sameDate = byDate.get(date);
    if (sameDate === undefined) byDate.set(date, [row]);
    else sameDate.push(row);
  }
  return [...byDate.entries()]
    .sort(([a], [b]) => a - b)
    .map(([date, sameDate]) => ({ date, market: marketVolatility(sameDate) }));
}
