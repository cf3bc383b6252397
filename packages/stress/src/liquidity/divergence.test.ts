import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oiDivergence, rankDivergences, type OiSamples } from './divergence.ts';

const H4 = 4 * HOUR_MS;
const samplesOf = (rows: readonly (readonly [time: number, openInterest: number, price: number])[]): OiSamples => ({
  time: rows.map(([time]) => time),
  openInterest: rows.map(([, openInterest]) => openInterest),
  price: rows.map(([, , price]) => price),
});
const h4 = (rows: Parameters<typeof samplesOf>[0], asOf?: number) => oiDivergence(samplesOf(rows), asOf).h4;

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: 1e-3, max: 1e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, 0, -1, Infinity) },
);
const series = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2 * HOUR_MS }), amount, amount), { maxLength: 40 })
  .map((rows) => {
    let time = 0;
    return rows.map(([gap, openInterest, price]) => [(time += gap), openInterest, price] as const);
  });

describe('divergence of open interest and price', () => {
  it.each([
    [106, 102, 4],
    [97, 92, 5],
    [100, 100, 0],
    [95, 100, -5],
  ])('[#370] at open interest %d and price %d of 100 is %d points', (openInterest, price, points) => {
    const { oiChangePct, priceChangePct, divergence, since } = h4([[0, 100, 100], [H4, openInterest, price]]); // prettier-ignore
    expect([oiChangePct, priceChangePct, divergence]).toMatchOracle([openInterest - 100, price - 100, points], {
      rel: 0,
      abs: 1e-12,
    });
    expect(since).toBe(0);
  });

  it('[#372] takes a change from a sample within 10 % of the horizon, at its edge and not beyond', () => {
    const slack = H4 / 10;
    const since = (time: number): number | null => h4([[time, 1, 1], [3 * H4, 2, 1]]).since; // prettier-ignore
    expect([-slack - 1, -slack, slack, slack + 1].map((off) => since(2 * H4 + off))).toEqual([
      null,
      2 * H4 - slack,
      2 * H4 + slack,
      null,
    ]);
    const rows = [[0, 1, 1], [21.6 * HOUR_MS, 2, 1]] as const; // prettier-ignore
    expect(oiDivergence(samplesOf(rows))).toMatchObject({ h1: { divergence: null }, h24: { divergence: 100 } });
  });

  it('takes the nearest, of equally near ones the older, and passes over samples that know not both', () => {
    const now = [2 * H4, 2, 1] as const;
    expect(h4([[H4 - 10, 1, 1], [H4 + 9, 1, 1], now]).since).toBe(H4 + 9); // prettier-ignore
    expect(h4([[H4 - 10, 1, 1], [H4 + 10, 1, 1], now]).since).toBe(H4 - 10); // prettier-ignore
    expect(h4([[H4 - 10, 1, 1], [H4, NaN, 1], [H4 + 1, 1, 0], now]).since).toBe(H4 - 10); // prettier-ignore
    expect(h4([[H4, 5e-324, 1], now]).divergence).toBeNull(); // prettier-ignore
    expect(oiDivergence(samplesOf([[0, 1, 1], [5, 2, NaN]]))).toMatchObject({ time: 0, openInterest: 1 }); // prettier-ignore
  });

  it('is what a search over all samples gives', () => {
    fc.assert(
      fc.property(series, fc.constantFrom(1, 4, 24), (rows, hours) => {
        const known = rows.filter(([, a, b]) => a > 0 && b > 0 && a < Infinity && b < Infinity);
        const last = known.at(-1);
        const off = (time: number): number => Math.abs(last![0] - hours * HOUR_MS - time);
        const [from] = known
          .slice(0, -1)
          .filter(([time]) => off(time) <= hours * HOUR_MS * 0.1)
          .toSorted(([a], [b]) => off(a) - off(b) || a - b);
        const result = oiDivergence(samplesOf(rows));
        expect(result.time).toBe(last?.[0] ?? null);
        const expected = from === undefined ? null : 100 * (last![1] / from[1] - 1) - 100 * (last![2] / from[2] - 1);
        expect(result[`h${hours as 1 | 4 | 24}`].divergence).toBe(expected);
      }),
    );
  });

  it('does not look past its moment', () => {
    fc.assert(
      fc.property(series, fc.nat(40 * HOUR_MS), (rows, asOf) => {
        const seen = rows.filter(([time]) => time <= asOf);
        expect(oiDivergence(samplesOf(rows), asOf)).toEqual(oiDivergence(samplesOf(seen)));
      }),
    );
  });

  it('[#372] ranks by 4 hours, descending, unknown ones last, equal ones by symbol, in any order of the rows', () => {
    const row = (symbol: string, openInterest: number) => ({
      symbol,
      ...oiDivergence(samplesOf([[0, 100, 1], [H4, openInterest, 1]])), // prettier-ignore
    });
    const rows = [row('A', 101), row('B', 105), row('C', NaN), row('D', 101), row('E', 90)];
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 5 }), (shuffled) => {
        expect(rankDivergences(shuffled).map(({ symbol }) => symbol)).toEqual(['B', 'A', 'D', 'E', 'C']);
      }),
    );
  });

  it('refuses times that do not ascend and columns of other lengths', () => {
    expect(() => h4([[2, 1, 1], [2, 1, 1]])).toThrow('"time[1]" expected a time after 2, got 2'); // prettier-ignore
    expect(() => h4([[NaN, 1, 1]])).toThrow('"time[0]" expected a finite number, got NaN');
    expect(() => oiDivergence({ time: [1], openInterest: [], price: [1] })).toThrow(
      '"openInterest" expected 1 values, one per time, got 0',
    );
    expect(oiDivergence({ time: [], openInterest: [], price: [] })).toMatchObject({ time: null, price: null });
  });
});
