/** Laws that the rival models of volatility obey, on returns that the models themselves have drawn. */

import { generator, type Draw } from '@barograph/simulator';
import { studentQuantile } from '../laws.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ewmaVariance, fitEwma } from './ewma.ts';
import { fitGarch, garchLogLikelihood, garchVariance, type Garch } from './garch.ts';
import { fitHarq, harqVariance } from './harq.ts';
import { fitRealizedGarch, realizedGarchVariance } from './realized-garch.ts';

const TRUTH: Garch = { omega: 4e-6, alpha: 0.06, gamma: 0.08, beta: 0.86, degrees: 6 };

/** Returns of a GARCH with Student's law. */
function drawn(rows: number, { omega, alpha, gamma, beta, degrees }: Garch, draw: Draw): Float64Array {
  let h = omega / (1 - alpha - gamma / 2 - beta);
  return Float64Array.from({ length: rows }, () => {
    const r = Math.sqrt((h * (degrees - 2)) / degrees) * studentQuantile(draw(), degrees);
    h = omega + (r < 0 ? alpha + gamma : alpha) * r * r + beta * h;
    return r;
  });
}

const returns = drawn(6_000, TRUTH, generator('rivals'));
const some = returns.subarray(0, 1_000);
const measures = some.map((r, i) => 0.5 * r * r + 0.5 * (some[i - 1] ?? r) ** 2 + 1e-7);
/** Forecasts of every model that was fitted on the first 800 of some bars. */
const MODELS: Readonly<Record<string, (bars: Float64Array, ranges: Float64Array) => Float64Array>> = {
  ewma: (bars) => ewmaVariance(bars, fitEwma(bars.subarray(0, 800)), 4),
  garch: (bars) => garchVariance(bars, fitGarch(bars.subarray(0, 800)), 4),
  gjr: (bars) => garchVariance(bars, fitGarch(bars.subarray(0, 800), { isAsymmetric: true }), 4),
  harq: (bars) => harqVariance(bars, fitHarq(bars.subarray(0, 800), 4)),
  realised: (bars, ranges) =>
    realizedGarchVariance(bars, ranges, fitRealizedGarch(bars.subarray(0, 800), ranges.subarray(0, 800), 4)),
};

describe.each(Object.entries(MODELS))('%s', (_, forecastsOf) => {
  const forecasts = forecastsOf(some, measures);

  it('forecasts a variance above 0 after every bar, the same when done again', () => {
    expect(forecasts.length).toBe(some.length);
    expect(forecasts.subarray(120).every((variance) => variance > 0 && variance < Infinity)).toBe(true);
    expect(forecastsOf(some, measures)).toEqual(forecasts);
  });

  it('knows nothing of a later bar', () => {
    const changed = some.map((r, i) => (i > 900 ? 3 * r : r));
    const ranges = measures.map((x, i) => (i > 900 ? 9 * x : x));
    const after = forecastsOf(changed, ranges);
    expect(after.subarray(0, 901)).toEqual(forecasts.subarray(0, 901));
    expect(after[910]).not.toBe(forecasts[910]);
  });

  it('is four times as large for returns that are twice as large', () => {
    const twice = forecastsOf(
      some.map((r) => 2 * r),
      measures.map((x) => 4 * x),
    );
    const scaled = Array.from(forecasts, (variance) => 4 * variance);
    expect(Array.from(twice)).toMatchOracle(scaled, { rel: 2e-3, abs: 0 });
  });

  it('has the level of the returns', () => {
    let [came, stated] = [0, 0];
    for (let t = 150; t < 990; t++) {
      for (let s = t + 1; s <= t + 4; s++) came += some[s]! ** 2;
      stated += forecasts[t]!;
    }
    expect(came / stated).toBeGreaterThan(0.7);
    expect(came / stated).toBeLessThan(1.4);
  });
});

