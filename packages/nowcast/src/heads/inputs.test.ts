/** Inputs of the heads, number by number, from a view of distinct numbers. */

import { describe, expect, it } from 'vitest';
import {
  directionBucket,
  directionInputs,
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  expectedVolatilityInputs,
  fillAhead,
  fillKnown,
  fillVolatilityOf,
  NEXT_REGIME_INPUTS,
  nextRegimeInputs,
  VOLATILITY_INPUTS,
  volatilityInputs,
  volatilityInputsOf,
  type HeadView,
} from './inputs.ts';

const HOUR = 3_600_000;
const EXACT = { rel: 1e-14, abs: 1e-15 };
const WITHOUT_HAR: HeadView = {
  time: 21 * HOUR,
  features: [1, 2, 3, 4, 5, 6, 7, 8],
  posterior: [0.5, 0.2, 0.15, 0.1, 0.05, 0],
  ahead: [0.3, 0.25, 0.2, 0.15, 0.08, 0.02],
  label: 2,
  volatility: { h6: 3, h24: 2, h48: 11, h360: 0.5, h720: 7 },
};
const VIEW: HeadView = { ...WITHOUT_HAR, expected: 0.25 };
const logs = (list: ArrayLike<number>): number[] => Array.from(list, (p) => Math.log(p + 1e-4));
const DIRECTION = [1, 2, 3, 4, 5, 6, 7, 8, ...logs(VIEW.posterior)];
const NEXT_REGIME = [...DIRECTION, 0, 0, 1, 0, 0, 0, ...logs(VIEW.ahead)];
/** The 21st hour of the week is an eighth of it. */
const VOLATILITY = [Math.log(4), Math.log(1.5), Math.SQRT1_2, Math.SQRT1_2];

describe('inputs of the next regime and of the direction', () => {
  it('are features, logs of the posterior, the label, and logs of what the chain expects', () => {
    expect(directionInputs(VIEW)).toEqual(DIRECTION);
    expect(nextRegimeInputs(VIEW)).toEqual(NEXT_REGIME);
  });

  it('are written into their places and into no other, in any order, from probabilities that stand anywhere', () => {
    const inputs = new Float64Array(NEXT_REGIME_INPUTS.length + 1).fill(7);
    fillAhead(inputs, [9, 9, ...Array.from(VIEW.ahead), 9], 2);
    expect([...inputs]).toEqual([...DIRECTION.map(() => 7), 7, 7, 7, 7, 7, 7, ...logs(VIEW.ahead), 7]);
    fillKnown(inputs, VIEW.features, [9, 9, 9, ...Array.from(VIEW.posterior), 9], 3, VIEW.label);
    expect([...inputs]).toEqual([...NEXT_REGIME, 7]);
  });
});

describe('inputs of the volatility', () => {
  it('are ratios of volatilities, the hour of the week, and the posterior where it has a place', () => {
    expect(volatilityInputs(VIEW)).toMatchOracle([...VOLATILITY, ...Array.from(VIEW.posterior)], EXACT);
    const all = [Math.log(0.5), ...VOLATILITY, ...Array.from(VIEW.posterior)];
    expect(expectedVolatilityInputs(VIEW)).toMatchOracle(all, EXACT);
    expect(volatilityInputsOf(EXPECTED_VOLATILITY_INPUTS)!(VIEW)).toMatchOracle(all.slice(0, 5), EXACT);
    expect(volatilityInputsOf(EXPECTED_VOLATILITY_AND_REGIMES)!(VIEW)).toMatchOracle(all, EXACT);
    expect(volatilityInputsOf(VOLATILITY_INPUTS)!(VIEW)).toMatchOracle(all.slice(1), EXACT);
  });

  it('are written into memory as large as their names', () => {
    for (const names of [VOLATILITY_INPUTS, EXPECTED_VOLATILITY_INPUTS, EXPECTED_VOLATILITY_AND_REGIMES]) {
      const { time, volatility, posterior, expected } = VIEW;
      const inputs = new Float64Array(names.length);
      fillVolatilityOf(names)!(inputs, time, volatility, posterior, expected);
      expect([...inputs]).toEqual(volatilityInputsOf(names)!(VIEW));
    }
  });

  it('are no set of any other names', () => {
    for (const names of [[], ['now'], VOLATILITY_INPUTS.slice(1), [...EXPECTED_VOLATILITY_INPUTS].reverse()]) {
      expect(fillVolatilityOf(names)).toBeUndefined();
      expect(volatilityInputsOf(names)).toBeUndefined();
    }
  });

  it('have no ratio where nothing moved, or where nothing is expected', () => {
    const still = (part: Partial<HeadView['volatility']>): number[] =>
      volatilityInputs({ ...VIEW, volatility: { ...VIEW.volatility, ...part } }).slice(0, 2);
    expect(still({ h6: 0 })).toMatchOracle([Math.log(4), NaN], EXACT);
    expect(still({ h24: 0 })[0]).toBeNaN();
    expect(expectedVolatilityInputs({ ...VIEW, expected: 0 })[0]).toBeNaN();
    expect(expectedVolatilityInputs(WITHOUT_HAR)[0]).toBeNaN();
  });
});

it('a move is measured by what is usual over its hours: twice that over 9 hours of 0.5 is 3', () => {
  expect([-3, -0.38, 0.37, 0.38, 1.5, 1.51].map((move) => directionBucket(move, 0.5, 9))).toEqual([0, 1, 2, 3, 3, 4]);
});
