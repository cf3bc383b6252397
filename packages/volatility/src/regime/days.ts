/** The kernel of the volatility regime: a record that holds six volatilities of a day in, with all else of that day out. */

import type { Mutable } from '@barograph/core';
import { volTargetMultiplier } from '../target.ts';
import { checkVolatilityRegimeConfig, type VolatilityRegimeConfig } from './config.ts';
import type { VolatilityRegime } from './label.ts';
import { nextRegime, regimeMachine, type RegimeState } from './machine.ts';
import type { Realized } from './realized.ts';
import { createStatistics, noStatistics, type StatisticsSnapshot } from './statistics.ts';
import { countDay, isChange, NO_TENURE, type TenureState } from './tenure.ts';

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

/** Both fill the rest of a record, whose volatilities stand there: `next` commits the day, `peek` does not. */
export interface Days {
  next(time: number, into: Mutable<VolatilityDay>): VolatilityDay;
  peek(time: number, into: Mutable<VolatilityDay>): VolatilityDay;
  snapshot(): DaysSnapshot;
}

/** A day of which nothing is known. */
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

/** @throws {UsageError} a bad config. */
export function createDays(config: VolatilityRegimeConfig, resume?: DaysSnapshot): Days {
  checkVolatilityRegimeConfig(config);
  const statistics = createStatistics(config, resume?.statistics);
  const machine = { ...(resume?.machine ?? regimeMachine(config).initial) };
  const tenure = { ...(resume?.tenure ?? NO_TENURE) };
  let floorDays = resume?.floorDays ?? 0;
  const of = noStatistics();

  const run = (face: 'next' | 'peek', time: number, into: Mutable<VolatilityDay>): VolatilityDay => {
    statistics[face](into, of);
    // A look goes into states that nobody keeps.
    const regime = face === 'next' ? machine : { ...machine };
    const spell = face === 'next' ? tenure : { ...tenure };
    const raw = nextRegime(regime, of, config);
    countDay(spell, regime.published);
    const multiplier = volTargetMultiplier(into.rvGk30, config.target);
    const atFloor = multiplier === config.target.floor ? floorDays + 1 : 0;
    if (face === 'next') floorDays = atFloor;
    into.time = time;
    into.volPctile30 = of.volPctile30;
    into.rvZ30 = of.rvZ30;
    into.rvZ7 = of.rvZ7;
    into.termStructureRatio = of.termStructureRatio;
    into.volTargetMultiplier = multiplier;
    // A choice between NaN and a number would box it.
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
