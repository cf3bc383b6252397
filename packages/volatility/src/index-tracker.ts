/**
 * One coin of the volatility index, fed one completed UTC day at a time: its row, the weight of the row, and what its past
 * days said, from which dates of the index that were not captured live are reconstructed.
 */

import { bucketOpen, DAY_MS, UsageError, type Bar } from '@barograph/core';
import { pastMarketDays, withIndexDay, withIndexSnapshot, type IndexHistory, type PastRow } from './index-history.ts';
import { marketVolatility } from './market.ts';
import { VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './regime/config.ts';
import type { VolatilityAbout, VolatilityRow } from './regime/row.ts';
import { createVolatilityTracker, type VolatilityTrackerSnapshot } from './regime/tracker.ts';
import { VOLATILITY_INDEX_V1, type VolatilityIndexConfig } from './volatility-index.ts';
import { createNotional30, type Notional30Snapshot } from './volume/notional30.ts';

/** Past day of a coin, without its name. */
export type PastDay = Omit<PastRow, 'symbol' | 'isStable'>;

/** JSON-safe state of {@link createIndexTracker}. */
export interface IndexTrackerSnapshot {
  readonly version: 1;
  readonly regime: VolatilityTrackerSnapshot;
  readonly notional: Notional30Snapshot;
  /** The last completed day; null before the first. */
  readonly last: PastDay | null;
}

/** The days of one coin: row, weight and past. */
export interface IndexTracker {
  /**
   * Commits a completed UTC day.
   *
   * @throws {UsageError} a bad bar, a time that is no UTC midnight, or one that is not after the last.
   */
  day(bar: Bar): void;
  /** The row at a moment, epoch ms. @throws {UsageError} `asOf` is before the close of the last day. */
  row(about: Omit<VolatilityAbout, 'notional30'>, asOf: number): VolatilityRow;
  /** The days since it was created or resumed, and the one before them, oldest first; at most those that the index ranks. */
  readonly past: readonly PastDay[];
  snapshot(): IndexTrackerSnapshot;
}

/**
 * A tracker, new or continued.
 *
 * @param resume a snapshot of a tracker with the same config, to continue from. Days before its last are not in `past`.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 * @example
 * const tracker = createIndexTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * const about = { pegged: false, staleCycles: 0 };
 * tracker.row({ symbol: 'BTC', source: 'perpdex_perp', ...about }, 260 * DAY_MS).regime; // → 'normal'
 * tracker.past.length; // → 260
 */
export function createIndexTracker(
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
  resume?: IndexTrackerSnapshot,
  { percentile }: Pick<VolatilityIndexConfig, 'percentile'> = VOLATILITY_INDEX_V1,
): IndexTracker {
  if (resume !== undefined && resume.version !== 1) {
    throw new UsageError(`"resume" expected a snapshot of version 1, got version ${String(resume.version)}`);
  }
  const regime = createVolatilityTracker(config, resume?.regime);
  const notional = createNotional30(resume?.notional);
  const past: PastDay[] = resume === undefined || resume.last === null ? [] : [resume.last];
  return {
    past,
    day: (bar) => {
      const { rvGk7, rvGk30, volPctile30, termStructureRatio, regime: label } = regime.day(bar);
      const mean = notional.next(bar);
      past.push({
        computedFrom: bar.time,
        regime: label,
        rvGk7,
        rvGk30,
        volPctile30,
        termStructureRatio,
        notional30: Number.isNaN(mean) ? null : mean,
      });
      if (past.length > percentile.days) past.shift();
    },
    row: (about, asOf) => regime.row({ ...about, notional30: past.at(-1)?.notional30 ?? null }, asOf),
    snapshot: () => ({
      version: 1,
      regime: regime.snapshot(),
      notional: notional.snapshot(),
      last: past.at(-1) ?? null,
    }),
  };
}

/** A coin of the index at a moment. */
export interface IndexMember {
  readonly row: VolatilityRow;
  /** Past days of the coin, oldest first. */
  readonly past: readonly PastDay[];
}

/**
 * The history after a moment: dates that nobody captured since its last one are reconstructed from the past days of the
 * members, and the date of the moment is added from the snapshot hour on, once.
 *
 * @param asOf epoch ms.
 * @returns `history` itself when there is nothing to add.
 * @example
 * const tracker = createIndexTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * const about = { pegged: false, staleCycles: 0 };
 * const row = tracker.row({ symbol: 'BTC', source: 'perpdex_perp', ...about }, 260 * DAY_MS);
 * withIndexDays([], [{ row, past: tracker.past }], 260 * DAY_MS + HOUR_MS).length; // → 259
 */
export function withIndexDays(
  history: IndexHistory,
  members: readonly IndexMember[],
  asOf: number,
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): IndexHistory {
  const after = history.at(-1)?.date ?? -Infinity;
  const missed = pastMarketDays(pastRows(members, after, bucketOpen(asOf, DAY_MS)));
  const whole = missed.reduce((before, day) => withIndexDay(before, day, false, config), history);
  return withIndexSnapshot(whole, marketVolatility(members.map(({ row }) => row)), asOf, config);
}

/** The past rows that are seen on dates after `after` and before `today`. */
function* pastRows(members: readonly IndexMember[], after: number, today: number): Generator<PastRow> {
  for (const { row, past } of members) {
    for (const day of past) {
      const seenOn = day.computedFrom + DAY_MS;
      if (seenOn > after && seenOn < today) yield { ...day, symbol: row.symbol, isStable: row.isStable };
    }
  }
}
