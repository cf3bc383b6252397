/**
 * Kernel of the volatility regime: takes a record with six volatilities of a day, and fills in the other fields of that
 * day.
 */

import type { Mutable } from '@barograph/core';
import { volTargetMultiplier } from '../target.ts';
import { checkVolatilityRegimeConfig, type VolatilityRegimeConfig } from './config.ts';
import type { VolatilityRegime } from './label.ts';
import { nextRegime, regimeMachine, type RegimeState } from './machine.ts';
import type { Realized } from './realized.ts';
import { createStatistics, noStatistics, type StatisticsSnapshot } from './statistics.ts';
import { countDay, isChange, NO_TENURE, type TenureState } from './tenure.ts';

/** Values of one complete day. Numbers are NaN and labels null until defined. */
export interface VolatilityDay extends Realized {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** Percentile rank of `rvGk30` among the last 365 days, 0…100. */
  readonly volPctile30: number;
  /** Standard deviations of `rvGk30` from its 90-day mean; 0 when nothing varied. */
  readonly rvZ30: number;
  readonly rvZ7: number;
  /** `rvGk7 / rvGk30`; NaN when nothing moved in 30 days. */
  readonly termStructureRatio: number;
  readonly volTargetMultiplier: number;
  /** Consecutive days with the multiplier at its floor; 0 when it is above. */
  readonly multiplierFloorDays: number;
  /** Label of the day itself, before confirmation. */
  readonly rawRegime: VolatilityRegime | null;
  readonly regime: VolatilityRegime | null;
  /** Complete days in the regime, including the first. */
  readonly daysInRegime: number;
  readonly prevRegime: VolatilityRegime | null;
  /** Whether the regime changed on this day. */
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

/**
 * Kernel. Both functions fill the rest of a record that contains the volatilities: `next` commits the day, `peek` does
 * not.
 */
export interface Days {
  next(time: number, into: Mutable<VolatilityDay>): VolatilityDay;
  peek(time: number, into: Mutable<VolatilityDay>): VolatilityDay;
  snapshot(): DaysSnapshot;
}

/** Day without any known value. */
export const noDay = (): Mutable<VolatilityDay> => ({
  time: NaN,
  rvCc7: NaN,
  rvCc30: NaN,
  rvParkinson7: NaN,
  rvParkinson30: NaN,
  rvGk7: NaN,
  rvGk30: NaN,
  volPctile30: NaN,
  rvZ30: NaN,
  rvZ7: NaN,
  termStructureRatio: NaN,
  volTargetMultiplier: NaN,
  multiplierFloorDays: NaN,
  rawRegime: null,
  regime: null,
  daysInRegime: NaN,
  prevRegime: null,
  regimeChanged: false,
  daysCompressed: NaN,
});

/**
 * Creates the kernel, or resumes it.
 * @throws {UsageError} when the config is invalid.
 */
export function createDays(config: VolatilityRegimeConfig, resume?: DaysSnapshot): Days {
  checkVolatilityRegimeConfig(config);
  const statistics = createStatistics(config, resume?.statistics);
  const machine = { ...(resume?.machine ?? regimeMachine(config).initial) };
  const tenure = { ...(resume?.tenure ?? NO_TENURE) };
  let floorDays = resume?.floorDays ?? 0;
  const facts = noStatistics();

  const run = (face: 'next' | 'peek', time: number, into: Mutable<VolatilityDay>): VolatilityDay => {
    statistics[face](into, facts);
    // `peek` works on a copy of the state.
    const regime = face === 'next' ? machine : { ...machine };
    const spell = face === 'next' ? tenure : { ...tenure };
    const raw = nextRegime(regime, facts, config);
    countDay(spell, regime.published);
    const multiplier = volTargetMultiplier(into.rvGk30, config.target);
    const atFloor = multiplier === config.target.floor ? floorDays + 1 : 0;
    if (face === 'next') floorDays = atFloor;
    into.time = time;
    into.volPctile30 = facts.volPctile30;
    into.rvZ30 = facts.rvZ30;
    into.rvZ7 = facts.rvZ7;
    into.termStructureRatio = facts.termStructureRatio;
    into.volTargetMultiplier = multiplier;
    // A ternary of NaN and a number would box it.
    into.multiplierFloorDays = NaN;
    if (!Number.isNaN(multiplier)) into.multiplierFloorDays = atFloor;
    into.rawRegime = raw;
    into.regime = regime.published;
    into.daysInRegime = NaN;
    into.daysCompressed = NaN;
    if (spell.regime !== null) {
      into.daysInRegime = spell.days;
      into.daysCompressed = spell.regime === 'compressed' ? spell.days : 0;
    }
    into.prevRegime = spell.previous;
    into.regimeChanged = isChange(spell);
    return into;
  };
  return {
    next: (time, into) => run('next', time, into),
    peek: (time, into) => run('peek', time, into),
    snapshot: () => ({ statistics: statistics.snapshot(), machine: { ...machine }, tenure: { ...tenure }, floorDays }),
  };
}
