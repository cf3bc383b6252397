import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openInterestBucket, openInterestEdge, openInterestOutlook, OPEN_INTERESTS } from './open-interest.ts';
import { studentT } from './student-t.ts';

const HOURS = 721;
const moves = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: HOURS - 1, maxLength: HOURS - 1 });
const horizon = fc.constantFrom('h4' as const, 'h24' as const);
const levelsOf = (changes: readonly number[], first = 1e6): number[] => {
  const levels = [first];
  for (const change of changes) levels.push(levels.at(-1)! * Math.exp(change));
  return levels;
};

describe('the open interest of the next hours', () => {
  it('sums to 1, and does not know the unit', () => {
    fc.assert(
      fc.property(moves, horizon, fc.integer({ min: -20, max: 20 }), (changes, h, power) => {
        const levels = levelsOf(changes.map((x) => x / 50));
        const { probabilities } = openInterestOutlook(levels, h);
        expect(probabilities).toHaveLength(OPEN_INTERESTS.length);
        expect(probabilities!.every((p) => p >= 0 && p <= 1)).toBe(true);
        expect(probabilities!.reduce((sum, p) => sum + p, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        expect(
          openInterestOutlook(
            levels.map((level) => level * 2 ** power),
            h,
          ).probabilities,
        ).toEqual(probabilities);
      }),
      { numRuns: 40 },
    );
  });

  it('has its mirror: what was built turned to what was shed swaps the ends', () => {
    fc.assert(
      fc.property(moves, horizon, (changes, h) => {
        const small = changes.map((x) => x / 50);
        const [a, b] = [small, small.map((x) => -x)].map(
          (list) => openInterestOutlook(levelsOf(list), h).probabilities!,
        );
        expect(a).toMatchOracle(b!.toReversed(), { rel: 0, abs: 1e-9 });
      }),
      { numRuns: 40 },
    );
  });

  it('is worked by hand: a step up and down all month, up by one more on the last day', () => {
    const day = Array.from({ length: 24 }, (_, t) => (t % 2 === 0 ? 0.03 : -0.01));
    const changes = [...Array.from({ length: 696 }, (_, t) => (t % 2 === 0 ? 0.02 : -0.02)), ...day];
    const sigma = Math.sqrt((696 * 0.0004 + 12 * 0.0009 + 12 * 0.0001) / 720);
    const [m, s] = [-0.15 * 4 * 0.01, 0.82 * Math.sqrt(sigma * 0.02) * 2];
    const edge = 0.5 * sigma * 2;
    const [low, high] = [studentT((-edge - m) / s, 4), studentT((edge - m) / s, 4)];
    const { probabilities, provenance } = openInterestOutlook(levelsOf(changes), 'h4');
    expect(probabilities).toMatchOracle([low, high - low, 1 - high], { rel: 1e-9, abs: 0 });
    expect(provenance).toEqual({
      source: 'direct',
      version: 'heads/open-interest-1',
      trainedTo: Date.UTC(2023, 5, 1),
      n: 22_948,
    });
  });

  it('is stable where nothing moves, within 1 % at least', () => {
    expect(openInterestOutlook(Array<number>(HOURS).fill(5), 'h4').probabilities![1]).toBeGreaterThan(0.999);
    expect(openInterestEdge(0, 'h24')).toBe(0.01);
    expect(openInterestEdge(0.02, 'h4')).toBe(0.02);
    expect([-0.0101, -0.01, 0, 0.01, 0.0101].map((x) => openInterestBucket(x, 0.01))).toEqual([0, 1, 1, 1, 2]);
  });

  it('needs half of the changes of a month, and half of those of a day', () => {
    const levels = levelsOf(Array.from({ length: 720 }, (_, t) => 0.01 * Math.sin(t)));
    const said = (list: readonly number[]): unknown => openInterestOutlook(list, 'h4').provenance;
    expect(openInterestOutlook(levels.slice(-361), 'h4').probabilities).not.toBeNull();
    expect(said(levels.slice(-360))).toEqual({ source: null, reason: '359 hourly changes, of 360 at least' });
    const late = (hours: number): number[] => levels.map((level, t) => (t > 720 - hours ? NaN : level));
    expect(openInterestOutlook(late(12), 'h4').probabilities).not.toBeNull();
    expect(said(late(13))).toEqual({ source: null, reason: '11 hourly changes of the last 24, of 12 at least' });
    expect(said([])).toEqual({ source: null, reason: 'no open interest' });
    expect(openInterestOutlook([7, ...levels], 'h4')).toEqual(openInterestOutlook(levels, 'h4'));
  });

  it('refuses what is no level', () => {
    for (const bad of [0, Infinity]) {
      expect(() => openInterestOutlook([1, bad], 'h4')).toThrow(
        `"levels[1]" expected a finite number > 0 or NaN, got ${bad}`,
      );
    }
  });
});
