/** Notional that a move forces out, for the head of liquidation risk: from the newest ladder of tracked accounts. */

import type { LadderWire, PositioningRecordWire } from '@barograph/contract';
import { clamp, MINUTE_MS } from '@barograph/core';
import { liquidationBand, type Horizon, type LiquidationInputs } from '@barograph/nowcast';
import { LADDER_V1 } from '@barograph/positioning';

/** Conditions on a ladder that is read. */
export interface LadderForcedConfig {
  readonly version: `ladder-forced/${string}`;
  /** Positions of an older cycle are not those that a move would meet. */
  readonly mostMinutes: number;
  /** Share of open interest that the tracked accounts hold at least, on each side; with less the prior knows more. */
  readonly leastShare: number;
}

/** A changed number is a new constant. Three cycles of positioning; the share is policy, fitted to nothing. */
export const LADDER_FORCED_V1: LadderForcedConfig = Object.freeze({
  version: 'ladder-forced/1',
  mostMinutes: 15,
  leastShare: 0.1,
});

/** Forced notional of a perp for a horizon; null without a ladder that is new, wide and complete enough. */
export type ForcedFor = (symbol: string, volatility: number | null, horizon: Horizon) => LiquidationInputs['forced'];

/** Sums of the bins within a move of mark, those that it cuts by the part of their width that lies within. */
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

/** Whether the accounts behind a ladder hold enough of both sides of the coin. */
function isCovered({ open_interest_share: share }: PositioningRecordWire['split']): boolean {
  return share !== undefined && Math.min(share.long, share.short) >= LADDER_FORCED_V1.leastShare;
}

/**
 * @param records published records of positioning; none while it is off or warming.
 * @param asOf moment of the nowcast, epoch ms: a later cycle is not read either.
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
    // Beyond the grid the ladder has a sum and no prices.
    if (100 * move > LADDER_V1.rangePct) return null;
    return { ...within(ladder, move), version: LADDER_V1.version };
  };
}
