/**
 * The volatility row of one symbol, fed one completed UTC day at a time: what a service keeps between refreshes.
 * Equal to {@link volatilityRow} of all the days, field by field.
 */

import { bucketOpen, DAY_MS, LateBarError, UsageError, type Bar, type WithBreaks } from '@barograph/core';
import { VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './config.ts';
import { createVolatilityRegime, type VolatilityRegimeSnapshot } from './regime.ts';
import { recordOf, rowOf, type VolatilityAbout, type VolatilityRecord, type VolatilityRow } from './row.ts';

/** Row of a coin's volatility that is fed day by day. */
export interface VolatilityTracker {
  /**
   * Commits a completed UTC day.
   *
   * @returns its record.
   * @throws {UsageError} a bad bar, a time that is no UTC midnight, or one that is not after the last.
   */
  day(day: Bar): VolatilityRecord;
  /** The row at a moment. @throws {UsageError} `asOf` is before the close of the last day. */
  row(about: VolatilityAbout, asOf: number): VolatilityRow;
  snapshot(): VolatilityTrackerSnapshot;
}

/** JSON-safe state of {@link createVolatilityTracker}. */
export interface VolatilityTrackerSnapshot {
  readonly version: 1;
  readonly regime: WithBreaks<VolatilityRegimeSnapshot>;
  /** Record of the last completed day; null before the first. */
  readonly last: VolatilityRecord | null;
}

/**
 * A tracker, new or continued.
 *
 * @param resume a snapshot of a tracker with the same config, to continue from.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 * @example
 * const tracker = createVolatilityTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * const resumed = createVolatilityTracker(VOLATILITY_REGIME_V2, tracker.snapshot());
 * const about = { notional30: 1e9, pegged: false, staleCycles: 0 };
 * resumed.row({ symbol: 'BTC', source: 'perpdex_perp', ...about }, 260 * DAY_MS).regime; // → 'normal'
 */
export function createVolatilityTracker(
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
  resume?: VolatilityTrackerSnapshot,
): VolatilityTracker {
  if (resume !== undefined && resume.version !== 1) {
    throw new UsageError(`"resume" expected a snapshot of version 1, got version ${String(resume.version)}`);
  }
  const regime = createVolatilityRegime(config, resume?.regime);
  let last = resume?.last ?? null;

  return {
    day: (day) => {
      const after = last?.computedFrom ?? -Infinity;
      const isMidnight = bucketOpen(day.time, DAY_MS) === day.time;
      if (!isMidnight || day.time <= after) {
        const message = `"time" expected a UTC midnight after ${after}, got ${day.time}`;
        throw isMidnight ? new LateBarError(message, after) : new UsageError(message);
      }
      last = recordOf(regime.next(day));
      return last;
    },
    row: (about, asOf) => rowOf(about, last, asOf, config, regime),
    snapshot: () => ({ version: 1, regime: regime.snapshot(), last }),
  };
}
