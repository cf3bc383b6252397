/** Laws of the second track: ratios, overfitting, positions, and the run on hours of a generator. */

import { readFileSync } from 'node:fs';
import { sliceCandles } from '@barograph/core';
import { loadModel } from '@barograph/nowcast';
import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTRANTS } from '../entrants.ts';
import { normal } from '../generators/bars-of-returns.ts';
import { markovSwitchingGarch } from '../generators/markov-switching-garch.ts';
import { directionWeights } from './direction.ts';
import { overfitting } from './overfitting.ts';
import { ewmaExpected, runRegimeBenchHours } from './run.ts';
import { deflatedSharpe, luckySharpe, sharpe } from './sharpe.ts';
import { hoursJson, hoursMarkdown } from './table.ts';
import { dailyReturns, deepestFall, targetError, targetWeights } from './volatility-target.ts';

const draw = generator('hours');
const noise = (rows: number): Float64Array => Float64Array.from({ length: rows }, () => normal(draw));
const rules = { cost: 0.001, mostWeight: 2 };
const returns = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 3, maxLength: 60 });

describe('the Sharpe ratio', () => {
  it('is the same in another unit, turns with the sign, and is 0 for returns that never change', () => {
    fc.assert(
      fc.property(returns, fc.double({ min: 0.5, max: 4, noNaN: true }), (values, unit) => {
        fc.pre(Math.max(...values) - Math.min(...values) > 1e-3);
        expect(sharpe(values.map((value) => value * unit))).toBeCloseTo(sharpe(values), 9);
        expect(sharpe(values.map((value) => -value))).toBeCloseTo(-sharpe(values), 9);
      }),
    );
    expect(sharpe([0.5, 0.5, 0.5])).toBe(0);
  });
});

describe('the deflated Sharpe ratio', () => {
  it('compares with the best of trials by chance, as many draws show', () => {
    // Means of the largest of ten standard normal numbers.
    const largest = Array.from({ length: 20_000 }, () => Math.max(...noise(10)));
    const mean = largest.reduce((sum, value) => sum + value, 0) / largest.length;
    const trials = [...noise(10)];
    const centre = trials.reduce((sum, value) => sum + value, 0) / 10;
    const spread = Math.sqrt(trials.reduce((sum, value) => sum + (value - centre) ** 2, 0) / 9);
    // The paper's expectation is an approximation: within a few hundredths for ten trials.
    expect(Math.abs(luckySharpe(trials) / spread - mean)).toBeLessThan(0.05);
  });

  it('is ½ at the ratio of luck, falls with more spread of the trials, and needs two', () => {
    const values = noise(500).map((value) => value + 0.1);
    const at = luckySharpe([-1, 1]);
    const same = [sharpe(values) / at, -sharpe(values) / at];
    expect(deflatedSharpe(values, same)).toBeCloseTo(0.5, 9);
    expect(deflatedSharpe(values, [0, 0.01])).toBeGreaterThan(deflatedSharpe(values, [0, 0.2]));
    expect(deflatedSharpe(values, [0.1])).toBeNaN();
  });
});

describe('the probability of overfitting', () => {
  it('is 0 when one strategy is always best, and near ½ for strategies of noise', () => {
    const strategies = Array.from({ length: 8 }, () => noise(400));
    const better = noise(400).map((value) => value + 3);
    expect(overfitting([...strategies, better], 8)).toBe(0);
    const many = Array.from({ length: 30 }, () =>
      overfitting(
        Array.from({ length: 8 }, () => noise(200)),
        6,
      ),
    );
    const mean = many.reduce((sum, value) => sum + value, 0) / many.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.15);
  });

  it('refuses what it cannot split', () => {
    expect(() => overfitting([noise(50)], 4)).toThrow('"strategies" expected at least 2, got 1');
    expect(() => overfitting([noise(50), noise(50)], 5)).toThrow('"blocks" expected an even number, got 5');
    expect(() => overfitting([noise(5), noise(5)], 4)).toThrow('"strategies[0]" expected 8 periods, got 5');
  });
});

