import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1 } from './config.ts';
import { DERIVATIVES_V1 } from './derivatives-config.ts';
import { createDerivatives } from './derivatives.ts';

const { start, listings } = SIMULATOR_V1;
const YEARS = start + 3 * 365 * DAY_MS;

describe('simulated derivatives', () => {
  it('are the same whenever and in whichever order they are asked for', () => {
    const whole = createDerivatives(SIMULATOR_V1)('ETH', 0, start + 60 * DAY_MS);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 24 }), fc.integer({ min: 0, max: 60 * 24 }), (a, b) => {
        const derivatives = createDerivatives(SIMULATOR_V1);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        derivatives('BTC', 0, start + 7 * DAY_MS);
        const part = derivatives('ETH', start + from * HOUR_MS, start + to * HOUR_MS);
        expect(part.time).toEqual(whole.time.slice(from, to));
        expect(part.fundingRate).toEqual(whole.fundingRate.slice(from, to));
        expect(part.openInterest).toEqual(whole.openInterest.slice(from, to));
      }),
      { numRuns: 20 },
    );
  });

  it('follow their laws', () => {
    const { fundingRate, openInterest } = createDerivatives(SIMULATOR_V1)('BTC', 0, YEARS);
    const { funding, openInterest: level } = DERIVATIVES_V1;
    for (const [list, { persistence, noise }] of [
      [fundingRate, funding],
      [openInterest.map(Math.log), level],
    ] as const) {
      const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
      let [cross, squares, misses] = [0, 0, 0];
      for (let t = 1; t < list.length; t++) {
        cross += (list[t]! - mean) * (list[t - 1]! - mean);
        squares += (list[t - 1]! - mean) ** 2;
      }
      const kept = cross / squares;
      for (let t = 1; t < list.length; t++) misses += (list[t]! - mean - kept * (list[t - 1]! - mean)) ** 2;
      // √((1 − φ²)/n) is .0023 at most; five of them
      expect(kept).toMatchOracle(persistence, { rel: 0, abs: 0.012 });
      expect(Math.sqrt(misses / list.length)).toMatchOracle(noise, { rel: 0.1, abs: 0 });
    }
    expect(fundingRate.reduce((sum, x) => sum + x, 0) / fundingRate.length).toMatchOracle(funding.mean, {
      rel: 0.25,
      abs: 0,
    });
    expect(openInterest.every((x) => x > 0)).toBe(true);
  });

  it('are of a perp while it is listed, and of no other', () => {
    const derivatives = createDerivatives(SIMULATOR_V1);
    for (const { symbol, venue, listedAfter, delistedAfter } of listings) {
      if (venue !== 'perpdex_perp') continue;
      const { time, length } = derivatives(symbol, 0, YEARS);
      expect(time[0], symbol).toBe(start + listedAfter);
      expect(time[length - 1], symbol).toBe((delistedAfter === null ? YEARS : start + delistedAfter) - HOUR_MS);
    }
    expect(derivatives('BTC', 0, start).length).toBe(0);
    expect(() => derivatives('NONE', 0, start)).toThrow(/"symbol" expected a perp of the market, got "NONE"/);
  });
});
