/** Activity of a coin: its volume against its own month, its volatility against its own year. */

import { createRollingRank, type Bar, type RollingRankSnapshot } from '@barograph/core';
import {
  createGarmanKlass,
  createNotional30,
  VOLATILITY_REGIME_V1,
  type EstimatorConfig,
  type EstimatorSnapshot,
  type Notional30Snapshot,
} from '@barograph/volatility';
import type { MemeFeatures } from './regime.ts';

/** The 30-day volatility of the volatility regime: it survives a hole of up to two days. */
export const RV_GK_30: EstimatorConfig = Object.freeze({ window: 30, periodsPerYear: 365, maxSpan: 32 });

/** JSON-safe state of {@link createActivity}. */
export interface ActivitySnapshot {
  readonly notional: Notional30Snapshot;
  /** Last mean daily notional; null below 7 days. */
  readonly usual: number | null;
  readonly volatility: EstimatorSnapshot;
  readonly rank: RollingRankSnapshot;
}

/**
 * Creates both measures, day by day. `volSpike` is the volume scanner's multiplier at the very end of the day: the
 * day's notional over the mean of the 30 settled days before it, NaN below 7 of them or when nothing traded in them.
 * `volPctile30` is the field of that name in the volatility regime.
 */
export function createActivity(resume?: ActivitySnapshot): {
  readonly next: (day: Bar) => Pick<MemeFeatures, 'volSpike' | 'volPctile30'>;
  /** Mean daily notional of the last 30 days, quote units; NaN below 7 days. */
  readonly notional30: () => number;
  readonly snapshot: () => ActivitySnapshot;
} {
  const { days, minDays } = VOLATILITY_REGIME_V1.percentile;
  const notional = createNotional30(resume?.notional);
  let usual = resume?.usual ?? NaN;
  const volatility = createGarmanKlass(RV_GK_30, resume?.volatility);
  const rank = createRollingRank(days, { minCount: minDays }, resume?.rank);
  return {
    next: (day) => {
      const volSpike = usual === 0 ? NaN : (day.close * day.volume) / usual;
      usual = notional.next(day);
      const rv = volatility.next(day).volatility;
      return { volSpike, volPctile30: Number.isNaN(rv) ? NaN : rank.next(rv) };
    },
    notional30: () => usual,
    snapshot: () => ({
      notional: notional.snapshot(),
      usual: Number.isNaN(usual) ? null : usual,
      volatility: volatility.snapshot(),
      rank: rank.snapshot(),
    }),
  };
}
