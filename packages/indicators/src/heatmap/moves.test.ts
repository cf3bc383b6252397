import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatmapMoves } from './moves.ts';

describe('moves', () => {
  it('counts directions and gives type 7 quantiles of the rows that have the move', () => {
    expect(heatmapMoves([1, 2, 3, 4, 0, -5, null])).toEqual({
      up: 4,
      down: 1,
      flat: 1,
      medianPct: 1.5,
      p10: -2.5,
      p90: 3.5,
    });
  });

  it('has no quantile of no rows', () => {
    expect(heatmapMoves([null])).toEqual({ up: 0, down: 0, flat: 0, medianPct: null, p10: null, p90: null });
  });

  it('does not care for the order of the rows, and mirrors when every move does', () => {
    const moves = fc.array(fc.option(fc.integer({ min: -50, max: 50 }), { nil: null }), { maxLength: 30 });
    fc.assert(
      fc.property(moves, (all) => {
        const plain = heatmapMoves(all);
        expect(heatmapMoves(all.toReversed())).toEqual(plain);
        const mirror = heatmapMoves(all.map((move) => (move === null ? null : 0 - move)));
        expect([mirror.up, mirror.down, mirror.flat]).toEqual([plain.down, plain.up, plain.flat]);
        expect(mirror.p10 ?? 0).toBeCloseTo(-(plain.p90 ?? 0), 9);
      }),
    );
  });
});
