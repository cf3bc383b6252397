import { quantile } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightedMedian } from './weighted-median.ts';

const value = fc.integer({ min: -20, max: 20 });
const items = fc.array(fc.tuple(value, fc.integer({ min: 0, max: 5 })), { maxLength: 12 });

describe('the weighted median', () => {
  it('of whole weights is the median of every value that many times', () => {
    fc.assert(
      fc.property(items, (list) => {
        const repeated = list.flatMap(([v, weight]) => Array.from({ length: weight }, () => v));
        expect(weightedMedian(list)).toBe(repeated.length === 0 ? null : quantile(repeated, 0.5) + 0);
      }),
    );
  });

  it('is the same in every order, rises with every value, and stays with a common factor of the weights', () => {
    fc.assert(
      fc.property(items, fc.nat(), fc.nat({ max: 9 }), (list, at, more) => {
        const before = weightedMedian(list);
        expect(weightedMedian([...list].reverse())).toBe(before);
        expect(weightedMedian(list.map(([v, weight]) => [v, weight * 8]))).toBe(before);
        fc.pre(before !== null);
        const raised = list.map(([v, weight], i): [number, number] => [i === at % list.length ? v + more : v, weight]);
        expect(weightedMedian(raised)!).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
