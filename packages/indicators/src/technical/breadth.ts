/** Squeeze breadth: the share of the universe in a squeeze, compared with the last month. */

import { bucketOpen, DAY_MS, percentRank, type Reducer } from '@barograph/core';
import type { TechnicalConfig } from './config.ts';
import type { TechnicalRow } from './row.ts';

/** Counts, and a share in percent (null when nothing counts). */
export interface SqueezeBreadth {
  readonly total: number;
  readonly inSqueeze: number;
  readonly pctInSqueeze: number | null;
}

/**
 * Counts rows in a squeeze, among those where it is known. Pegged rows are always squeezed and stale rows are not
 * current: both are excluded.
 *
 * @example
 * const rows = [true, false, false, null].map((inSqueeze) => ({ inSqueeze, pegged: false, stale: false }));
 * squeezeBreadth(rows).inSqueeze; // → 1
 */
export function squeezeBreadth(rows: readonly Pick<TechnicalRow, 'inSqueeze' | 'pegged' | 'stale'>[]): SqueezeBreadth {
  const counted = rows.filter(({ inSqueeze, pegged, stale }) => inSqueeze !== null && !pegged && !stale);
  const total = counted.length;
  const inSqueeze = counted.filter((row) => row.inSqueeze === true).length;
  return { total, inSqueeze, pctInSqueeze: total === 0 ? null : (100 * inSqueeze) / total };
}

/** Last share of every UTC day, oldest first, at most `breadthDays` and the current day. Plain JSON. */
export interface BreadthArchiveState {
  readonly days: readonly { readonly day: number; readonly pct: number }[];
}

/** Share in percent at a moment; null when nothing counted. */
export interface BreadthReading {
  readonly at: number;
  readonly pct: number | null;
}

/** Rank of today's breadth among archived days. */
export interface BreadthRank {
  /** Completed archived days that the share was ranked among; at most `breadthDays`. */
  readonly historyDays: number;
  /** Percentile rank of the share among those days and itself; null below `breadthMinDays` days. */
  readonly percentile: number | null;
}

/**
 * Stores the share of each UTC day and ranks the current one. The last reading of a day is its share; a day without a
 * reading is not archived, and days before the window are dropped. Readings arrive in order of time; a reading older
 * than the last day is ranked but not stored.
 *
 * @example
 * const archive = breadthArchive({ breadthDays: 365, breadthMinDays: 2 });
 * const readings = [12, 30, 25].map((pct, day) => ({ at: day * DAY_MS, pct }));
 * fold(archive, readings).outputs.at(-1); // → { historyDays: 2, percentile: 50 }
 */
export function breadthArchive(
  config: Pick<TechnicalConfig, 'breadthDays' | 'breadthMinDays'>,
): Reducer<BreadthArchiveState, BreadthReading, BreadthRank> {
  const { breadthDays, breadthMinDays } = config;
  return {
    initial: { days: [] },
    step: (state, { at, pct }) => {
      const today = bucketOpen(at, DAY_MS);
      const window = state.days.filter(({ day }) => day < today && day >= today - breadthDays * DAY_MS);
      const shares = window.map((day) => day.pct);
      const output = {
        historyDays: window.length,
        percentile: pct === null || window.length < breadthMinDays ? null : percentRank(pct, [...shares, pct]),
      };
      const last = state.days.at(-1);
      const isKnown = last !== undefined && (last.day > today || (last.day === today && last.pct === pct));
      if (pct === null || isKnown) return { state, output };
      return { state: { days: [...window, { day: today, pct }] }, output };
    },
  };
}
