import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipInterval, levelInterval } from './intervals.ts';

const share = fc.double({ min: 0, max: 1.5, noNaN: true });
const usd = fc.double({ min: 1, max: 1e9, noNaN: true });

describe('the interval of a level', () => {
  it('begins with what was seen, and narrows to it as the share rises to one', () => {
    fc.assert(
      fc.property(usd, share, share, (total, a, b) => {
        const [few, many] = [levelInterval(total, Math.min(a, b))!, levelInterval(total, Math.max(a, b))!];
        expect([few.low, many.low]).toEqual([total, total]);
        expect(few.high).toBeGreaterThanOrEqual(many.high);
        if (Math.max(a, b) >= 1) expect(many.high).toBe(total);
      }),
    );
  });

  it('is null without a share', () => {
    expect([levelInterval(1, undefined), levelInterval(1, NaN)]).toEqual([null, null]);
  });
});

describe('the interval of a flip', () => {
  it('holds the flip, narrows with the share of each side, and goes with the scale of prices', () => {
    fc.assert(
      fc.property(usd, fc.double({ min: 0.7, max: 1.3, noNaN: true }), share, share, share, (mark, at, long, short, more) => {
        const flip = mark * at;
        const wide = flipInterval(flip, mark, { long, short })!;
        const narrow = flipInterval(flip, mark, { long: Math.max(long, more), short })!;
        expect(wide.low).toBeLessThanOrEqual(flip);
        expect(wide.high).toBeGreaterThanOrEqual(flip);
        expect(narrow.high).toBeLessThanOrEqual(wide.high);
        expect(narrow.low).toBeGreaterThanOrEqual(wide.low);
        const twice = flipInterval(2 * flip, 2 * mark, { long, short })!;
        expect(twice.high).toBeCloseTo(2 * wide.high, -Math.floor(Math.log10(mark)) + 8);
      }),
    ); // prettier-ignore
  });

  it('is the flip where everything is held, and null without flip or share', () => {
    expect(flipInterval(95, 100, { long: 1, short: 1.2 })).toEqual({ low: 95, high: 95 });
    expect(flipInterval(null, 100, { long: 1, short: 1 })).toBeNull();
    expect(flipInterval(95, 100, undefined)).toBeNull();
    expect(flipInterval(95, 100, { long: NaN, short: 1 })).toBeNull();
  });
});
