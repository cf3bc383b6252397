/** Notional forced out by a move, for the head of liquidation risk, from the newest ladder of tracked accounts. */

import type { LadderWire, PositioningRecordWire } from '@barograph/contract';
import { clamp, MINUTE_MS } from '@barograph/core';
import { liquidationBand, type Horizon, type LiquidationInputs } from '@barograph/nowcast';
import { LADDER_V1 } from '@barograph/positioning';

/** Requirements on a ladder. */
export interface LadderForcedConfig {
  readonly version: `ladder-forced/${string}`;
  /** Maximum age of the cycle, ms; older positions have changed. */
  readonly mostMinutes: number;
  /** Minimum share of open interest held by tracked accounts on each side; below it the prior is better. */
  readonly leastShare: number;
}

/** A changed number is a new constant. Three cycles of positioning; the share is policy, fitted to nothing. */
export const LADDER_FORCED_V1: LadderForcedConfig = Object.freeze({
  version: 'ladder-forced/1',
  mostMinutes: 15,
  leastShare: 0.1,
});

/** Forced notional of a perp for a horizon; null without a ladder that is recent, wide and complete enough. */
export type ForcedFor = (symbol: string, volatility: number | null, horizon: Horizon) => LiquidationInputs['forced'];

/** Sum of the bins within a move from the mark; partial bins count in proportion to their width. */
function within({ bins, mark }: LadderWire, move: number): { readonly longs: number; readonly shorts: number } {
  const [low, high] = [mark * (1 - move), mark * (1 + move)];
  let [longs, shorts] = [0, 0];
  for (const bin of bins) {
    const width = bin.price_hi - bin.price_lo;
    longs += bin.long_usd * clamp((bin.price_hi - low) / width, 0, 1);
    shorts += bin.short_usd * clamp((high - bin.price_lo) / width, 0, 1);
  }
  return { longs, shorts };
}

/** Whether the accounts of a ladder hold enough of both sides of the coin. */
function isCovered({ open_interest_share: share }: PositioningRecordWire['split']): boolean {
  return share !== undefined && Math.min(share.long, share.short) >= LADDER_FORCED_V1.leastShare;
}

/**
 * Creates the lookup of forced notional by perp and horizon.
 * @param records published records of positioning; empty while it is off or warming.
 * @param asOf time of the nowcast, epoch ms; later cycles are not read.
 */
export function ladderForced(records: readonly PositioningRecordWire[], asOf: number): ForcedFor {
  const oldest = asOf - LADDER_FORCED_V1.mostMinutes * MINUTE_MS;
  const ladders = new Map<string, LadderWire>();
  for (const { symbol, ladder, split } of records) {
    const at = ladder.positions_as_of;
    const isOfNow = at !== null && at >= oldest && at <= asOf && ladder.meta.config_version === LADDER_V1.version;
    if (isOfNow && isCovered(split)) ladders.set(symbol, ladder);
  }
  return (symbol, volatility, horizon) => {
    const ladder = ladders.get(symbol);
    if (ladder === undefined || volatility === null) return null;
    const { move } = liquidationBand(volatility, horizon);
    // Beyond its grid the ladder has only a sum.
    if (100 * move > LADDER_V1.rangePct) return null;
    return { ...within(ladder, move), version: LADDER_V1.version };
  };
}
