import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUNDING_V1, fundingBucket, fundingOutlook, FUNDINGS } from './funding.ts';
import { studentT } from './student-t.ts';

const rate = fc.double({ min: -1e-3, max: 1e-3, noNaN: true });
const rates = fc.array(fc.oneof({ weight: 9, arbitrary: rate }, { weight: 1, arbitrary: fc.constant(NaN) }), {
  minLength: 9,
  maxLength: 200,
});
const horizon = fc.constantFrom('h4' as const, 'h24' as const);

describe('the funding of the next hours', () => {
  it('sums to 1 wherever it says anything, and says why where not', () => {
    let said = 0;
    fc.assert(
      fc.property(rates, horizon, (list, h) => {
        const { probabilities, provenance } = fundingOutlook(list, h);
        if (probabilities === null) {
          expect(provenance).toEqual({ source: null, reason: expect.stringMatching(/funding rate/) as unknown });
        } else {
          said++;
          expect(probabilities).toHaveLength(FUNDINGS.length);
          expect(probabilities.every((p) => p >= 0 && p <= 1)).toBe(true);
          expect(probabilities.reduce((sum, p) => sum + p, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        }
      }),
    );
    expect(said).toBeGreaterThan(10);
  });

  it('is shifted up by a higher rate in the same week', () => {
    // Two of the hours change places: the standard deviation stays, the newest rate rises.
    fc.assert(
      fc.property(fc.array(rate, { minLength: 20, maxLength: 168 }), horizon, (list, h) => {
        const at = list.length - 1;
        const swapped = list.with(at, list[0]!).with(0, list[at]!);
        const [low, high] = list[0]! > list[at]! ? [list, swapped] : [swapped, list];
        const [a, b] = [fundingOutlook(low, h).probabilities!, fundingOutlook(high, h).probabilities!];
        let above = 0;
        for (let k = 3; k > 0; k--) {
          above += b[k]! - a[k]!;
          expect(above).toBeGreaterThanOrEqual(-1e-12);
        }
      }),
    );
  });

  it('looks back a week and no further, and takes a rate of the last 8 hours', () => {
    const week = Array.from({ length: 168 }, (_, t) => 1e-5 * Math.sin(t));
    expect(fundingOutlook([9, 9, ...week], 'h24')).toEqual(fundingOutlook(week, 'h24'));
    const settled = (ago: number): number[] => week.with(-1 - ago, 5e-5).map((x, t) => (t <= 167 - ago ? x : NaN));
    expect(fundingOutlook(settled(7), 'h4').probabilities).not.toBeNull();
    expect(fundingOutlook(settled(8), 'h4').provenance).toEqual({
      source: null,
      reason: 'no funding rate of the last 8 hours',
    });
    expect(fundingOutlook([NaN, NaN], 'h4').provenance).toEqual({ source: null, reason: 'no funding rates' });
    expect(fundingOutlook(week.slice(0, 8), 'h4').provenance).toEqual({
      source: null,
      reason: '8 funding rates, of 9 at least',
    });
    expect(fundingOutlook(week.slice(0, 9), 'h4').probabilities).not.toBeNull();
  });

  it('is worked by hand: a week at the baseline and twice of it now', () => {
    const list = [...Array<number>(167).fill(1.25e-5), 2.5e-5];
    const m = 1.25e-5 * 1.66;
    const s = Math.sqrt((0.31 ** 2 * 1.25e-5 ** 2) / 168 + 6.3e-6 ** 2);
    const [a, b, c] = [0, 2.5e-5, 7.5e-5].map((cut) => studentT((cut - m) / s, 4));
    const { probabilities, provenance } = fundingOutlook(list, 'h24');
    expect(probabilities).toMatchOracle([a!, b! - a!, c! - b!, 1 - c!], { rel: 1e-12, abs: 1e-15 });
    expect(provenance).toEqual({
      source: 'direct',
      version: 'heads/funding-1',
      trainedTo: Date.UTC(2024, 6, 1),
      n: 27_909,
    });
  });

  it.each([
    [-1e-9, 0],
    [0, 1],
    [2.5e-5, 1],
    [2.500001e-5, 2],
    [7.5e-5, 2],
    [7.500001e-5, 3],
  ])('a mean rate of %s is in bucket %s', (mean, bucket) => {
    expect(fundingBucket(mean)).toBe(bucket);
  });

  it('refuses an infinite rate', () => {
    expect(() => fundingOutlook([...Array<number>(20).fill(0), Infinity], 'h4')).toThrow(
      /"rates\[20\]" expected a finite number or NaN, got Infinity/,
    );
    expect(FUNDING_V1.cuts).toHaveLength(FUNDINGS.length - 1);
  });
});
