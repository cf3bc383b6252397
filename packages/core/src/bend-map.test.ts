import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bendMap, bends } from './bend-map.ts';
import { scoreMap, type Knot } from './score-map.ts';

/** Ascending x, scores in any order. */
const knots: fc.Arbitrary<Knot[]> = fc
  .uniqueArray(fc.record({ x: fc.double({ min: -1e3, max: 1e3, noNaN: true }), s: fc.nat({ max: 100 }) }), {
    selector: ({ x }) => x + 0,
    minLength: 1,
    maxLength: 7,
  })
  .map((points) => points.toSorted((a, b) => a.x - b.x).map(({ x, s }): Knot => [x, s]));
const input = fc.double({ min: -2e3, max: 2e3, noNaN: true });

describe('bendMap', () => {
  it('hits every knot exactly, and stays between its two neighbours', () => {
    fc.assert(
      fc.property(knots, input, (table, x) => {
        const map = bendMap(table);
        for (const [at, score] of table) expect(map(at)).toBe(score);
        const right = table.findIndex(([at]) => at >= x);
        const [a, b] = right < 0 ? [table.at(-1)!, table.at(-1)!] : [table[Math.max(0, right - 1)]!, table[right]!];
        expect(map(x)).toBeGreaterThanOrEqual(Math.min(a[1], b[1]));
        expect(map(x)).toBeLessThanOrEqual(Math.max(a[1], b[1]));
      }),
    );
  });

  it('is the score map where nothing turns, to the bit', () => {
    fc.assert(
      fc.property(knots, input, (table, x) => {
        const scores = table.map(([, score]) => score).sort((a, b) => a - b);
        const rising = table.map(([at], i): Knot => [at, scores[i]!]);
        expect(bends(rising)).toBe(false);
        expect(bendMap(rising)(x)).toBe(scoreMap(rising)(x));
      }),
    );
  });

  it('turns where its knots do', () => {
    const greed: Knot[] = [
      [0, 5],
      [75, 80],
      [100, 60],
    ];
    expect(bends(greed)).toBe(true);
    expect([-1, 0, 37.5, 75, 87.5, 100, 101].map(bendMap(greed))).toEqual([5, 5, 42.5, 80, 70, 60, 60]);
    expect(bendMap(greed)(NaN)).toBeNaN();
  });

  it.each([
    [[], 'expected at least one knot, got none'],
    [
      [
        [1, 0],
        [1, 5],
      ],
      '"knots[1] x" expected a number above 1, got 1',
    ],
    [
      [
        [0, 0],
        [5, 10],
        [5, 2],
      ],
      '"knots[2] x" expected a number above 5, got 5',
    ],
    [
      [
        [0, 0],
        [5, 10],
        [6, 2],
        [7, NaN],
      ],
      '"knots[3] score" expected a finite number, got NaN',
    ],
    [[[NaN, 0]], '"knots[0] x" expected a finite number, got NaN'],
    [[[0, Infinity]], '"knots[0] score" expected a finite number, got Infinity'],
  ] as [Knot[], string][])('refuses %j', (table, message) => {
    expect(() => bendMap(table)).toThrow(message);
  });
});
