import { describe, expect, it } from 'vitest';
import type { Forecast, NowcastPoint } from '../nowcast/point.ts';
import { DIRECTION_EVIDENCE_V1, isWithheld, publishedOf } from './direction-evidence.ts';
import { DIRECTIONS } from './inputs.ts';

const forecast: Forecast = {
  nextRegime: [1, 0, 0, 0, 0, 0],
  nextRegimeSource: 'direct',
  direction: [0.5, 0.5, 0, 0, 0],
  volatility: [0.25, 0.25, 0.25, 0.25],
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a point that is looked at
const point = { time: 0, forecasts: { h4: forecast, h24: forecast } } as unknown as NowcastPoint;

describe('the direction as it is published', () => {
  it('has base rates and a reason for a coin at 24 hours, and nothing else is touched', () => {
    const { forecasts } = publishedOf(point, 'coin');
    expect(forecasts!.h24).toEqual({
      ...forecast,
      direction: DIRECTION_EVIDENCE_V1.baseRates.coin.h24,
      withheld: 'no_measured_skill',
    });
    expect(forecasts!.h4).toBe(forecast);
    expect(publishedOf(point, 'market').forecasts).toEqual({ h4: forecast, h24: forecast });
    expect(publishedOf({ ...point, forecasts: null }, 'coin').forecasts).toBeNull();
  });

  it('is withheld wherever the evidence says so, and nowhere else', () => {
    const withheld = [
      { scope: 'coin', horizon: 'h4' },
      { scope: 'market', horizon: 'h24' },
    ] as const;
    const evidence = { ...DIRECTION_EVIDENCE_V1, withheld };
    expect(isWithheld('coin', 'h4', evidence)).toBe(true);
    expect(isWithheld('market', 'h24', evidence)).toBe(true);
    expect(isWithheld('coin', 'h24', evidence)).toBe(false);
    expect(isWithheld('market', 'h4', { ...evidence, withheld: [] })).toBe(false);
  });

  it('rests on evidence that agrees with what is withheld', () => {
    const { gains, baseRates, withheld } = DIRECTION_EVIDENCE_V1;
    for (const { scope, horizon } of withheld) expect(gains[scope][horizon].low).toBeLessThan(0);
    expect(Math.min(gains.market.h4.low, gains.market.h24.low)).toBeGreaterThan(0);
    for (const rates of Object.values(baseRates).flatMap((of) => Object.values(of))) {
      expect(rates).toHaveLength(DIRECTIONS.length);
      expect(rates.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    }
  });
});
