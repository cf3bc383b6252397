import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termStructure, volatilityAtTenor, type OptionQuote, type TermPoint } from './term-structure.ts';

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
  it('takes the strike nearest the forward, the lower of two equally near, and averages its call and put', () => {
    const [near, far] = termStructure(
      [quote(30, 105, 99), quote(30, 95, 40), quote(30, 95, 44), quote(60, 98, 50, 101), quote(60, 103, 60, 101)],
      NOW,
    );
    expect(near).toEqual({ ...point(30, 42), strike: 95 });
    expect(far).toEqual({ ...point(60, 50), strike: 103, atmVolatility: 60, forward: 101 });
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
    expect(termStructure([quote(30, 100, null), quote(30, 110, 55), quote(60, 100, null)], NOW)).toEqual([
      { ...point(30, 55), strike: 110 },
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
