/**
 * The daily history of the volatility index: one point per UTC date, taken from the rows of the last completed day once
 * the snapshot hour of the date has come. A date that nobody took (before the service ran, or while it was down) is
 * reconstructed from the same rows, and says so.
 */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { marketVolatility, type MarketRow, type MarketVolatility } from './market.ts';
import {
  createVolatilityIndex,
  VOLATILITY_INDEX_V1,
  type VolatilityIndexConfig,
  type VolatilityIndexPoint,
  type VolatilityIndexSnapshot,
} from './volatility-index.ts';

export interface IndexHistoryPoint extends VolatilityIndexPoint {
  /** Midnight of the UTC date, epoch ms. */
  readonly date: number;
  /** The point was reconstructed, not taken live. */
  readonly backfilled: boolean;
}

/** What the market was on a date. */
export interface MarketDay {
  readonly date: number;
  readonly market: MarketVolatility;
}

/** Plain JSON. `index` holds the dates before `last`, so that a moment of the last date is not ranked against itself. */
export interface IndexHistory {
  readonly points: readonly IndexHistoryPoint[];
  readonly index: VolatilityIndexSnapshot | null;
  readonly last: MarketDay | null;
}

export const NO_INDEX_HISTORY: IndexHistory = Object.freeze({ points: Object.freeze([]), index: null, last: null });

/** The index as it stands before `date`. */
function before(date: number, history: IndexHistory, config: VolatilityIndexConfig) {
  const index = createVolatilityIndex(config, history.index ?? undefined);
  if (history.last !== null && history.last.date < date) index.next(history.last.market);
  return index;
}

/** The index of this moment, against the dates before it. */
export function indexAt(
  history: IndexHistory,
  market: MarketVolatility,
  asOf: number,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): VolatilityIndexPoint {
  return before(bucketOpen(asOf, DAY_MS), history, config).peek(market);
}

/**
 * The history with one more date. A date that is not after the last one changes nothing: a point that was published
 * stays as it is.
 *
 * @param captured whether the market was seen on that date itself. Before `config.liveFrom` no point counts as live.
 */
export function withIndexDay(
  history: IndexHistory,
  day: MarketDay,
  captured: boolean,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): IndexHistory {
  const { date, market } = day;
  if (history.last !== null && date <= history.last.date) return history;
  const index = before(date, history, config);
  const point = { date, ...index.peek(market), backfilled: !captured || date < config.liveFrom };
  return {
    points: [...history.points, point].slice(-config.percentile.days),
    index: index.snapshot(),
    last: day,
  };
}

/**
 * The history after a moment: today's date is added from the snapshot hour on, once.
 *
 * @param asOf epoch ms.
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

/** The rows of one coin on past days, oldest first. */
export interface CoinDays {
  /** `computedFrom` is the open of the completed day; a row without one is left out. */
  readonly rows: readonly (MarketRow & { readonly computedFrom: number | null })[];
}

/**
 * The market of every date that past rows speak of: the rows of a completed day are those that are seen on the next
 * date. Coins that had no row on a day are not in it.
 */
export function marketDays(coins: readonly CoinDays[]): MarketDay[] {
  const byDate = new Map<number, MarketRow[]>();
  for (const { rows } of coins) {
    for (const row of rows) {
      if (row.computedFrom === null) continue;
      const date = bucketOpen(row.computedFrom, DAY_MS) + DAY_MS;
      const sameDate = byDate.get(date);
      if (sameDate === undefined) byDate.set(date, [row]);
      else sameDate.push(row);
    }
  }
  return [...byDate.entries()]
    .sort(([a], [b]) => a - b)
    .map(([date, rows]) => ({ date, market: marketVolatility(rows) }));
}
