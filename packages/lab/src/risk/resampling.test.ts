import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stationaryDraws } from './resampling.ts';

const drawsOf = (rows: number, block: number, draws: number, salt?: string): number[][] => {
  const all: number[][] = [];
  const config = { version: 'stationary_bootstrap/test', block, draws } as const;
  stationaryDraws(rows, (_, indices) => all.push(Array.from(indices)), salt, config);
  return all;
};

describe('stationary bootstrap', () => {
  it('draws rows of the sample, the same when done again, others by another salt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 60 }), fc.double({ min: 1, max: 20, noNaN: true }), (rows, block) => {
        const all = drawsOf(rows, block, 3);
        expect(all.map(({ length }) => length)).toEqual([rows, rows, rows]);
        expect(all.flat().every((index) => Number.isInteger(index) && index >= 0 && index < rows)).toBe(true);
        expect(drawsOf(rows, block, 3)).toEqual(all);
        expect(drawsOf(rows, block, 3, 'other')).not.toEqual(all);
      }),
    );
  });

  it.each([1, 5, 20])('has blocks of %d rows in the mean, and every row as often', (block) => {
    const all = drawsOf(100, block, 400);
    const follows = all.flatMap((draw) => draw.slice(1).map((index, i) => Number(index === (draw[i]! + 1) % 100)));
    const share = follows.reduce((sum, one) => sum + one, 0) / follows.length;
    // A new block begins at the next row by chance, too.
    expect(Math.abs(share - (1 - 1 / block + 1 / (100 * block)))).toBeLessThan(0.01);
    const counts = new Float64Array(100);
    for (const index of all.flat()) counts[index]!++;
    expect(Math.min(...counts)).toBeGreaterThan(200);
    expect(Math.max(...counts)).toBeLessThan(650);
  });

  it.each([
    [0, 5, 1, '"rows" expected'],
    [5, 0.5, 1, '"block" expected a number ≥ 1, got 0.5'],
    [5, 5, 0, '"draws" expected'],
  ])('refuses %d rows, blocks of %d and %d draws', (rows, block, draws, message) => {
    expect(() => drawsOf(rows, block, draws)).toThrow(message);
  });
});
