/** Laws of the dynamic conditional correlation, on returns that it has drawn. */

import { normalQuantile } from '@barograph/nowcast/parts';
import { generator } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { dccCorrelations, fitDcc } from './dcc.ts';

const TRUTH = { a: 0.06, b: 0.88, target: Float64Array.of(1, 0.5, 0.5, 1) };

/** Two series whose correlation moves as the weights say. */
function drawn(rows: number, { a, b, target }: typeof TRUTH, seed: string): Float64Array[] {
  const draw = generator(seed);
  const [x, y] = [new Float64Array(rows), new Float64Array(rows)];
  let [p, q, r] = [1, 1, target[1]!];
  for (let t = 0; t < rows; t++) {
    const rho = r / Math.sqrt(p * q);
    const [u, v] = [normalQuantile(draw()), normalQuantile(draw())];
    x[t] = u;
    y[t] = rho * u + Math.sqrt(1 - rho * rho) * v;
    p = 1 - a - b + a * x[t]! ** 2 + b * p;
    q = 1 - a - b + a * y[t]! ** 2 + b * q;
    r = (1 - a - b) * target[1]! + a * x[t]! * y[t]! + b * r;
  }
  return [x, y];
}

const columnsOf = (
  standardized: readonly Float64Array[],
  fit: Parameters<typeof dccCorrelations>[1],
): Float64Array[] => {
  const kept: Float64Array[] = [];
  dccCorrelations(standardized, fit, (_, correlations) => kept.push(correlations.slice()));
  return kept;
};

describe('dynamic conditional correlation', () => {
  const series = drawn(8_000, TRUTH, 'dcc');
  const fit = fitDcc(series, 6_000);

  it('finds the weights that the returns were drawn with', () => {
    expect(fit.converged).toBe(true);
    expect(Math.abs(fit.a - TRUTH.a)).toBeLessThan(0.02);
    expect(Math.abs(fit.b - TRUTH.b)).toBeLessThan(0.05);
    expect(Math.abs(fit.target[1]! - 0.5)).toBeLessThan(0.06);
  });

  it('finds no news in correlations that stand still', () => {
    expect(fitDcc(drawn(6_000, { ...TRUTH, a: 0, b: 0 }, 'still'), 6_000).a).toBeLessThan(0.02);
  });

  it('learns nothing of later bars, and forecasts a bar without it', () => {
    const changed = series.map((column) => column.map((z, t) => (t >= 6_000 ? -3 * z : z)));
    expect(fitDcc(changed, 6_000)).toEqual(fit);
    expect(columnsOf(changed, fit).slice(0, 6_001)).toEqual(columnsOf(series, fit).slice(0, 6_001));
  });

  it('has correlations with ones on the diagonal, those of the target where nothing moves', () => {
    for (const r of columnsOf(series, fit)) {
      expect([r[0], r[3], r[1] === r[2], Math.abs(r[1]!) < 1]).toEqual([1, 1, true, true]);
    }
    const constant = columnsOf(series, { ...fit, a: 0, b: 0 });
    const rho = fit.target[1]! / Math.sqrt(fit.target[0]! * fit.target[3]!);
    for (const r of constant.slice(1)) expect(r[1]).toBeCloseTo(rho, 12);
  });

  it('takes the mean for bars that are missing: correlations stay those of the target', () => {
    const late = series.map((column) => column.map((z, t) => (t < 3_000 ? NaN : z)));
    const learnt = fitDcc(late, 6_000);
    expect(learnt.target).toEqual(
      fitDcc(
        series.map((column) => column.subarray(3_000)),
        3_000,
      ).target,
    );
    const rho = learnt.target[1]! / Math.sqrt(learnt.target[0]! * learnt.target[3]!);
    const before = columnsOf(late, { ...learnt, a: 0.05, b: 0.9 });
    expect(before[3_000]![1]).toBeCloseTo(rho, 12);
    expect(before[3_001]![1]).not.toBeCloseTo(rho, 12);
  });

  it('names what it misses', () => {
    expect(() => fitDcc([series[0]!], 100)).toThrow('"standardized" expected at least 2 series, got 1');
    expect(() => fitDcc(series, 59)).toThrow('expected at least 60 bars that two series share, got 59');
  });
});
