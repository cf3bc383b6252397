/** Ladder around mark: the share near mark, and the liquidations that each grid step would trigger. */

import { LADDER_V1 } from '../ladder/config.ts';
import type { Ladder, LadderBin } from '../ladder/records.ts';

/** Version of the ladder whose grid is read. */
export const GRID_VERSION: string = LADDER_V1.version;
const { binPct: BIN_PCT } = LADDER_V1;

/** Step of the grid. */
export interface ProfilePoint {
  /** Middle of the bin, USD. */
  readonly price: number;
  /** Signed distance of the middle from mark, percent. */
  readonly distPct: number;
  /** Liquidated notional of a move to that price, USD at mark. */
  readonly long: number;
  /** Liquidated shorts, likewise, USD at mark. */
  readonly short: number;
  /** `short − long`: forced buying minus forced selling. */
  readonly net: number;
}

/** Whether a bin lies within `pct` percent of mark, edges included. */
function isWithin({ index }: LadderBin, pct: number): boolean {
  return index * BIN_PCT >= -pct && (index + 1) * BIN_PCT <= pct;
}

/** Share of the bins' notional within `nearPct` of mark, percent; null for an empty ladder. */
export function nearDensity({ bins }: Pick<Ladder, 'bins'>, nearPct: number): number | null {
  let near = 0;
  let all = 0;
  for (const bin of bins) {
    all += bin.total;
    if (isWithin(bin, nearPct)) near += bin.total;
  }
  return all > 0 ? (100 * near) / all : null;
}

/**
 * Steps of the grid within `reachPct` of mark, ascending, with 0 for an empty bin; an empty list for an empty ladder.
 */
export function gammaProfile({ bins, mark }: Pick<Ladder, 'bins' | 'mark'>, reachPct: number): ProfilePoint[] {
  if (bins.length === 0) return [];
  const reach = Math.floor(reachPct / BIN_PCT);
  const [long, short] = [new Float64Array(2 * reach), new Float64Array(2 * reach)];
  for (const bin of bins) {
    const at = bin.index + reach;
    if (at < 0 || at >= long.length) continue;
    long[at] = bin.long;
    short[at] = bin.short;
  }
  return Array.from(long, (longs, i) => {
    const distPct = (i - reach + 0.5) * BIN_PCT;
    const shorts = short[i]!;
    return { price: mark * (1 + distPct / 100), distPct, long: longs, short: shorts, net: shorts - longs };
  });
}
