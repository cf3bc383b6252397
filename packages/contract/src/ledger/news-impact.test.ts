/** Stories by impact: each in one bin, unknown ones counted, medians that hold, and a card worked out by hand. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownNews } from '../shapes/news-event.ts';
import { LEAST_GRADED, LEAST_LINE } from './kinds.ts';
import { medianRanks } from './median-interval.ts';
import { impactCardOf, impactSpan, NEWS_IMPACT_V1 } from './news-impact.ts';

const reaction = { retPct: 1, oiChangePct: null, fundingShift: null, volumeMultiplier: null };
const story = (impactScore: number, hour: number | null, four: number | null): KnownNews => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table reads the impact alone
  event: { impactScore } as KnownNews['event'],
  response: { '15m': null, '1h': { ...reaction, abnormality: hour }, '4h': four === null ? null : { ...reaction, abnormality: four } }, // prettier-ignore
});
const abnormality = fc.option(fc.double({ min: 0, max: 12, noNaN: true }), { freq: 8 });
const storyParts = fc.tuple(fc.double({ min: 0.3, max: 1, noNaN: true }), abnormality, abnormality);
/** About three quarters have both numbers. */
const many = fc.array(storyParts, { minLength: 110, maxLength: 200 });
const stories = fc.oneof(many, fc.array(storyParts, { maxLength: 60 }));

describe('[#56] stories by impact', () => {
  it('are each in one bin where their reaction is known, and counted as unknown elsewhere', () => {
    fc.assert(
      fc.property(stories, (all) => {
        const { graded, unknown, bins } = impactCardOf(all.map((parts) => story(...parts)));
        const known = all.filter(([, hour, four]) => hour !== null && four !== null);
        expect(graded).toBe(known.length);
        expect(graded + unknown).toBe(all.length);
        expect(bins === null).toBe(graded < LEAST_GRADED);
        const inBins = bins?.reduce((sum, { events }) => sum + events, 0) ?? graded;
        expect(inBins).toBe(graded);
      }),
    );
  });

  it('have quartiles, an interval and a share of their own bin', () => {
    fc.assert(
      fc.property(many, (all) => {
        const { bins } = impactCardOf(all.map((parts) => story(...parts)));
        fc.pre(bins !== null);
        const known = all.filter(([, hour, four]) => hour !== null && four !== null);
        for (const { from, to, events, hour, four } of bins) {
          const own = known.filter(
            ([impact]) => (impact >= from || from === bins[0]!.from) && (impact < to || to === 1),
          );
          expect(events).toBe(own.length);
          expect([hour === null, four === null]).toEqual([events < LEAST_LINE, events < LEAST_LINE]);
          const values = own.map(([, value]) => value!);
          if (hour === null) continue;
          expect(hour.large * events).toBeCloseTo(values.filter((value) => value >= NEWS_IMPACT_V1.large).length, 9);
          expect(hour.lower).toBeLessThanOrEqual(hour.median);
          expect(hour.median).toBeLessThanOrEqual(hour.upper);
          expect(hour.medianInterval![0]).toBeLessThanOrEqual(hour.median);
          expect(hour.medianInterval![1]).toBeGreaterThanOrEqual(hour.median);
          expect(values).toEqual(expect.arrayContaining([...hour.medianInterval!]));
        }
      }),
    );
  });

  it('are counted in any order alike', () => {
    fc.assert(
      fc.property(stories, (all) => {
        const known = all.map((parts) => story(...parts));
        expect(impactCardOf(known.toReversed())).toEqual(impactCardOf(known));
      }),
    );
  });

  it('have the numbers of a table worked out by hand', () => {
    // 40 stories of 0.05, 0.10 … 2.00 in the first bin, and 10 of 1 … 10 in the last.
    const low = Array.from({ length: 40 }, (_, i) => story(0.5, (i + 1) / 20, (i + 1) / 10));
    const high = Array.from({ length: 10 }, (_, i) => story(1, i + 1, 0));
    const { bins } = impactCardOf([...high, ...low, story(0.65, null, 3), story(0.65, 3, null)]);
    expect(bins!.map(({ from, to, events }) => [from, to, events])).toEqual([
      [0.45, 0.6, 40],
      [0.6, 0.7, 0],
      [0.7, 0.85, 0],
      [0.85, 1, 10],
    ]);
    const [first, second, , last] = bins!;
    expect(second).toMatchObject({ hour: null, four: null });
    expect(first!.hour!.median).toBeCloseTo(1.025, 12);
    expect(first!.hour!.lower).toBeCloseTo(0.5375, 12);
    expect(first!.hour!.upper).toBeCloseTo(1.5125, 12);
    expect(first!.hour!.large).toBe(1 / 40);
    expect(first!.four!.large).toBe(21 / 40);
    // Tables of the sign test: of 40 values the 14th and the 27th, of 10 the 2nd and the 9th.
    expect(first!.hour!.medianInterval).toEqual([14 / 20, 27 / 20]);
    expect(last!.hour!.medianInterval).toEqual([2, 9]);
    expect(last!.four).toEqual({ lower: 0, median: 0, upper: 0, medianInterval: [0, 0], large: 0 });
  });

  it('are those of whole days, read as of one moment of the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e6 }), fc.constantFrom(7, 30, 90, 365), (minute, days) => {
        const now = Date.UTC(2026, 0, 1) + minute * MINUTE_MS;
        const { from, to, asOf } = impactSpan(now, days);
        expect([from % DAY_MS, to % DAY_MS, to - from]).toEqual([0, 0, days * DAY_MS]);
        expect(asOf - to).toBe(5 * HOUR_MS);
        expect(asOf).toBeLessThanOrEqual(now);
        expect(now - asOf).toBeLessThan(DAY_MS);
      }),
    );
  });
});

/** Chance that the order statistics of two ranks hold the median: whole sums, not logarithms. */
function coverage(count: number, low: number): number {
  let [term, below] = [1n, 0n];
  for (let k = 0; k <= low; k++) {
    below += term;
    term = (term * BigInt(count - k)) / BigInt(k + 1);
  }
  return 1 - Number((2n * below * 10n ** 15n) / 2n ** BigInt(count)) / 1e15;
}

describe('ranks of a median', () => {
  it('hold it as often as is said, and the next narrower pair does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), fc.constantFrom(0.5, 0.9, 0.95, 0.99), (count, confidence) => {
        const ranks = medianRanks(count, confidence);
        fc.pre(ranks !== null);
        const [low, high] = ranks;
        expect(low + high).toBe(count - 1);
        expect(coverage(count, low)).toBeGreaterThan(confidence - 1e-9);
        if (low + 1 < high - 1) expect(coverage(count, low + 1)).toBeLessThan(confidence + 1e-9);
      }),
    );
  });

  it('are none where the smallest and the largest value hold it less often', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0.9, 0.95, 0.99), (count, confidence) => {
        expect(medianRanks(count, confidence) === null).toBe(count === 0 || coverage(count, 0) < confidence);
      }),
    );
    expect(medianRanks(0, 0.95)).toBeNull();
    expect(medianRanks(5, 0.95)).toBeNull();
    expect(medianRanks(6, 0.95)).toEqual([0, 5]);
  });
});