describe('GARCH', () => {
  it('finds the parameters that drew the returns, and is never less likely than they are', () => {
    const fit = fitGarch(returns, { isAsymmetric: true });
    expect(fit.logLikelihood).toBeGreaterThanOrEqual(garchLogLikelihood(returns, TRUTH));
    // Three standard errors of each, about.
    expect(Math.abs(fit.alpha - TRUTH.alpha)).toBeLessThan(0.03);
    expect(Math.abs(fit.gamma - TRUTH.gamma)).toBeLessThan(0.05);
    expect(Math.abs(fit.beta - TRUTH.beta)).toBeLessThan(0.05);
    expect(Math.abs(fit.degrees - TRUTH.degrees)).toBeLessThan(2);
    expect(garchLogLikelihood(returns, fit, fit.first)).toBeCloseTo(fit.logLikelihood, 6);
  });

  it('is a GJR without asymmetry, which is likelier, and EWMA without a mean', () => {
    const [plain, tilted] = [fitGarch(some), fitGarch(some, { isAsymmetric: true })];
    expect(tilted.logLikelihood).toBeGreaterThanOrEqual(plain.logLikelihood - 1e-6);
    expect(plain.gamma).toBe(0);
    const { decay, first, degrees, logLikelihood } = fitEwma(some);
    const same = { omega: 0, alpha: 1 - decay, gamma: 0, beta: decay, degrees };
    expect(garchLogLikelihood(some, same, first)).toBeCloseTo(logLikelihood, 6);
    expect(plain.logLikelihood).toBeGreaterThan(logLikelihood - 1e-6);
  });

  it('reverses when the signs do: the weights of rises and falls change places', () => {
    const fit = fitGarch(some, { isAsymmetric: true });
    const turned = fitGarch(
      some.map((r) => -r),
      { isAsymmetric: true },
    );
    expect(turned.logLikelihood).toBeCloseTo(fit.logLikelihood, 4);
    expect(turned.alpha).toBeCloseTo(fit.alpha + fit.gamma, 3);
  });

  it('forecasts several steps as the sum of single ones', () => {
    const share = fc.double({ min: 0.01, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        fc.double({ min: 0.3, max: 0.68, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (alpha, gamma, beta, steps) => {
          const model = { omega: 1e-6, alpha, gamma: gamma / 10, beta, degrees: 5, first: 1e-4 };
          const next = garchVariance(some, model, 1)[500]!;
          let [h, sum] = [next, 0];
          for (let k = 0; k < steps; k++) {
            sum += h;
            h = model.omega + (alpha + model.gamma / 2 + beta) * h;
          }
          expect(garchVariance(some, model, steps)[500]!).toMatchOracle(sum, { rel: 1e-9, abs: 0 });
        },
      ),
    );
  });
});

it('HARQ stays within the outcomes that it was fitted on', () => {
  const fit = fitHarq(some.subarray(0, 800), 4);
  const wild = some.map((r, i) => (i % 50 === 0 ? 40 * r : r));
  const forecasts = harqVariance(wild, fit).subarray(120);
  expect(forecasts.every((variance) => variance >= fit.low && variance <= fit.high)).toBe(true);
  expect(forecasts.some((variance) => variance === fit.mean)).toBe(true);
});

const known = some.subarray(0, 300);
const ranges = measures.subarray(0, 300);
it.each([
  ['too few returns', () => fitGarch(known.subarray(0, 99)), '"returns" expected at least 100, got 99'],
  ['an unknown return', () => fitEwma(known.with(3, NaN)), '"returns[3]" expected a finite number, got NaN'],
  ['returns of 0', () => fitGarch(new Float64Array(200)), '"objective" expected a finite value at the start'],
  ['no steps', () => garchVariance(known, { ...TRUTH, first: 1e-4 }, 0), '"steps" expected'],
  ['a day of one bar', () => fitHarq(known, 1), '"day" expected'],
  [
    'returns that never move',
    () => fitHarq(new Float64Array(300).fill(0.01), 4),
    '"returns" expected independent inputs',
  ],
  ['other measures', () => fitRealizedGarch(known, ranges.subarray(1), 4), '"measures" expected 300 numbers, got 299'],
  [
    'a negative measure',
    () => fitRealizedGarch(known, ranges.with(2, -1), 4),
    '"measures[2]" expected a finite number ≥ 0',
  ],
  [
    'a day without a move',
    () =>
      fitRealizedGarch(
        known,
        ranges.map((x, i) => (i >= 8 && i < 12 ? 0 : x)),
        4,
      ),
    '"measures" expected a day above 0 until bar 11, got 0',
  ],
])('refuses %s', (_, call, message) => {
  expect(call).toThrow(message);
});
