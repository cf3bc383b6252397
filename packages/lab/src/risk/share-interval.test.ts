import { loadOracles } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareInterval } from './share-interval.ts';

const counts = fc.integer({ min: 1, max: 200 }).chain((rows) => fc.tuple(fc.nat({ max: rows }), fc.constant(rows)));

describe('interval of a share', () => {
  it('is that of scipy', () => {
    const { input, expected, tolerance } = loadOracles('risk').find(({ file }) => file === 'case-share-interval.json')!;
    const rows = input as readonly (readonly [number, number, number])[];
    expect(rows.map((row) => [...shareInterval(...row)])).toMatchOracle(expected, tolerance);
  });

  it('holds the share of the rows, mirrors with the hits, and widens with the level', () => {
    fc.assert(
      fc.property(counts, ([hits, rows]) => {
        const [low, high] = shareInterval(hits, rows);
        expect(low).toBeLessThanOrEqual(hits / rows);
        expect(high).toBeGreaterThanOrEqual(hits / rows);
        const turned = shareInterval(rows - hits, rows);
        expect([...turned]).toMatchOracle([1 - high, 1 - low], { rel: 1e-9, abs: 1e-12 });
        const [wideLow, wideHigh] = shareInterval(hits, rows, 0.99);
        expect(wideLow).toBeLessThanOrEqual(low);
        expect(wideHigh).toBeGreaterThanOrEqual(high);
      }),
    );
  });

  it('holds any probability at least as often as it says', () => {
    const rows = 15;
    const intervals = Array.from({ length: rows + 1 }, (_, hits) => shareInterval(hits, rows, 0.9));
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        let [covered, chance] = [0, (1 - p) ** rows];
        intervals.forEach(([low, high], hits) => {
          if (low <= p && p <= high) covered += chance;
          chance *= ((rows - hits) / (hits + 1)) * (p / (1 - p));
        });
        expect(covered).toBeGreaterThanOrEqual(0.9 - 1e-9);
      }),
    );
  });

  it.each([
    ['more hits than rows', [3, 2], '"hits" expected at most 2, got 3'],
    ['no rows', [0, 0], '"rows" expected'],
    ['a level of 1', [1, 2, 1], '"level" expected a number in (0, 1), got 1'],
  ] as const)('refuses %s', (_, [hits, rows, level], message) => {
    expect(() => shareInterval(hits, rows, level)).toThrow(message);
  });
});
