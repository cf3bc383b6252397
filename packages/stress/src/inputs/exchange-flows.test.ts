import { DAY_MS, scoreMap } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeFlow } from '../news/exchange-flow.ts';
import { SECURITY_V1 } from '../risk/security.ts';
import { RISK_INPUTS_V2 } from './config.ts';
import { flowReadings, type KnownFlows } from './exchange-flows.ts';

const NOW = 100 * DAY_MS;

/** A flow `daysBack` days ago; positive when out of exchanges. */
const flow = (id: string, daysBack: number, netOut: number, symbol = 'ETH'): ExchangeFlow => ({
  id,
  time: NOW - daysBack * DAY_MS,
  chain: 'ethereum',
  symbol,
  usd: Math.abs(netOut),
  direction: netOut > 0 ? 'outflow' : 'inflow',
  exchange: 'alder',
  counterparty: null,
});
const known = (flows: readonly ExchangeFlow[], more: Partial<KnownFlows> = {}): KnownFlows => ({
  since: 0,
  until: NOW,
  flows,
  ...more,
});
/** Days with nets of 1 to 9 million, repeated. */
const usual = (days: number): readonly ExchangeFlow[] =>
  Array.from({ length: days }, (_, i) => flow(`${i}`, i + 1.5, (1 + (i % 9)) * 1e6));

describe('[#625] [#626] flows of exchanges against their usual days', () => {
  it('are robust deviations of the last 24 hours from the 90 days before', () => {
    // Median 5, median absolute deviation 2 million.
    const [reading] = flowReadings(known([...usual(90), flow('now', 0.5, 25e6)]), NOW)!;
    expect(reading!.symbol).toBe('ETH');
    expect(reading!.z).toBeCloseTo(20 / (1.4826 * 2), 12);
    expect(reading!.net).toEqual({ outflowUsd: 25e6, medianUsd: 5e6, deviationUsd: 1.4826 * 2e6, days: 90 });
    expect(scoreMap(SECURITY_V1.flow)(reading!.z)).toBeCloseTo(60 + (40 * (reading!.z - 5)) / 3, 9);
    // Deposits are as unusual as withdrawals.
    expect(flowReadings(known([...usual(90), flow('now', 0.5, -15e6)]), NOW)![0]!.z).toBeCloseTo(-20 / 2.9652, 12);
  });

  it('count what goes between exchanges as nothing, and a quiet day as zero', () => {
    const between = { ...flow('between', 0.5, -50e6), counterparty: 'bluefin' };
    expect(flowReadings(known([...usual(90), between]), NOW)![0]!.z).toBeCloseTo(-5 / 2.9652, 12);
    // On half of the days nothing moves: the interquartile range replaces the deviation.
    const few = usual(90).filter((_, i) => i % 5 < 2);
    expect(flowReadings(known([...few, flow('now', 0.5, 20e6)]), NOW)![0]!.z).toBeGreaterThan(3);
    // A coin that moved once has no baseline.
    expect(flowReadings(known([...usual(90), flow('once', 0.5, 9e6, 'BTC')]), NOW)!.map(({ symbol }) => symbol)).toEqual(['ETH']); // prettier-ignore
    expect(flowReadings(known([]), NOW)).toEqual([]);
  });

  it('are not known with too few days, and where the newest transfers are missing', () => {
    const { leastDays, staleMs } = RISK_INPUTS_V2.flows;
    expect(flowReadings(known(usual(90), { since: NOW - (leastDays + 1) * DAY_MS }), NOW)).toHaveLength(1);
    expect(flowReadings(known(usual(90), { since: NOW - (leastDays + 1) * DAY_MS + 1 }), NOW)).toBeNull();
    expect(flowReadings(known(usual(90), { until: NOW - staleMs }), NOW)).toHaveLength(1);
    expect(flowReadings(known(usual(90), { until: NOW - staleMs - 1 }), NOW)).toBeNull();
  });

  it('do not depend on the order, on what is older than 91 days, or on the future', () => {
    const flows = fc.array(fc.tuple(fc.integer({ min: -20, max: 120 * 24 }), fc.integer({ min: -9, max: 9 })), { minLength: 1, maxLength: 200 }); // prettier-ignore
    fc.assert(
      fc.property(flows, (rows) => {
        const all = rows.map(([hours, size], i) => flow(`${i}`, hours / 24, size === 0 ? 1 : size * 1e6));
        const found = flowReadings(known(all), NOW);
        expect(flowReadings(known(all.toReversed()), NOW)).toEqual(found);
        const within = all.filter(({ time }) => time <= NOW && time > NOW - 91 * DAY_MS);
        expect(flowReadings(known(within), NOW)).toEqual(found);
        expect(found!.every(({ z }) => Number.isFinite(z))).toBe(true);
      }),
    );
  });
});
