import { describe, expect, it } from 'vitest';
import { REGIMES } from '../regimes.ts';
import { checkHorizonHeads, readyHeads, type HorizonHeads } from './horizon-heads.ts';
import {
  DIRECTION_INPUTS,
  DIRECTIONS,
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  NEXT_REGIME_INPUTS,
  VOLATILITIES,
  VOLATILITY_INPUTS,
  volatilityInputs,
  type HeadView,
} from './inputs.ts';
import { applyLogistic, type LogisticHead } from './logistic.ts';

/** A head of distinct numbers. */
const head = (classes: readonly string[], inputs: readonly string[]): LogisticHead => ({
  classes,
  inputs,
  mean: inputs.map((_, i) => 0.01 * i),
  scale: inputs.map((_, i) => 1 + 0.1 * i),
  weights: classes.map((_, k) => inputs.map((_, i) => Math.sin(k + 3 * i))),
  intercepts: classes.map((_, k) => 0.2 * k),
  temperature: 1.5,
});
const volatilityBy = (inputs: readonly string[]): HorizonHeads => ({
  nextRegime: head(REGIMES, NEXT_REGIME_INPUTS),
  direction: head(DIRECTIONS, DIRECTION_INPUTS),
  volatility: head(VOLATILITIES, inputs),
  volatilityCuts: [0.5, 1, 2],
  rows: 10,
});
const HEADS = volatilityBy(VOLATILITY_INPUTS);

describe('the heads of a horizon', () => {
  it('answer as each of them does alone, the volatility from inputs by its names', () => {
    const view: HeadView = {
      time: 5 * 3_600_000,
      features: [1, 2, 3, 4, 5, 6, 7, 8],
      posterior: [0.5, 0.2, 0.15, 0.1, 0.05, 0],
      ahead: [0.3, 0.25, 0.2, 0.15, 0.08, 0.02],
      label: 2,
      volatility: { h6: 3, h24: 2, h48: 11, h360: 0.5, h720: 7 },
    };
    const ready = readyHeads(HEADS);
    for (const name of ['nextRegime', 'direction', 'volatility'] as const) {
      const inputs = HEADS[name].inputs.map((_, i) => Math.cos(i));
      const out = new Float64Array(HEADS[name].classes.length);
      expect(ready[name](inputs, out, 0)).toBe(true);
      expect([...out]).toEqual(applyLogistic(HEADS[name], inputs));
    }
    const filled = new Float64Array(ready.volatilityWidth);
    ready.fillVolatility(filled, view.time, view.volatility, view.posterior);
    expect([...filled]).toEqual(volatilityInputs(view));
  });

  it('are fed by the expected volatility where the model has one, with regimes or without, and not where it has none', () => {
    const plain = HEADS;
    const [fed, withRegimes] = [EXPECTED_VOLATILITY_INPUTS, EXPECTED_VOLATILITY_AND_REGIMES].map(volatilityBy);
    for (const heads of [fed!, withRegimes!]) {
      expect(() => checkHorizonHeads(heads, true)).not.toThrow();
      expect(() => checkHorizonHeads(heads)).toThrow('"volatility.inputs" expected log h24/h360');
    }
    expect(() => checkHorizonHeads(plain)).not.toThrow();
    expect(() => checkHorizonHeads(plain, true)).toThrow('"volatility.inputs" expected log expected/h360');
    const short = volatilityBy(EXPECTED_VOLATILITY_INPUTS.slice(1));
    expect(() => checkHorizonHeads(short, true)).toThrow(`expected ${EXPECTED_VOLATILITY_INPUTS.join(', ')}, got log`);
  });

  it.each([
    ['nextRegime.classes', { nextRegime: head(REGIMES.slice(1), NEXT_REGIME_INPUTS) }],
    ['nextRegime.inputs', { nextRegime: head(REGIMES, DIRECTION_INPUTS) }],
    ['direction.classes', { direction: head([...DIRECTIONS].reverse(), DIRECTION_INPUTS) }],
    ['volatility.classes', { volatility: head(['low'], VOLATILITY_INPUTS) }],
  ])('are refused where %s are others', (field, part) => {
    expect(() => checkHorizonHeads({ ...HEADS, ...part })).toThrow(`"${field}" expected `);
  });

  it('are refused where a head has bad numbers', () => {
    const direction = { ...HEADS.direction, temperature: 0 };
    expect(() => checkHorizonHeads({ ...HEADS, direction })).toThrow('"temperature" expected a number > 0, got 0');
  });

  it.each([[[1, 2]], [[1, 2, 3, 4]], [[0, 1, 2]], [[1, 1, 2]], [[1, 3, 2]], [[-1, 1, 2]], [[]]])(
    'are refused with the cuts %j',
    (volatilityCuts) => {
      expect(() => checkHorizonHeads({ ...HEADS, volatilityCuts })).toThrow(
        `"volatilityCuts" expected 3 ascending numbers > 0, got ${volatilityCuts.join(', ')}`,
      );
    },
  );
});
