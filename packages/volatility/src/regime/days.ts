/** The kernel of the volatility regime: six volatilities of a day in, the record of that day out. */

import { volTargetMultiplier } from '../target.ts';
import { checkVolatilityRegimeConfig, type VolatilityRegimeConfig } from './config.ts';
import type { VolatilityRegime } from './label.ts';
import { regimeMachine, type RegimeState } from './machine.ts';
import type { Realized } from './realized.ts';
import { createStatistics, type DayStatistics, type StatisticsSnapshot } from './statistics.ts';
import { regimeTenure, type TenureState } from './tenure.ts';

/** One completed day. Numbers are NaN, labels null, until defined. */
export interface VolatilityDay extends Realized {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** Percentile rank of `rvGk30` among the last 365 days, 0…100. */
  readonly volPctile30: number;
  /** Standard deviations of `rvGk30` from its mean of 90 days; 0 when nothing varied. */
  readonly rvZ30: number;
  readonly rvZ7: number;
  /** `rvGk7 / rvGk30`; NaN when nothing moved in 30 days. */
  readonly termStructureRatio: number;
  readonly volTargetMultiplier: number;
  /** Days in a row with the multiplier at its floor; 0 when it is above. */
  readonly multiplierFloorDays: number;
  /** The label of the day by itself, before confirmation. */
  readonly rawRegime: VolatilityRegime | null;
  readonly regime: VolatilityRegime | null;
  /** Completed days in the regime, its first one included. */
  readonly daysInRegime: number;
  readonly prevRegime: VolatilityRegime | null;
  /** The regime changed at this day. */
  readonly regimeChanged: boolean;
  /** Days in the regime while it is `compressed`, else 0. */
  readonly daysCompressed: number;
}

export interface DaysSnapshot {
  readonly statistics: StatisticsSnapshot;
  readonly machine: RegimeState;
  readonly tenure: TenureState;
  readonly floorDays: number;
}

export interface Days {
  next(time: number, realized: Realized): VolatilityDay;
  peek(time: number, realized: Realized): VolatilityDay;
  snapshot(): DaysSnapshot;
}

/** @throws {UsageError} a bad config. */
export function createDays(config: VolatilityRegimeConfig, resume?: DaysSnapshot): Days {
  checkVolatilityRegimeConfig(config);
  const statistics = createStatistics(config, resume?.statistics);
  const reducer = regimeMachine(config);
  let machine = resume?.machine ?? reducer.initial;
  let tenure = resume?.tenure ?? regimeTenure.initial;
  let floorDays = resume?.floorDays ?? 0;

  const run = (time: number, rv: Realized, of: DayStatistics, commit: boolean): VolatilityDay => {
    const labelled = reducer.step(machine, of);
    const counted = regimeTenure.step(tenure, labelled.output.published);
    const multiplier = volTargetMultiplier(rv.rvGk30, config.target);
    const atFloor = multiplier === config.target.floor ? floorDays + 1 : 0;
    if (commit) {
      machine = labelled.state;
      tenure = counted.state;
      floorDays = atFloor;
    }
    const { raw, published } = labelled.output;
    const { daysInRegime, prevRegime, regimeChanged } = counted.output;
    // Written out: spreading records costs more than the rest of the day.
    return {
      time,
      rvCc7: rv.rvCc7,
      rvCc30: rv.rvCc30,
      rvParkinson7: rv.rvParkinson7,
      rvParkinson30: rv.rvParkinson30,
      rvGk7: rv.rvGk7,
      rvGk30: rv.rvGk30,
      volPctile30: of.volPctile30,
      rvZ30: of.rvZ30,
      rvZ7: of.rvZ7,
      termStructureRatio: of.termStructureRatio,
      volTargetMultiplier: multiplier,
      multiplierFloorDays: Number.isNaN(multiplier) ? NaN : atFloor,
      rawRegime: raw,
      regime: published,
      daysInRegime: daysInRegime ?? NaN,
      prevRegime,
      regimeChanged,
      daysCompressed: published === 'compressed' ? daysInRegime! : published === null ? NaN : 0,
    };
  };
  return {
    next: (time, rv) => run(time, rv, statistics.next(rv.rvGk7, rv.rvGk30), true),
    peek: (time, rv) => run(time, rv, statistics.peek(rv.rvGk7, rv.rvGk30), false),
    snapshot: () => ({ statistics: statistics.snapshot(), machine, tenure, floorDays }),
  };
}
