/**
 * Incremental volatility row of one symbol, fed one complete UTC day at a time: the state that a service keeps between
 * refreshes. Equals {@link volatilityRow} of all the days, field by field.
 */

import { bucketOpen, DAY_MS, LateBarError, UsageError, type Bar, type WithBreaks } from '@barograph/core';
import { VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './config.ts';
import { createVolatilityRegime, type VolatilityRegimeSnapshot } from './regime.ts';
import { recordOf, rowOf, type VolatilityAbout, type VolatilityRecord, type VolatilityRow } from './row.ts';

/** Incremental volatility row. */
export interface VolatilityTracker {
  /**
   * Commits a complete UTC day.
   *
   * @returns the record of the day.
   * @throws {UsageError} when the bar is invalid, not at UTC midnight, or not after the last.
   */
  day(day: Bar): VolatilityRecord;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last day. */
  row(about: VolatilityAbout, asOf: number): VolatilityRow;
  snapshot(): VolatilityTrackerSnapshot;
}

/** JSON-safe state of {@link createVolatilityTracker}. */
export interface VolatilityTrackerSnapshot {
  readonly version: 1;
  readonly regime: WithBreaks<VolatilityRegimeSnapshot>;
  /** Record of the last complete day; null before the first. */
  readonly last: VolatilityRecord | null;
}

/**
 * Creates a tracker, new or resumed.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
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
