/** Summarises how the rows of a table moved together. */

import { quantileSorted } from '@barograph/core';

/** Counts, and quantiles in percent (null when no row has the move). */
export interface HeatmapMoves {
  readonly up: number;
  readonly down: number;
  /** Rows whose price is unchanged. */
  readonly flat: number;
  readonly medianPct: number | null;
  readonly p10: number | null;
  readonly p90: number | null;
}

/**
 * Direction and spread of moves, one move per row of a table. Rows without a move count nowhere.
 *
 * @param moves percent; null where not measurable.
 * @example
 * const { up, down, flat, medianPct } = heatmapMoves([2, 1, 0, -1, null]);
 * [up, down, flat, medianPct]; // → [ 2, 1, 1, 0.5 ]
 */
export function heatmapMoves(moves: readonly (number | null)[]): HeatmapMoves {
  const known = Float64Array.from(moves.filter((move) => move !== null)).sort();
  const at = (p: number): number | null => (known.length === 0 ? null : quantileSorted(known, p));
  return {
    up: known.filter((move) => move > 0).length,
    down: known.filter((move) => move < 0).length,
    flat: known.filter((move) => move === 0).length,
    medianPct: at(0.5),
    p10: at(0.1),
    p90: at(0.9),
  };
}
