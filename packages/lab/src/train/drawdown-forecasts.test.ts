import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONTE_CARLO_V1 } from '@barograph/nowcast';
import { logit } from '@barograph/nowcast/parts';
import { fitDrawdownMaps, mapDrawdown, volatilityOdds, type DrawdownOutcome } from './drawdown-forecasts.ts';

describe('the volatility as a forecast', () => {
  it('has its own log as its logit', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.5, noNaN: true }), (volatility) => {
        expect(logit(volatilityOdds(volatility))).toBeCloseTo(Math.log(volatility), 10);
      }),
    );
  });

  it('finds the logistic regression on the log volatility that outcomes were drawn with', () => {
    const draw = generator('log volatility');
    const [slope, intercept] = [2.5, 10];
    const outcomes = Array.from({ length: 20_000 }, (_, time): DrawdownOutcome => {
      const volatility = Math.exp(-6 + 2 * draw());
      const came = draw() < 1 / (1 + Math.exp(-(intercept + slope * Math.log(volatility))));
      const raw = { simulated: 0.5, withoutRegimes: 0.5, volatility: volatilityOdds(volatility) };
      return { time, raw, mapped: null, drawdown: came };
    });
    const maps = fitDrawdownMaps(outcomes, MONTE_CARLO_V1);
    // Four standard errors of the slope in a sample of this size.
    expect(maps.volatility.slope).toMatchOracle(slope, { rel: 0.1, abs: 0 });
    expect(maps.volatility.intercept).toMatchOracle(intercept, { rel: 0.1, abs: 0 });
    // Forecasts that never differ know the base rate and nothing else.
    const rate = outcomes.filter(({ drawdown }) => drawdown).length / outcomes.length;
    const mapped = mapDrawdown(maps, outcomes[0]!.raw, MONTE_CARLO_V1);
    expect(mapped.simulated).toBeCloseTo(rate, 3);
    expect(mapped.withoutRegimes).toBe(mapped.simulated);
  });
});
