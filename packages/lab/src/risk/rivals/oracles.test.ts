/** Rival models of volatility against searches of scipy over their own parameters, frozen in `fixtures/oracles/risk`. */

import { loadOracles, type OracleCase } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { fitEwma } from './ewma.ts';
import { fitGarch, garchLogLikelihood, garchVariance } from './garch.ts';
import { fitHarq, harqVariance } from './harq.ts';
import { fitRealizedGarch, realizedGarchVariance, type RealizedGarchFit } from './realized-garch.ts';

const cases = new Map(loadOracles('risk').map((one) => [one.file, one]));
const oracle = <Input, Expected>(name: string): OracleCase<Input, Expected> =>
  cases.get(`case-${name}.json`) as OracleCase<Input, Expected>;

interface Found {
  readonly logLikelihood: number;
  readonly parameters: readonly number[];
}

it('has the maxima of EWMA-t, GARCH-t and GJR-t, and their forecasts step by step', () => {
  const { input, expected, tolerance } = oracle<
    { returns: number[]; steps: number },
    Record<'garch' | 'gjr', Found & { ahead: number }> & { ewma: Found; fixed: number }
  >('garch');
  const returns = Float64Array.from(input.returns);
  const fixed = { omega: 5e-6, alpha: 0.04, gamma: 0.05, beta: 0.9, degrees: 7.5 };
  expect(garchLogLikelihood(returns, fixed)).toMatchOracle(expected.fixed, { rel: 1e-11, abs: 0 });
  for (const [name, isAsymmetric] of [
    ['garch', false],
    ['gjr', true],
  ] as const) {
    const { logLikelihood, parameters, ahead } = expected[name];
    const fit = fitGarch(returns, { isAsymmetric });
    expect(fit.converged).toBe(true);
    expect(fit.logLikelihood).toMatchOracle(logLikelihood, { rel: 1e-9, abs: 0 });
    const { omega, alpha, beta, degrees, gamma } = fit;
    const known = [parameters[0]! / fit.first, ...parameters.slice(1, 4)];
    expect([omega / fit.first, alpha, beta, degrees]).toMatchOracle(known, tolerance);
    expect(gamma).toMatchOracle(isAsymmetric ? parameters[4]! : 0, { rel: 1e-3, abs: 0 });
    expect(garchVariance(returns, fit, input.steps).at(-1)!).toMatchOracle(ahead, { rel: 1e-3, abs: 0 });
  }
  const { decay, degrees, logLikelihood } = fitEwma(returns);
  expect([decay, degrees]).toMatchOracle([...expected.ewma.parameters], tolerance);
  expect(logLikelihood).toMatchOracle(expected.ewma.logLikelihood, { rel: 1e-9, abs: 0 });
});

it('has the forecasts of HARQ, and the mean where they leave the outcomes', () => {
  const { input, expected, tolerance } = oracle<
    { returns: number[]; day: number },
    { forecasts: (number | null)[]; replaced: number; rows: number }
  >('harq');
  const returns = Float64Array.from(input.returns);
  const fit = fitHarq(returns, input.day);
  expect(fit.rows).toBe(expected.rows);
  const forecasts = harqVariance(returns, fit);
  expect(Array.from(forecasts)).toMatchOracle(
    expected.forecasts.map((forecast) => forecast ?? NaN),
    tolerance,
  );
  expect(forecasts.filter((forecast) => forecast === fit.mean).length).toBe(expected.replaced);
});

it('has the maximum of the realised GARCH, and its path through the days that end with a bar', () => {
  const { input, expected, tolerance } = oracle<
    {
      returns: number[];
      measures: number[];
      path: { bars: number } & Pick<RealizedGarchFit, 'day' | 'omega' | 'beta' | 'gamma' | 'first'>;
    },
    Found & { forecasts: (number | null)[] }
  >('realized-garch');
  const [returns, measures] = [Float64Array.from(input.returns), Float64Array.from(input.measures)];
  const fit = fitRealizedGarch(returns, measures, 1);
  expect(fit.converged).toBe(true);
  expect(fit.logLikelihood).toMatchOracle(expected.logLikelihood, { rel: 1e-9, abs: 0 });
  const { omega, beta, gamma, measurement, noise } = fit;
  expect([omega, beta, gamma, ...measurement, noise]).toMatchOracle([...expected.parameters], tolerance);
  const { bars, ...path } = input.path;
  const forecasts = realizedGarchVariance(returns.subarray(0, bars), measures.subarray(0, bars), { ...fit, ...path });
  expect(Array.from(forecasts)).toMatchOracle(
    expected.forecasts.map((forecast) => forecast ?? NaN),
    { rel: 1e-11, abs: 0 },
  );
});
