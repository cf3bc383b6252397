import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  TERM_STRUCTURE_V1,
  termStructure,
  volatilityAtTenor,
  type OptionQuote,
  type TermPoint,
} from './term-structure.ts';

const NOW = Date.UTC(2026, 0, 1);
const quote = (days: number, strike: number, impliedVolatility: number | null, forward = 100): OptionQuote => ({
  expiry: NOW + days * DAY_MS,
  strike,
  forward,
  impliedVolatility,
});
const point = (days: number, atmVolatility: number): TermPoint => ({
  expiry: NOW + days * DAY_MS,
  days,
  strike: 100,
  forward: 100,
  atmVolatility,
});

describe('the term structure', () => {
  it('of version 1 takes the strike nearest the forward, the lower of two equally near, and averages its call and put', () => {
    const calls = [quote(30, 105, 99), quote(30, 95, 40), quote(60, 98, 50, 101), quote(60, 103, 60, 101)];
    const [near, far] = termStructure([...calls, quote(30, 95, 44)], NOW, TERM_STRUCTURE_V1);
    expect(near).toEqual({ ...point(30, 42), strike: 95 });
    expect(far).toEqual({ ...point(60, 50), strike: 103, atmVolatility: 60, forward: 101 });
  });

  it('reads the money off the line of variance between the two strikes around the forward', () => {
    // A quarter of the way from 96 to 100: 1600 + (3600 − 1600) / 4.
    const [one] = termStructure([quote(30, 96, 40, 97), quote(30, 100, 60, 97), quote(30, 120, 90, 97)], NOW);
    expect(one).toEqual({ ...point(30, Math.sqrt(2100)), strike: 96, forward: 97 });
  });

  it('takes a strike at the forward as it is, and knows nothing outside the strikes', () => {
    expect(termStructure([quote(30, 100, 55), quote(30, 90, 70)], NOW)).toEqual([point(30, 55)]);
    expect(termStructure([quote(30, 105, 50), quote(30, 110, 60)], NOW)).toEqual([]);
    expect(termStructure([quote(30, 90, 50), quote(30, 95, 60)], NOW)).toEqual([]);
  });

  it('lies between the volatilities of the two strikes, whatever the order and the scale of the quotes', () => {
    const percent = fc.double({ min: 5, max: 300, noNaN: true });
    const chain = fc.uniqueArray(fc.tuple(fc.double({ min: 50, max: 200, noNaN: true }), percent), {
      minLength: 2,
      maxLength: 12,
      selector: ([strike]) => strike,
    });
    fc.assert(
      fc.property(chain, fc.double({ min: 50, max: 200, noNaN: true }), (smile, forward) => {
        const quotes = smile.map(([strike, volatility]) => quote(30, strike, volatility, forward));
        const [one] = termStructure(quotes, NOW);
        fc.pre(one !== undefined);
        const below = smile.filter(([strike]) => strike <= forward).sort(([a], [b]) => b - a)[0]!;
        const above = smile.filter(([strike]) => strike >= forward).sort(([a], [b]) => a - b)[0]!;
        expect(one.atmVolatility).toBeGreaterThanOrEqual(Math.min(below[1], above[1]) * (1 - 1e-12));
        expect(one.atmVolatility).toBeLessThanOrEqual(Math.max(below[1], above[1]) * (1 + 1e-12));
        expect(termStructure(quotes.toReversed(), NOW)).toEqual([one]);
        const doubled = quotes.map((of) => ({ ...of, strike: of.strike * 2, forward: of.forward * 2 }));
        expect(termStructure(doubled, NOW)).toEqual([{ ...one, strike: one.strike * 2, forward: one.forward * 2 }]);
      }),
    );
  });

  it('stands in the order of expiries, whatever the order of the quotes', () => {
    const quotes = [quote(60, 100, 50), quote(7, 100, 70), quote(30, 100, 60)];
    const points = termStructure(quotes, NOW);
    expect(points.map(({ days }) => days)).toEqual([7, 30, 60]);
    expect(termStructure([...quotes].reverse(), NOW)).toEqual(points);
  });

  it('drops expiries nearer than 2 days, and not one of exactly 2', () => {
    expect(termStructure([quote(1.999, 100, 50)], NOW)).toEqual([]);
    expect(termStructure([quote(2, 100, 50)], NOW)).toHaveLength(1);
    expect(termStructure([quote(-5, 100, 50)], NOW)).toEqual([]);
  });

  it('passes over quotes without a volatility, and expiries that have no other', () => {
    expect(termStructure([quote(30, 100, null), quote(30, 100, 55), quote(60, 100, null)], NOW)).toEqual([
      point(30, 55),
    ]);
  });

  it('refuses what is not a number above 0', () => {
    expect(() => termStructure([quote(30, 0, 50)], NOW)).toThrow('"strike" expected a number > 0, got 0');
    expect(() => termStructure([quote(30, 100, -1)], NOW)).toThrow('"impliedVolatility" expected a number > 0, got -1');
    expect(() => termStructure([quote(30, 100, 50, NaN)], NOW)).toThrow('"forward" expected a finite number, got NaN');
  });
});

describe('the volatility at a tenor', () => {
  it('is linear in total variance: halfway between 20 days at 40 % and 40 days at 60 %', () => {
    // (20·1600 + 40·3600)/2 = 88 000 over 30 days.
    expect(volatilityAtTenor([point(20, 40), point(40, 60)], 30)).toBeCloseTo(Math.sqrt(88_000 / 30), 12);
  });

  it('is the expiry itself where there is one, and null outside the listed ones', () => {
    const points = [point(7, 70), point(30, 60), point(60, 50)];
    expect(points.map(({ days }) => volatilityAtTenor(points, days))).toEqual([70, 60, 50]);
    expect([volatilityAtTenor(points, 6.9), volatilityAtTenor(points, 60.1), volatilityAtTenor([], 30)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of a flat structure is flat, and lies between its neighbours where total variance rises', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 200, noNaN: true }),
        fc.double({ min: 10, max: 200, noNaN: true }),
        fc.double({ min: 2, max: 90, noNaN: true }),
        (a, b, days) => {
          expect(volatilityAtTenor([point(2, a), point(90, a)], days)).toBeCloseTo(a, 9);
          const between = volatilityAtTenor([point(2, a), point(90, b)], days)!;
          expect(between).toBeGreaterThanOrEqual(Math.min(a, b) * (1 - 1e-12));
          expect(between).toBeLessThanOrEqual(Math.max(a, b) * (1 + 1e-12));
        },
      ),
    );
  });

  it('refuses a tenor that is not above 0', () => {
    expect(() => volatilityAtTenor([], 0)).toThrow('"days" expected a number > 0, got 0');
  });
});
