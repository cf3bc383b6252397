import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signumBreadth } from './breadth.ts';
import { SIGNUM_COLORS, type SignumColor } from './color.ts';

const row = (color: SignumColor | null, pegged = false, stale = false) => ({ color, pegged, stale });

describe('breadth', () => {
  it('[#577] leaves pegged rows out, and stale and uncoloured ones', () => {
    const rows = [
      row('green'),
      row('green'),
      row('red'),
      row('grey'),
      row('red', true),
      row('red', false, true),
      row(null),
    ];
    expect(signumBreadth(rows)).toEqual({ total: 4, green: 2, grey: 1, red: 1, pctGreen: 50, pctGrey: 25, pctRed: 25 });
  });

  it('of nothing has no shares', () => {
    expect(signumBreadth([row('red', true)])).toMatchObject({ total: 0, pctGreen: null, pctGrey: null, pctRed: null });
  });

  it('sums to the total and to 100 %, in any order of rows', () => {
    const rows = fc.array(
      fc.tuple(fc.constantFrom<SignumColor | null>(...SIGNUM_COLORS, null), fc.boolean(), fc.boolean()),
    );
    fc.assert(
      fc.property(rows, (tuples) => {
        const list = tuples.map(([color, pegged, stale]) => row(color, pegged, stale));
        const breadth = signumBreadth(list);
        expect(breadth.green + breadth.grey + breadth.red).toBe(breadth.total);
        if (breadth.total > 0) expect(breadth.pctGreen! + breadth.pctGrey! + breadth.pctRed!).toBeCloseTo(100, 9);
        expect(signumBreadth([...list].reverse())).toEqual(breadth);
      }),
    );
  });
});
