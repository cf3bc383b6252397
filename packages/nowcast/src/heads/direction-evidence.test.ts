import { describe, expect, it } from 'vitest';
import type { Forecast, NowcastPoint } from '../nowcast/point.ts';
import { DIRECTION_EVIDENCE_V1, DIRECTION_EVIDENCE_V2, isWithheld, publishedOf } from './direction-evidence.ts';
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
  it('has base rates and a reason where it is withheld, and nothing else is touched', () => {
    const { baseRates } = DIRECTION_EVIDENCE_V2;
    const withheld = (direction: readonly number[]): object => ({
      ...forecast,
      direction,
      withheld: 'no_measured_skill',
    });
    const { h4, h24 } = publishedOf(point, 'coin').forecasts!;
    expect([h4, h24]).toEqual([withheld(baseRates.coin.h4), withheld(baseRates.coin.h24)]);
    const market = publishedOf(point, 'market').forecasts!;
    expect(market.h4).toBe(forecast);
    expect(market.h24).toEqual(withheld(baseRates.market.h24));
    expect(publishedOf({ ...point, forecasts: null }, 'coin').forecasts).toBeNull();
  });

  it('of version 1 is that of coins at 24 hours alone', () => {
    const { h4, h24 } = publishedOf(point, 'coin', DIRECTION_EVIDENCE_V1).forecasts!;
    expect([h4, h24.withheld]).toEqual([forecast, 'no_measured_skill']);
    expect(publishedOf(point, 'market', DIRECTION_EVIDENCE_V1).forecasts).toEqual({ h4: forecast, h24: forecast });
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

  it('rests on evidence: from version 2 on, exactly the heads are withheld whose interval reaches to 0', () => {
    for (const { scope, horizon } of DIRECTION_EVIDENCE_V1.withheld) {
      expect(DIRECTION_EVIDENCE_V1.gains[scope][horizon].low).toBeLessThan(0);
    }
    const { gains } = DIRECTION_EVIDENCE_V2;
    for (const scope of ['market', 'coin'] as const) {
      for (const horizon of ['h4', 'h24'] as const) {
        expect([scope, horizon, isWithheld(scope, horizon)]).toEqual([scope, horizon, gains[scope][horizon].low <= 0]);
      }
    }
    for (const { baseRates } of [DIRECTION_EVIDENCE_V1, DIRECTION_EVIDENCE_V2]) {
      for (const rates of Object.values(baseRates).flatMap((of) => Object.values(of))) {
        expect(rates).toHaveLength(DIRECTIONS.length);
        expect(Math.abs(rates.reduce((sum, share) => sum + share, 0) - 1)).toBeLessThan(1e-3);
      }
    }
  });
});
