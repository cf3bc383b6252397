/**
 * Tracks one coin of the volatility index, one complete UTC day at a time: its row, the row's weight, and its past
 * days, from which missed dates of the index are reconstructed.
 */

import { bucketOpen, DAY_MS, UsageError, type Bar } from '@barograph/core';
import { pastMarketDays, withIndexDay, withIndexSnapshot, type IndexHistory, type PastRow } from './index-history.ts';
import { marketVolatility } from './market.ts';
import { VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './regime/config.ts';
import type { VolatilityAbout, VolatilityRow } from './regime/row.ts';
import { createVolatilityTracker, type VolatilityTrackerSnapshot } from './regime/tracker.ts';
import { VOLATILITY_INDEX_V1, type VolatilityIndexConfig } from './volatility-index.ts';
import { createNotional30, type Notional30Snapshot } from './volume/notional30.ts';

/** Past day of a coin, without its identity. */
export type PastDay = Omit<PastRow, 'symbol' | 'isStable'>;

/** JSON-safe state of {@link createIndexTracker}. */
export interface IndexTrackerSnapshot {
  readonly version: 1;
  readonly regime: VolatilityTrackerSnapshot;
  readonly notional: Notional30Snapshot;
  /** Last complete day; null before the first. */
  readonly last: PastDay | null;
}

/** Days of one coin: row, weight and past. */
export interface IndexTracker {
  /**
   * Commits a complete UTC day.
   *
   * @throws {UsageError} when the bar is invalid, not at UTC midnight, or not after the last.
   */
  day(bar: Bar): void;
  /** Computes the row at `asOf`, epoch ms. @throws {UsageError} when `asOf` is before the close of the last day. */
  row(about: Omit<VolatilityAbout, 'notional30'>, asOf: number): VolatilityRow;
  /**
   * Days since the tracker was created or resumed, and the day before them, oldest first; at most those that the index
   * ranks.
   */
  readonly past: readonly PastDay[];
  snapshot(): IndexTrackerSnapshot;
}

/**
 * Creates a tracker, new or resumed.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @param resume snapshot of a tracker with the same config, to resume. Days before its last one are not in `past`.
 * @param config days for the percentile rank. @default VOLATILITY_INDEX_V1
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
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

/** Coin of the index at a moment. */
export interface IndexMember {
  readonly row: VolatilityRow;
  /** Past days of the coin, oldest first. */
  readonly past: readonly PastDay[];
}

/**
 * Updates the history to a moment: dates missed since its last one are reconstructed from past days of the members, and
 * the current date is added once, after the snapshot hour.
 *
 * @param asOf epoch ms.
 * @param config parameters. @default VOLATILITY_INDEX_V1
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

/** Past rows of dates after `after` and before `today`. */
function* pastRows(members: readonly IndexMember[], after: number, today: number): Generator<PastRow> {
  for (const { row, past } of members) {
    for (const day of past) {
      const seenOn = day.computedFrom + DAY_MS;
      if (seenOn > after && seenOn < today) yield { ...day, symbol: row.symbol, isStable: row.isStable };
    }
  }
}
