/** The part of its time that a chart shows, and bars of other lengths. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface View {
  readonly min: number;
  readonly max: number;
}
interface Ranges {
  readonly zoomed: (view: View, whole: View, factor: number, share?: number, least?: number) => View;
  readonly panned: (view: View, whole: View, share: number) => View;
  readonly isWhole: (view: View, whole: View) => boolean;
  readonly acted: (action: string, view: View, whole: View, least: number) => View | undefined;
}
interface Row {
  readonly timestamp: number;
  readonly close: number;
}
interface Bars {
  readonly sampled: (rows: readonly Row[], hours: number) => readonly Row[];
}

// The page's own scripts, which have no types.
const script = async (name: string): Promise<unknown> => import(new URL(`../src/js/${name}`, import.meta.url).href);
const { zoomed, panned, isWhole, acted } = (await script('view-range.mjs')) as Ranges;
const { sampled } = (await script('bars.mjs')) as Bars;

const WHOLE: View = { min: 1000, max: 2000 };
const views = fc
  .tuple(fc.integer({ min: 1000, max: 1990 }), fc.integer({ min: 10, max: 1000 }))
  .map(([min, wide]): View => ({ min, max: Math.min(2000, min + wide) }));
const width = ({ min, max }: View): number => max - min;
function expectInside(view: View): void {
  expect(view.min).toBeGreaterThanOrEqual(WHOLE.min - 1e-9);
  expect(view.max).toBeLessThanOrEqual(WHOLE.max + 1e-9);
}

describe('what a chart shows', () => {
  it('stays within the whole, whatever is done, and is never narrower than the least', () => {
    const step = fc.oneof(
      fc.record({
        factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      fc.record({ by: fc.double({ min: -3, max: 3, noNaN: true }) }),
      fc.record({ action: fc.constantFrom('in', 'out', 'earlier', 'later', 'whole') }),
    );
    fc.assert(
      fc.property(views, fc.array(step, { maxLength: 12 }), (start, steps) => {
        let view = start;
        for (const one of steps) {
          const before = view;
          if ('factor' in one) view = zoomed(view, WHOLE, one.factor, one.share, 10);
          else if ('by' in one) view = panned(view, WHOLE, one.by);
          else view = acted(one.action, view, WHOLE, 10)!;
          expectInside(view);
          expect(width(view)).toBeGreaterThanOrEqual(10 - 1e-9);
          if ('by' in one) expect(width(view)).toBeCloseTo(width(before), 6);
        }
        expect(isWhole(acted('whole', view, WHOLE, 10)!, WHOLE)).toBe(true);
      }),
    );
  });

  it('keeps the place of the pointer while it gets narrower', () => {
    fc.assert(
      fc.property(views, fc.double({ min: 0, max: 1, noNaN: true }), (view, share) => {
        const at = view.min + share * width(view);
        const next = zoomed(view, WHOLE, 0.5, share);
        expect(next.min + share * width(next)).toBeCloseTo(at, 6);
      }),
    );
  });

  it('does nothing for an action that there is not', () => {
    expect(acted('toString', WHOLE, WHOLE, 1)).toBeUndefined();
    expect(isWhole({ min: 1000, max: 1999 }, WHOLE)).toBe(false);
  });
});

describe('bars of other lengths', () => {
  it('have the last row of each, and as many as there are bars with a row', () => {
    const hour = 3_600_000;
    const hours = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(hours, fc.constantFrom(4, 24), (at, length) => {
        const rows = at.map((i) => ({ timestamp: i * hour, close: i }));
        const bars = sampled(rows, length);
        expect(bars.map(({ timestamp }) => timestamp / hour)).toEqual([
          ...new Set(at.map((i) => Math.floor(i / length) * length)),
        ]);
        for (const { timestamp, close } of bars) {
          const open = timestamp / hour;
          expect(close).toBe(Math.max(...at.filter((i) => i >= open && i < open + length)));
        }
        expect(sampled(rows, 1)).toBe(rows);
      }),
    );
  });
});
