/** Laws of the jump models: weights, features, the choice of the penalty, and what more of it does. */

import { sliceCandles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jumpStates } from '../../train/alternatives/jump.ts';
import { trendWithBreaks } from '../generators/trend-with-breaks.ts';
import { sharpe } from '../hours/sharpe.ts';
import { chooseBySharpe, strategyGains } from './choose-by-sharpe.ts';
import { continuousPath, fitContinuous } from './continuous.ts';
import { exponentialMean, fitFeatures } from './features.ts';
import { fitDiscrete } from './fit-discrete.ts';
import { fitSparse, sparseWeights } from './sparse.ts';

const { bars } = trendWithBreaks.market('jump', 2_000);
const features = fitFeatures(bars);
const some = features.columns.map((column) => column.subarray(0, 600));

const changes = (values: ArrayLike<number>): number =>
  Array.from(values).filter((value, t) => t > 0 && value !== values[t - 1]).length;

describe('features', () => {
  it('are standardised on the training hours, cut at three deviations, and the same live', () => {
    const live = features.stream();
    const rows = Array.from({ length: bars.length }, (_, t) => live({ close: bars.close[t]! })?.slice()).filter(
      (row) => row !== undefined,
    );
    features.columns.forEach((column, i) => {
      expect(rows.map((row) => row[i]!)).toEqual([...column]);
      expect(Math.max(...column.map(Math.abs))).toBeLessThanOrEqual(3);
    });
    expect(rows.length).toBe(bars.length - 180);
    expect(features.returns.length).toBe(rows.length);
  });

  it('weigh a value half as much a halflife later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (halflife) => {
        const mean = exponentialMean(halflife);
        const means = [1, ...Array(halflife).fill(0)].map((value) => mean(value as number));
        const weights = Array.from({ length: halflife + 1 }, (_, age) => 2 ** (-age / halflife));
        const sum = weights.reduce((total, weight) => total + weight, 0);
        expect(means.at(-1)).toBeCloseTo(0.5 / sum, 12);
      }),
    );
  });
});

describe('sparse weights', () => {
  it('have length 1, a sum within the bound, and the order of their squares', () => {
    const between = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(between, fc.double({ min: 1, max: 3, noNaN: true }), (values, kappa) => {
        const [first, second] = values.toSorted((a, b) => b - a);
        // Equal largest sums have no weights with a smaller sum than theirs.
        fc.pre(first! > 0 && first !== second);
        const weights = sparseWeights(values, kappa);
        expect(Math.hypot(...weights)).toBeCloseTo(1, 9);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(kappa + 1e-6);
        values.forEach((value, i) =>
          values.forEach((other, j) => value > other && expect(weights[i]).toBeGreaterThanOrEqual(weights[j]!)),
        );
      }),
    );
    expect(() => sparseWeights([1, 2], 0.5)).toThrow('"kappa" expected a number ≥ 1, got 0.5');
  });

  it('leave the feature that separates states, among features of noise', () => {
    const noise = (k: number): Float64Array => Float64Array.from({ length: 600 }, (_, t) => Math.sin(t * t * (k + 1)));
    const signal = Float64Array.from({ length: 600 }, (_, t) => (Math.floor(t / 100) % 2 === 0 ? 1.5 : -1.5));
    const { scales } = fitSparse([noise(0), signal, noise(1), noise(2)], {
      states: 2,
      penalty: 5,
      kappa: 1.2,
      seed: 'a',
    });
    expect(scales.indexOf(Math.max(...scales))).toBe(1);
    expect(scales[1]).toBeGreaterThan(0.9);
  });
});

describe('a larger penalty', () => {
  it('never makes more changes of the best sequence for the same centres', () => {
    const { centres } = fitDiscrete(some, { states: 2, penalty: 10, seed: 'a' });
    const counts = [1, 10, 100, 1_000, 1e6].map((penalty) =>
      changes(continuousPath({ centres, penalty }, some).shares),
    );
    expect(counts.at(-1)).toBe(0);
    const discrete = [0, 10, 100, 1e6].map((penalty) =>
      changes(jumpStates(fitDiscrete(some, { states: 2, penalty, seed: 'a' }), some).states),
    );
    expect(discrete.toSorted((a, b) => b - a)).toEqual(discrete);
  });
});

describe('the continuous fit', () => {
  it('costs no more than its start, and ends where a step changes little', () => {
    const { centres } = fitDiscrete(some, { states: 2, penalty: 50, seed: 'a' });
    const fitted = fitContinuous(some, centres, 600);
    expect(fitted.cost).toBeLessThanOrEqual(continuousPath({ centres, penalty: 600 }, some).cost);
    expect(continuousPath(fitted, some).cost).toBeCloseTo(fitted.cost, 6);
  });
});

describe('the choice of a penalty', () => {
  // Rises in blocks of ten hours. A column has the place of each hour.
  const returns = Float64Array.from({ length: 400 }, (_, t) => (Math.floor(t / 10) % 2 === 0 ? 0.01 : -0.01));
  const place = returns.map((_, t) => t);

  it('takes the labels that earn most, known in advance', () => {
    const right = (t: number): number => Number(Math.floor((t + 1) / 10) % 2 === 0);
    const chosen = chooseBySharpe(
      [1, 2, 3],
      { columns: [place], returns },
      (_, penalty) =>
        ([rows]) =>
          Int32Array.from(rows!, (t) => (penalty === 2 ? right(t) : t % 2)),
    );
    expect(chosen).toBe(2);
    expect(sharpe(strategyGains(new Int32Array(400), returns, 300))).toBeCloseTo(0, 1);
  });

  it('fits windows that move, and scores the hours after each of them once', () => {
    const windows: number[][] = [];
    chooseBySharpe([1], { columns: [place], returns }, ([seen]) => ([all]) => {
      windows.push([seen![0]!, seen!.at(-1)!, all![0]!, all!.at(-1)!]);
      return Int32Array.from(all!, (t) => t % 2);
    });
    expect(windows).toEqual([
      [0, 199, 0, 249],
      [50, 249, 50, 299],
      [100, 299, 100, 349],
      [150, 349, 150, 399],
    ]);
  });
});

it('a label earns the return of the next hour, and never that of its own', () => {
  const draws = Array.from({ length: 400 }, (_, t) =>
    Math.floor(Math.abs(Math.sin(t * t)) * 1e4) % 2 === 0 ? 0.01 : -0.01,
  );
  const returns = Float64Array.from(draws);
  // The label of an hour is the sign of its own return, which is known when the hour has closed, or of the next return.
  const own = Int32Array.from(returns, (value) => Number(value > 0));
  const next = own.map((_, t) => own[t + 1] ?? 0);
  // Labels are ranked by the return of their own hour, so that the first part needs hours that say which one is better.
  const seen = next.map((label, t) => (t < 200 ? own[t]! : label));
  expect(sharpe(strategyGains(seen, returns, 200))).toBeGreaterThan(0.7);
  expect(Math.abs(sharpe(strategyGains(own, returns, 200)))).toBeLessThan(0.3);
});

it('a fit of part of the hours sees nothing else', () => {
  const early = fitFeatures(sliceCandles(bars, 0, 1_000));
  expect(early.columns[0]!.length).toBe(820);
});