describe('positions', () => {
  it('hit the target when the expected variance comes, unless they are cut', () => {
    const expected = Float64Array.of(4, 1, 0.01);
    const weights = targetWeights(expected, 1, rules);
    expect([...weights]).toEqual([0.5, 1, 2]);
    expect(targetError(weights.subarray(0, 2), expected.subarray(0, 2), 1)).toBeCloseTo(0, 12);
    expect(targetError(weights, expected, 1)).toBeCloseTo(Math.log(5) / 3, 12);
  });

  it('earn the return of the next hour, less the cost of what was traded', () => {
    const close = Float64Array.from({ length: 49 }, (_, t) => (t < 24 ? 100 : 110));
    const weights = new Float64Array(49).fill(1);
    const [first, second] = dailyReturns(weights, close, rules);
    expect(first).toBeCloseTo(0.1 - 0.001, 12);
    expect(second).toBe(0);
    weights[23] = 0;
    // Out for the one hour that rises: sold and bought again.
    expect(dailyReturns(weights, close, rules)[0]).toBeCloseTo(-0.002, 12);
  });

  it('fall from a peak, not from the start', () => {
    expect(deepestFall(Float64Array.of(0.2, -0.1, -0.05, 0.3, -0.02))).toBeCloseTo(0.15, 12);
    expect(deepestFall(Float64Array.of(0.1, 0.1))).toBe(0);
  });
});

describe('a direction', () => {
  const { bars } = markovSwitchingGarch.market('direction', 600);
  /** Whether the price is higher two hours after each hour. */
  const rises = Int8Array.from(bars.close, (close, t) => Number(bars.close[t + 2]! > close));

  it('is long after labels that rises followed, and out after the others, whatever their names', () => {
    const live = Int8Array.of(0, 1, 1, 0);
    expect([...directionWeights(rises, live, bars, 2)]).toEqual([0, 1, 1, 0]);
    expect([...directionWeights(rises.map((label) => 1 - label), live, bars, 2)]).toEqual([1, 0, 0, 1]); // prettier-ignore
  });

  it('takes an unknown label for the mean of all hours', () => {
    const all = Math.log(bars.close.at(-1)! / bars.close[0]!) > 0;
    const [unknown] = directionWeights(new Int8Array(600), Int8Array.of(5), bars, 1);
    expect(unknown).toBe(Number(all));
  });
});

describe('the run', () => {
  const path = 'models/nowcast/2026.11.0/model.json';
  const loaded = loadModel(readFileSync(path, 'utf8'), path);
  if (!loaded.ok) throw new Error(loaded.error.expected);
  const model = loaded.value;
  const { bars } = markovSwitchingGarch.market('hours', 6_000);
  const entrants = ENTRANTS.filter(({ name }) => ['one-label', 'gaussian-hmm-2'].includes(name));

  it('misses the target less with labels that know the volatility, and is the same bytes twice', () => {
    const bench = runRegimeBenchHours(bars, { model, entrants });
    const aimed = bench.rows.filter(({ use }) => use !== 'direction');
    const errors = Object.fromEntries(aimed.map(({ name, error }) => [name, error]));
    expect(bench.rows.slice(aimed.length).map(({ name, use, error }) => [name, use, error])).toEqual(
      entrants.map(({ name }) => [name, 'direction', NaN]),
    );
    expect(errors['gaussian-hmm-2']).toBeLessThan(0.7 * errors['one-label']!);
    expect(errors['one-label']).toBeCloseTo(errors['buy-and-hold']!, 9);
    expect(bench.rows[0]).toMatchObject({ name: 'buy-and-hold', avoided: 0 });
    const again = runRegimeBenchHours(bars, { model, entrants });
    expect(hoursJson(again) + hoursMarkdown(again)).toBe(hoursJson(bench) + hoursMarkdown(bench));
  });

  it('expects a variance after each hour that no later hour changes', () => {
    const expected = ewmaExpected(bars, 3_000, 24);
    expect(expected.length).toBe(3_000);
    for (const later of [1, 10, 500]) {
      const shorter = ewmaExpected(sliceCandles(bars, 0, 3_000 + later), 3_000, 24);
      expect(shorter).toEqual(expected.subarray(0, later));
    }
  });

  it('refuses too few hours', () => {
    expect(() => runRegimeBenchHours(sliceCandles(bars, 0, 1_500), { model, entrants })).toThrow(
      '"bars" expected at least 1000 hours to learn from and to test, got 1500',
    );
  });
});
