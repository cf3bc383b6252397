/** Row of a sample, and the state of a coin's tracker as JSON. */

import type { LiquidityConfig } from './config.ts';
import type { OiChange } from './divergence.ts';
import type { LiquidityHour } from './hours.ts';
import type { LiquidityRegime, LiquidityRegimeState } from './regime.ts';

/** Inputs and label of a sample. Null where unknown. */
export interface LiquidityRow {
  readonly configVersion: string;
  /** Time of the sample, epoch ms. */
  readonly time: number;
  readonly regime: LiquidityRegime;
  readonly status: 'ok' | 'warming';
  /** Time of the first sample of the label; null while warming. */
  readonly since: number | null;
  /** Samples of the 7 days before. */
  readonly samples: number;
  /**
   * Depth of both sides within 50 bps, quote units; its median over the 7 days before (null while warming); and their
   * ratio.
   */
  readonly depth: number | null;
  readonly depthBaseline: number | null;
  readonly depthRatio: number | null;
  /** Spread in basis points; its median over the 7 days before (null while warming); and their ratio. */
  readonly spreadBps: number;
  /** Median spread of the 7 days before, basis points; null while warming. */
  readonly spreadBaseline: number | null;
  /** Spread over its baseline. */
  readonly spreadRatio: number | null;
  /** Bids minus asks over their sum, near mid, −1…1. */
  readonly imbalance: number | null;
  readonly h1: OiChange;
  readonly h4: OiChange;
  readonly h24: OiChange;
  /** Limit of the divergence over 4 hours above which it is an alarm, percentage points. */
  readonly divergenceLimit: number;
  /** Time of the last sample within 6 hours whose hour was a cascade. */
  readonly cascadeAt: number | null;
  /** Open interest at mid, quote units. */
  readonly openInterestUsd: number | null;
}

/** JSON-safe state of the tracker. */
export interface LiquidityTrackerSnapshot {
  readonly version: 1;
  readonly config: LiquidityConfig;
  readonly time: number | null;
  readonly state: LiquidityRegimeState;
  readonly since: number | null;
  readonly cascadeAt: number | null;
  /** Samples of 7 days with a depth. */
  readonly baseline: {
    readonly times: readonly number[];
    readonly depths: readonly number[];
    readonly spreads: readonly number[];
  };
  /** Samples of the longest horizon. */
  readonly recent: {
    readonly times: readonly number[];
    readonly openInterests: readonly (number | null)[];
    readonly prices: readonly number[];
  };
  readonly hours: readonly LiquidityHour[];
}
