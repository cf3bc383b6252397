import { describe, expect, it } from 'vitest';
import type { NowcastPoint } from '../nowcast/point.ts';
import { breadthOutlook } from './breadth.ts';
import { fundingOutlook } from './funding.ts';
import { liquidationRiskOutlook } from './liquidation-risk.ts';
import { openInterestOutlook } from './open-interest.ts';
import { NO_INPUTS, outlooksOf, provenancesOf } from './outlooks.ts';

const volatility = { h6: 1, h24: 2, h48: 0.01, h360: 4, h720: 5 };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a point that is looked at
const point = { time: 0, forecasts: {}, volatility } as unknown as NowcastPoint;

const fundingRates = Array.from({ length: 168 }, (_, t) => 1e-5 * Math.sin(t));
const openInterest = Array.from({ length: 400 }, (_, t) => 100 + Math.sin(t));
const breadth = { above: 20, of: 30 };
const liquidations = { forced: { longs: 5, shorts: 6 }, depth: { bids: 7, asks: 3 }, openInterest: 9 };
const ALL = { fundingRates, openInterest, breadth, liquidations };
const missing = (reason: string) => ({ probabilities: null, provenance: { source: null, reason } });

describe('the heads beside the model file', () => {
  it.each(['h4', 'h24'] as const)('each answer by their own inputs and the volatility of two days, %s', (horizon) => {
    const given = outlooksOf(point, horizon, ALL);
    expect(given).toEqual({
      liquidationRisk: liquidationRiskOutlook({ volatility: 0.01, ...liquidations }, horizon),
      funding: fundingOutlook(fundingRates, horizon),
      breadth: breadthOutlook(breadth, horizon),
      openInterest: openInterestOutlook(openInterest, horizon),
    });
    for (const { probabilities } of [given.liquidationRisk, given.funding, given.breadth, given.openInterest]) {
      expect(probabilities!.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    }
    expect(provenancesOf(given)).toEqual({
      liquidationRisk: given.liquidationRisk.provenance,
      funding: given.funding.provenance,
      breadth: given.breadth.provenance,
      openInterest: given.openInterest.provenance,
    });
  });

  it('say which source is missing', () => {
    expect(outlooksOf(point, 'h4', NO_INPUTS)).toEqual({
      liquidationRisk: missing('no source of depth'),
      funding: missing('no source of funding rates'),
      breadth: missing('no panel of perps'),
      openInterest: missing('no source of open interest'),
    });
    const early = outlooksOf({ ...point, volatility: null }, 'h4', ALL);
    expect(early.liquidationRisk).toEqual(missing('no volatility yet'));
    expect(early.funding.probabilities).not.toBeNull();
  });

  it('are silent of an hour of which nothing is published, whatever is known of it', () => {
    const nothing = missing('nothing is published of this hour');
    expect(outlooksOf({ ...point, forecasts: null }, 'h24', ALL)).toEqual({
      liquidationRisk: nothing,
      funding: nothing,
      breadth: nothing,
      openInterest: nothing,
    });
  });
});
