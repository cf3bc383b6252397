/** Settings of the taker flow, by version. */

import { MINUTE_MS } from '@barograph/core';

/** Reading, catching up and retention of minutes. */
export interface TradeFlowConfig {
  readonly version: `trade-flow/${string}`;
  /**
   * Minutes before the first run to read when the source has all of them: the simulator does, a newly connected venue does
   * not.
   */
  readonly firstMinutes: number;
  /** Maximum minutes to read after a pause, the newest, when the source has them; older ones are partial. */
  readonly catchUpMinutes: number;
  /** Span of one pull, ms: more than a minute, so that a late run also needs only one. */
  readonly pullMs: number;
  /** Maximum pulls per run; the next run follows at once. */
  readonly runPulls: number;
  /** Minutes in memory per replica: the longest answer. */
  readonly heldMinutes: number;
  /** Trades processed between two pauses for requests. */
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

/** Open of the minute that contains a moment, epoch ms. */
export function minuteOf(time: number): number {
  return time - (time % MINUTE_MS);
}
