/**
 * Daily history of the volatility index: one point per UTC date, from the rows of the last complete day, added after
 * the snapshot hour of the date. A date without capture (before the service ran, or while it was down) is reconstructed
 * from the same rows and marked.
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
  /** Whether the point was reconstructed instead of captured live. */
  readonly backfilled: boolean;
}

/** Points oldest first, at most as many as the index is ranked among. Plain JSON. */
export type IndexHistory = readonly IndexHistoryPoint[];

/** Market values of a past day. */
export interface PastMarketDay {
  /** Midnight of the UTC date, epoch ms. */
  readonly date: number;
  readonly market: MarketVolatility;
}

/**
 * Computes the current index against earlier dates: a point of today's date does not count.
 *
 * @param asOf moment of the index, epoch ms.
 * @param config parameters. @default VOLATILITY_INDEX_V1
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
 * Adds a date to the history. A date not after the last one changes nothing: a published point never changes.
 *
 * @param captured whether the market was captured on that date. Before `config.liveFrom` no point counts as live.
 * @param config parameters. @default VOLATILITY_INDEX_V1
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
 * Adds today's date to the history, once, after the snapshot hour.
 *
 * @param asOf epoch ms.
 * @param config parameters. @default VOLATILITY_INDEX_V1
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

/** Row of a coin on a past day; never stale. */
export interface PastRow extends Omit<MarketRow, 'stale'> {
  /** Open of the complete day, epoch ms. */
  readonly computedFrom: number;
}

/**
 * Market values of each date of past rows, in order: rows of a complete day belong to the next date. A coin without a
 * row on a day does not count there.
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
