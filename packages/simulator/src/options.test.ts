import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiriesAfter } from './expiries.ts';
import { createMarket } from './market.ts';
import { OPTIONS_V1 } from './options-config.ts';
import { createOptions } from './options.ts';

const market = createMarket();
const options = createOptions(market);
const { start } = market.config;
const NOW = start + 400 * DAY_MS + 5 * HOUR_MS + 123_456;

describe('the simulated index of implied volatility', () => {
  it('has a value at the end of every hour from a month on', () => {
    const { time, implied, length } = options.index('BTC', 0, start + 32 * DAY_MS);
    expect(length).toBe(2 * 24);
    expect([time[0], time.at(-1)]).toEqual([start + (OPTIONS_V1.firstAfter + 1) * HOUR_MS, start + 32 * DAY_MS]);
    expect(implied.every((value) => value > 5 && value < 400)).toBe(true);
  });

  it('gives the same and more behind them when asked later, whatever was asked before, to the bit', () => {
    const moment = fc.integer({ min: 0, max: 90 * 24 }).map((hours) => start + 30 * DAY_MS + hours * HOUR_MS);
    fc.assert(
      fc.property(moment, moment, moment, (a, b, c) => {
        const [from, to, later] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        const fresh = createOptions(market);
        const more = fresh.index('ETH', from, later);
        const less = fresh.index('ETH', from, to);
        expect(more.implied.subarray(0, less.length)).toEqual(less.implied);
        expect(options.index('ETH', from, to)).toEqual(less);
      }),
      { numRuns: 25 },
    );
  });

  it('refuses a coin without options', () => {
    expect(() => options.index('DOGE', 0, NOW)).toThrow('"symbol" expected one that has options, got "DOGE"');
  });
});

describe('the simulated chain', () => {
  const chain = options.chain('BTC', NOW);

  it('has the strikes of eight or more expiries, on both sides of each forward', () => {
    const expiries = [...new Set(chain.map(({ expiry }) => expiry))];
    expect(expiries).toEqual(expiriesAfter(NOW));
    expect(expiries.length).toBeGreaterThanOrEqual(8);
    for (const expiry of expiries) {
      const options = chain.filter((option) => option.expiry === expiry);
      expect(options.some(({ strike, forward }) => strike < forward)).toBe(true);
      expect(options.some(({ strike, forward }) => strike > forward)).toBe(true);
      expect(new Set(options.map(({ strike }) => strike)).size).toBe(options.length);
    }
  });

  it('reaches the index at a tenor of 30 days: the same law makes both', () => {
    const hour = Math.floor((NOW - start) / HOUR_MS) * HOUR_MS + start;
    const index = options.index('BTC', hour - HOUR_MS, hour).implied[0]!;
    const nearest = (expiry: number): number =>
      chain
        .filter((option) => option.expiry === expiry)
        .reduce((a, b) => (Math.abs(b.strike / b.forward - 1) < Math.abs(a.strike / a.forward - 1) ? b : a))
        .impliedVolatility;
    const days = (expiry: number): number => (expiry - NOW) / DAY_MS;
    const expiries = expiriesAfter(NOW);
    const far = expiries.findIndex((expiry) => days(expiry) > 30);
    const [low, high] = [nearest(expiries[far - 1]!), nearest(expiries[far]!)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    expect(index).toBeGreaterThan(low * 0.98);
    expect(index).toBeLessThan(high * 1.02);
  });

  it('has volatilities that options can have, at the nearest expiry too, and a smile about the money', () => {
    for (const time of [NOW, NOW + 30 * DAY_MS, expiriesAfter(NOW)[0]! - 600_000]) {
      for (const { strike, forward, impliedVolatility } of options.chain('ETH', time)) {
        expect(impliedVolatility).toBeGreaterThan(5);
        expect(impliedVolatility, `${strike} of ${forward}`).toBeLessThan(500);
      }
    }
  });

  it('is empty before the first month', () => {
    expect(options.chain('BTC', start + 29 * DAY_MS)).toEqual([]);
  });
});

describe('expiries', () => {
  it('lie ahead, at 08:00 UTC, in order, each once; the last Friday of a month is one of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }), (time) => {
        const list = expiriesAfter(time);
        expect(list[0]).toBeGreaterThan(time);
        expect(list[0]! - time).toBeLessThanOrEqual(DAY_MS);
        expect(list.every((expiry, i) => i === 0 || expiry > list[i - 1]!)).toBe(true);
        expect(list.every((expiry) => expiry % DAY_MS === 8 * HOUR_MS)).toBe(true);
        const far = list.slice(3).map((expiry) => new Date(expiry).getUTCDay());
        expect(far.every((day) => day === 5)).toBe(true);
      }),
    );
    expect(expiriesAfter(Date.UTC(2026, 10, 22))).toContain(Date.UTC(2026, 11, 25, 8));
  });
});
