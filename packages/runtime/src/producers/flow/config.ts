/** The numbers of the served taker flow, by version. */

import { MINUTE_MS } from '@barograph/core';

/** Reading, catching up and keeping of minutes. */
export interface TradeFlowConfig {
  readonly version: `trade-flow/${string}`;
  /**
   * Minutes before the first run that are read too, where the source remembers them from end to end: the simulator does,
   * a venue that was just connected does not.
   */
  readonly firstMinutes: number;
  /** Minutes after a pause that are read at most, the newest, where the source remembers them; older ones are partial. */
  readonly catchUpMinutes: number;
  /** Span of one pull, ms: more than a minute, so that a late run needs one as well. */
  readonly pullMs: number;
  /** Pulls of one run at most; the next one goes on at once. */
  readonly runPulls: number;
  /** Minutes that each replica holds in memory: the longest answer. */
  readonly heldMinutes: number;
  /** Trades that are fed before requests are let through. */
  readonly sliceTrades: number;
}

/** A changed number is a new constant. */
export const TRADE_FLOW_V1: TradeFlowConfig = Object.freeze({
  version: 'trade-flow/1',
  firstMinutes: 60,
  catchUpMinutes: 240,
  pullMs: 2 * MINUTE_MS,
  runPulls: 60,
  heldMinutes: 1440,
  sliceTrades: 8192,
});

/** Start of the minute of a moment, epoch ms. */
export function minuteOf(time: number): number {
  return time - (time % MINUTE_MS);
}
