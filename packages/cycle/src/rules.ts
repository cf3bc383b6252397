/** Rules of the ten-state classifier as data: gates, evidence and the shock rules. */

import { deepFreeze } from '@barograph/core';
import type { AnyOf, Between, Measured, Side } from './membership.ts';
import type { CycleRegime } from './taxonomy.ts';

/**
 * Evidence for a state, with its weight. `weight` is its share in the score, relative to the weights of the other
 * evidence.
 */
export type Evidence = (Side | Between) & { readonly weight: number };

/** Rules that define a state. */
export interface StateRules {
  readonly regime: Exclude<CycleRegime, 1>;
  /** Gates that must all hold; the lowest bounds the score. */
  readonly gates: readonly (Side | AnyOf)[];
  readonly evidence: readonly Evidence[];
  /** Bonus for special cases of another state, which must win when their stricter gates hold. */
  readonly bonus: number;
}

/** Rules of the classifier. */
export interface CycleRules {
  readonly version: `long-regime/${string}`;
  readonly states: readonly StateRules[];
  /** Rules of a Structural Shock; one rule is enough, and all of its sides must hold. */
  readonly shocks: readonly (readonly Side[])[];
  /** Membership above which a shock is read. */
  readonly shockAbove: number;
  /** Share of the weight of a state's non-optional evidence that needs inputs. */
  readonly minEvidence: number;
  /** Lowest best score that counts while some state cannot be judged. */
  readonly minScore: number;
  /**
   * Treatment of states that lack breadth. `mayFit`: a best score counts only when no such state's known gates hold
   * more firmly. Absent in version 1: only a weak best score (`minScore`) yields.
   */
  readonly withoutBreadth?: 'mayFit';
}

const above = (signal: Measured, cutoff: number, width: number): Side => ({ signal, op: '>', cutoff, width });
const below = (signal: Measured, cutoff: number, width: number): Side => ({ signal, op: '<', cutoff, width });
const between = (signal: Measured, low: number, high: number, width: number): Between => ({
  signal,
  op: 'in',
  low,
  high,
  width,
});
const weigh = <Condition extends Side | Between>(weight: number, condition: Condition) => ({ ...condition, weight });

const bullGates = [above('d200', 0, 0.02), above('slope200', -0.005, 0.006), above('ddAth', -0.5, 0.03)];

/**
 * Cutoffs of version 1. They were chosen on the history from 2018 to 2025, which is about two cycles; `docs/chapters/cycle.md`
 * and the README give their results outside it.
 */
