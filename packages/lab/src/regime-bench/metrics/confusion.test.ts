import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedAccuracy, bestMatching, confusion, mergedMatching } from './confusion.ts';

/** Labels and truths of the same hours, with their numbers. */
const labelled = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })).chain(([width, truths]) =>
  fc.record({
    width: fc.constant(width),
    truths: fc.constant(truths),
    hours: fc.array(fc.tuple(fc.integer({ min: -1, max: width - 1 }), fc.nat({ max: truths - 1 })), { minLength: 1 }),
  }),
);

/** Every way to give labels different truths, or none. */
function everyMatching(width: number, truths: readonly number[]): number[][] {
  if (width === 0) return [[]];
  return [-1, ...truths].flatMap((truth) =>
    everyMatching(
      width - 1,
      truths.filter((other) => other !== truth),
    ).map((rest) => [truth, ...rest]),
  );
}

/** Mean share of each truth's hours that are named by it, counted hour by hour. */
function byHand(hours: readonly (readonly [number, number])[], matching: ArrayLike<number>): number {
  const truths = [...new Set(hours.map(([, truth]) => truth))];
  const recalls = truths.map((truth) => {
    const own = hours.filter(([, at]) => at === truth);
    return own.filter(([label]) => label >= 0 && matching[label] === truth).length / own.length;
  });
  return recalls.reduce((sum, recall) => sum + recall, 0) / truths.length;
}

const tableOf = (hours: readonly (readonly [number, number])[], width: number, truths: number) =>
  confusion(
    Int8Array.from(hours, ([label]) => label),
    Int8Array.from(hours, ([, truth]) => truth),
    width,
    truths,
  );

describe('the best matching', () => {
  it('gives no truth twice, and the accuracy of the best of all matchings', () => {
    fc.assert(
      fc.property(labelled, ({ width, truths, hours }) => {
        const table = tableOf(hours, width, truths);
        const matching = bestMatching(table);
        const given = [...matching].filter((truth) => truth >= 0);
        expect(new Set(given).size).toBe(given.length);
        const best = Math.max(...everyMatching(width, [...Array(truths).keys()]).map((every) => byHand(hours, every)));
        expect(balancedAccuracy(table, matching)).toBeCloseTo(best, 12);
      }),
    );
  });

  it('is 1 for the truth under other names, and 1 over the number of truths for a single label', () => {
    const truth = Int8Array.of(0, 1, 2, 2, 1, 0, 0);
    const renamed = confusion(
      truth.map((at) => [2, 0, 1][at]!),
      truth,
      3,
      3,
    );
    expect(balancedAccuracy(renamed, bestMatching(renamed))).toBe(1);
    const single = confusion(new Int8Array(7), truth, 1, 3);
    expect(balancedAccuracy(single, bestMatching(single))).toBeCloseTo(1 / 3, 15);
  });
});

describe('the merged matching', () => {
  it('is never worse than the best matching on the hours that it was learnt from', () => {
    fc.assert(
      fc.property(labelled, ({ width, truths, hours }) => {
        const table = tableOf(hours, width, truths);
        const merged = balancedAccuracy(table, mergedMatching(table));
        expect(merged).toBeGreaterThanOrEqual(balancedAccuracy(table, bestMatching(table)) - 1e-12);
        expect(merged).toBeCloseTo(byHand(hours, mergedMatching(table)), 12);
      }),
    );
  });
});

it('refuses labels outside their range and columns of different lengths', () => {
  expect(() => confusion(Int8Array.of(2), Int8Array.of(0), 2, 2)).toThrow(
    '"labels[0]" expected a label within −1…1, got 2',
  );
  expect(() => confusion(Int8Array.of(0), Int8Array.of(0, 1), 2, 2)).toThrow('"labels" expected 2 values');
});
