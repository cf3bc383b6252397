/** Names near a word: the distance is a metric, and what it is not near is not suggested. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { script } from './script.ts';

interface Nearest {
  readonly distance: (a: string, b: string) => number;
  readonly nearest: (word: string, names: readonly string[]) => readonly string[];
}
const { distance, nearest } = await script<Nearest>('nearest');
const word = fc.string({ maxLength: 6 });

describe('the distance of words', () => {
  it('is 0 for the same word alone, the same both ways, and never more by a detour', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(distance(a, b) === 0).toBe(a === b);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
      }),
    );
  });

  it('is that of one letter added, taken or changed', () => {
    expect([distance('BTC', 'BTCX'), distance('BTC', 'BC'), distance('BTC', 'BTK'), distance('', 'ETH')]).toEqual([1, 1, 1, 3]); // prettier-ignore
  });
});

describe('near names', () => {
  const NAMES = ['BTC', 'ETH', 'SOL', 'kPEPE', 'PENGU', 'BCH'];
  it.each([
    ['BTK', ['BTC']],
    ['btcusdt', ['BTC']],
    ['PEP', ['kPEPE']],
    ['ETHX', ['ETH']],
    ['<img src=x onerror=alert(1)>', []],
    ['', []],
  ])('of %s begin with %o', (typed, first) => {
    expect(nearest(typed, NAMES).slice(0, Math.max(1, first.length))).toEqual(first);
  });
});
