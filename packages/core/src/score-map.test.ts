import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreMap, type Knot } from './score-map.ts';

/** Ascending x, non-decreasing scores. */
const knots: fc.Arbitrary<Knot[]> = fc
  .uniqueArray(fc.record({ x: fc.double({ min: -1e3, max: 1e3, noNaN: true }), s: fc.nat({ max: 100 }) }), {
    selector: ({ x }) => x + 0,
    minLength: 1,
    maxLength: 6,
  })
  .map((points) => {
    const xs = points.map(({ x }) => x).sort((a, b) => a - b);
    const scores = points.map(({ s }) => s).sort((a, b) => a - b);
    return xs.map((x, i): Knot => [x, scores[i]!]);
  });
const input = fc.double({ min: -2e3, max: 2e3, noNaN: true });

describe('scoreMap', () => {
  it('hits every knot exactly, and stays within the range of their scores', () => {
    fc.assert(
      fc.property(knots, input, (table, x) => {
        const map = scoreMap(table);
        for (const [at, score] of table) expect(map(at)).toBe(score);
        expect(map(x) >= table[0]![1] && map(x) <= table[table.length - 1]![1]).toBe(true);
      }),
    );
  });

  it('never falls when its scores rise, and never rises when they fall, to the last bit', () => {
    fc.assert(
      fc.property(knots, input, input, (table, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const rising = scoreMap(table);
        const falling = scoreMap(table.map(([x, score]): Knot => [x, 100 - score]));
        expect(rising(low) <= rising(high)).toBe(true);
        expect(falling(low) >= falling(high)).toBe(true);
      }),
    );
  });

  it('does not step over a knot by rounding: 0.3 + (0.9 − 0.3) is more than 0.9', () => {
    const map = scoreMap([
      [-1, 0.3],
      [1e-20, 0.9],
    ]);
    expect(map(0)).toBe(0.9);
  });

  it('is linear between knots and flat outside', () => {
    const map = scoreMap([
      [2, 0],
      [3, 25],
      [5, 60],
      [8, 100],
    ]);
    expect([1, 2, 2.5, 3, 4, 6.5, 8, 9].map(map)).toEqual([0, 0, 12.5, 25, 42.5, 80, 100, 100]);
    expect(map(-Infinity)).toBe(0);
    expect(map(Infinity)).toBe(100);
    expect(map(NaN)).toBeNaN();
  });

  it('does not change when the table it was made of does', () => {
    const table: [number, number][] = [
      [0, 0],
      [1, 100],
    ];
    const map = scoreMap(table);
    table[1]![1] = 50;
    expect(map(1)).toBe(100);
  });

  it('refuses knots that are none, not ascending, not finite, or that turn', () => {
    expect(() => scoreMap([])).toThrow(/"knots" expected at least one knot, got none/);
    expect(() =>
      scoreMap([
        [1, 0],
        [1, 5],
      ]),
    ).toThrow(/"knots\[1\] x" expected a number above 1, got 1/);
    expect(() => scoreMap([[0, NaN]])).toThrow(/"knots\[0\] score" expected a finite number, got NaN/);
    expect(() =>
      scoreMap([
        [0, 0],
        [1, 50],
        [2, 50],
        [3, 40],
      ]),
    ).toThrow(/"knots\[3\] score" expected a number that goes on up from 50, got 40/);
    expect(() =>
      scoreMap([
        [0, 9],
        [1, 5],
        [2, 6],
      ]),
    ).toThrow(/goes on down from 5, got 6/);
  });
});