export const LONG_REGIME_V1: CycleRules = deepFreeze<CycleRules>({
  version: 'long-regime/1',
  shockAbove: 0.5,
  minEvidence: 0.5,
  minScore: 0.05,
  shocks: [
    [below('r1', -0.1, 0.008), below('z1', -3, 0.2)],
    [below('intradayLow', -0.16, 0.01), below('z1', -2, 0.2)],
    [below('r3', -0.2, 0.01), above('rvRatio', 1.4, 0.08)],
    [above('liqZ', 6, 0.7), below('r1', -0.06, 0.01)],
    [above('depegMinutes', 60, 1)],
  ],
  states: [
    {
      regime: 2,
      bonus: 0,
      gates: [below('d200', 0, 0.02), below('slope200', 0.01, 0.008), below('ddAth', -0.25, 0.03)],
      evidence: [
        weigh(1, below('r30', 0.02, 0.03)),
        weigh(2, below('b200', 35, 6)),
        weigh(1, below('r90', -0.05, 0.05)),
        weigh(1, below('b50', 45, 8)),
        weigh(1, below('d200', -0.12, 0.04)),
        weigh(0.5, below('funding7', 0, 3)),
        weigh(0.5, below('stable90', 0, 1)),
      ],
    },
    {
      regime: 3,
      bonus: 0.22,
      gates: [below('ddAth', -0.45, 0.03), below('worst30', -0.22, 0.02), below('offLow', 0.3, 0.03)],
      evidence: [
        weigh(1.5, below('b50', 15, 5)),
        weigh(1.5, above('rv30Pctile', 0.6, 0.08)),
        weigh(1, below('d200', -0.25, 0.05)),
        weigh(1, below('r7', -0.08, 0.03)),
        weigh(1, above('liqZ', 3, 0.5)),
      ],
    },
    {
      regime: 4,
      bonus: 0,
      gates: [
        below('ddAth', -0.45, 0.03),
        above('lowAgeD', 21, 4),
        above('athAgeD', 180, 15),
        below('offLow', 0.6, 0.05),
        below('slope200', 0.03, 0.01),
      ],
      evidence: [
        weigh(1.5, above('r30', -0.08, 0.03)),
        weigh(0.5, above('r90', -0.4, 0.05)),
        weigh(1.5, between('d200', -0.45, 0.1, 0.03)),
        weigh(1, between('b200', 8, 55, 6)),
        weigh(1, above('b50', 30, 8)),
        weigh(1, below('rv30Pctile', 0.6, 0.08)),
        weigh(0.5, above('stable90', 0, 1)),
      ],
    },
    {
      regime: 5,
      bonus: 0,
      gates: [
        below('ddAth', -0.42, 0.03),
        above('offLow', 0.3, 0.04),
        above('d200', -0.08, 0.02),
        above('athAgeD', 180, 15),
      ],
      evidence: [
        weigh(1.5, above('d200', 0.03, 0.02)),
        weigh(1, above('lowAgeD', 40, 8)),
        weigh(1, between('b200', 20, 80, 8)),
        weigh(1, above('r90', 0.05, 0.04)),
        weigh(0.5, above('b200Chg30', -5, 8)),
        weigh(0.5, above('stable90', 1, 1)),
      ],
    },
    {
      regime: 6,
      bonus: 0,
      gates: bullGates,
      evidence: [
        weigh(2.5, below('altRel90', -0.04, 0.04)),
        weigh(1.5, below('altOut90', 42, 6)),
        weigh(1, above('r90', 0, 0.04)),
        weigh(1, above('r30', -0.08, 0.03)),
        weigh(0.5, below('ethBtc90', 0, 0.05)),
        weigh(1, above('domChg90', 0, 1)),
      ],
    },
    {
      regime: 7,
      bonus: 0,
      gates: [...bullGates, above('b200', 40, 4)],
      evidence: [
        weigh(2, between('altOut90', 40, 72, 6)),
        weigh(1.5, between('b200', 45, 85, 6)),
        weigh(1.5, above('b200Chg30', 0, 6)),
        weigh(1, above('r30', -0.05, 0.03)),
        weigh(0.5, below('domChg90', 0, 1)),
      ],
    },
    {
      regime: 8,
      bonus: 0,
      gates: [
        above('d200', 0.03, 0.02),
        above('slope200', 0, 0.006),
        above('ddAth', -0.35, 0.03),
        above('b200', 68, 4),
      ],
      evidence: [
        weigh(2, above('b200', 75, 5)),
        weigh(2, above('altOut90', 48, 6)),
        weigh(1, above('r30', -0.05, 0.03)),
        weigh(1, above('r90', 0.05, 0.04)),
        weigh(0.5, below('domChg90', -1, 1)),
      ],
    },
    {
      regime: 9,
      bonus: 0.12,
      gates: [
        above('b200', 70, 4),
        { op: 'any', of: [above('altRel90', 0.5, 0.06), above('d200', 0.9, 0.08)] },
        above('r90', 0.3, 0.05),
        above('ddAth', -0.25, 0.02),
      ],
      evidence: [
        weigh(1, above('b200', 80, 5)),
        weigh(1, above('r90', 0.5, 0.08)),
        weigh(1, above('slope200', 0.06, 0.015)),
        weigh(0.5, above('rv30Pctile', 0.4, 0.1)),
        weigh(1, above('funding7', 25, 5)),
        weigh(0.5, above('oiChg7', 10, 3)),
      ],
    },
    {
      regime: 10,
      bonus: 0.02,
      gates: [
        below('athAgeD', 210, 10),
        below('ddAth', -0.1, 0.015),
        above('ddAth', -0.55, 0.03),
        below('r30', 0, 0.02),
      ],
      evidence: [
        weigh(1.5, below('b200Chg30', -10, 5)),
        weigh(1.5, below('r30', -0.06, 0.03)),
        weigh(0.5, below('r7', -0.03, 0.03)),
        weigh(1, above('slope200', -0.03, 0.01)),
        weigh(1, below('b50', 45, 8)),
        weigh(1, below('oiChg7', -8, 3)),
        weigh(0.5, below('funding7', 5, 5)),
      ],
    },
  ],
});

/**
 * Version 2. States as in version 1; one more shock rule, in the coin's own deviations; and no read while a state that
 * lacks breadth may fit better. `docs/chapters/cycle.md` has the figures.
 */
export const LONG_REGIME_V2: CycleRules = deepFreeze<CycleRules>({
  ...LONG_REGIME_V1,
  version: 'long-regime/2',
  shocks: [...LONG_REGIME_V1.shocks, [below('z1', -4, 0.25), below('lowZ', -6, 0.4)]],
  withoutBreadth: 'mayFit',
});
