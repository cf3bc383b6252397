/** The row of a sample, and the state of a coin's tracker as JSON. */

import type { LiquidityConfig } from './config.ts';
import type { OiChange } from './divergence.ts';
import type { LiquidityHour } from './hours.ts';
import type { LiquidityRegime, LiquidityRegimeState } from './regime.ts';

/** Everything that the label of a sample was decided by. Null where not known. */
export interface LiquidityRow {
  readonly configVersion: string;
  /** Time of the sample, epoch ms. */
  readonly time: number;
  readonly regime: LiquidityRegime;
  readonly status: 'ok' | 'warming';
  /** Time of the sample that began the label; null while warming. */
  readonly since: number | null;
  /** Samples of the 7 days before. */
  readonly samples: number;
  /** Both sides within 50 bps, quote units; the median of the 7 days before (null while warming); and their ratio. */
  readonly depth: number | null;
  readonly depthBaseline: number | null;
  readonly depthRatio: number | null;
  /** Basis points; the median of the 7 days before (null while warming); and their ratio. */
  readonly spreadBps: number;
  readonly spreadBaseline: number | null;
  readonly spreadRatio: number | null;
  readonly imbalance: number | null;
  readonly h1: OiChange;
  readonly h4: OiChange;
  readonly h24: OiChange;
  /** Divergence over 4 hours from which it alarms, percentage points. */
  readonly divergenceLimit: number;
  /** Time of the last sample whose hour was a cascade, within 6 hours. */
  readonly cascadeAt: number | null;
  /** Quote units, at mid. */
  readonly openInterestUsd: number | null;
}

/** JSON-safe state. */
export interface LiquidityTrackerSnapshot {
  readonly version: 1;
  readonly config: LiquidityConfig;
  readonly time: number | null;
  readonly state: LiquidityRegimeState;
  readonly since: number | null;
  readonly cascadeAt: number | null;
  /** The samples of 7 days that have a depth. */
  readonly baseline: {
    readonly times: readonly number[];
    readonly depths: readonly number[];
    readonly spreads: readonly number[];
  };
  /** The samples of the longest horizon. */
  readonly recent: {
    readonly times: readonly number[];
    readonly openInterests: readonly (number | null)[];
    readonly prices: readonly number[];
  };
  readonly hours: readonly LiquidityHour[];
}
