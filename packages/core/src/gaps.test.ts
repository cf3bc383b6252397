import { barsOf, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleColumns, candles, checkCandles, type Bar, type Candles } from './candles.ts';
import { candlesOf } from './candles-of.ts';
import { applyGapPolicy, findGaps, GAP_POLICIES, type GapPolicy } from './gaps.ts';
import { DAY_MS, HOUR_MS } from './interval.ts';

const MONDAY = 1_609_718_400_000;

/** Hourly bars at the given hours; the close is the hour. */
function at(...hours: readonly number[]): Candles {
  return candlesOf(
    hours.map((hour): Bar => ({
      time: MONDAY + hour * HOUR_MS,
      open: 10,
      high: 99,
      low: 1,
      close: hour + 2,
      volume: 5,
    })),
  );
}
const real = (bars: Candles, synthetic: Uint8Array): Bar[] => barsOf(bars).filter((_, i) => synthetic[i] === 0);

describe('findGaps', () => {
  it('names the first missing bar, how many are missing, and the bar that follows', () => {
    expect(findGaps(at(0, 1, 3, 4, 10), '1h')).toEqual([
      { time: MONDAY + 2 * HOUR_MS, missing: 1, before: 2 },
      { time: MONDAY + 5 * HOUR_MS, missing: 5, before: 4 },
    ]);
    expect(findGaps(at(0, 1, 2), '1h')).toEqual([]);
    expect(findGaps(candles(candleColumns(0)), '1h')).toEqual([]);
  });

  it('accounts for every step between the first and the last bar', () => {
    fc.assert(
      fc.property(ohlcv({ n: { min: 1, max: 80 } }), (bars) => {
        const missing = findGaps(bars, '1h').reduce((sum, gap) => sum + gap.missing, 0);
        expect(bars.length + missing).toBe((bars.time[bars.length - 1]! - bars.time[0]!) / HOUR_MS + 1);
      }),
    );
  });

  it('refuses a bar off the boundary, naming the row', () => {
    const bars = candlesOf([{ time: MONDAY + 1, open: 1, high: 1, low: 1, close: 1, volume: 1 }]);
    expect(() => findGaps(bars, '1h')).toThrow(/row 1 column "time": expected a 1h boundary/);
  });
});

describe('applyGapPolicy', () => {
  it('skip: one segment, the bars as they are', () => {
    const bars = at(0, 1, 5);
    const { segments, gaps } = applyGapPolicy(bars, '1h', 'skip');
    expect(segments).toEqual([{ bars, synthetic: new Uint8Array(3) }]);
    expect(gaps).toHaveLength(1);
  });

  it('reset: a segment per run without a gap', () => {
    const { segments } = applyGapPolicy(at(0, 1, 3, 7, 8), '1h', 'reset');
    expect(segments.map(({ bars }) => [...bars.close])).toEqual([[2, 3], [5], [9, 10]]);
  });

  it('carry: flat bars at the close before, without volume, flagged', () => {
    const { segments } = applyGapPolicy(at(0, 3), '1h', 'carry');
    expect(segments).toHaveLength(1);
    expect([...segments[0]!.synthetic]).toEqual([0, 1, 1, 0]);
    expect(barsOf(segments[0]!.bars).slice(1, 3)).toEqual([
      { time: MONDAY + HOUR_MS, open: 2, high: 2, low: 2, close: 2, volume: 0 },
      { time: MONDAY + 2 * HOUR_MS, open: 2, high: 2, low: 2, close: 2, volume: 0 },
    ]);
  });

  it('carry: 24 hours are filled and 25 are not', () => {
    const filled = applyGapPolicy(at(0, 25), '1h', 'carry');
    const split = applyGapPolicy(at(0, 26), '1h', 'carry');
    expect(filled.segments.map(({ bars }) => bars.length)).toEqual([26]);
    expect(split.segments.map(({ bars }) => bars.length)).toEqual([1, 1]);
    expect(split.gaps[0]!.missing).toBe(25);
  });

  it('carry: 3 days are filled and 4 are not', () => {
    const day = (i: number): Bar => ({ time: MONDAY + i * DAY_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 });
    const lengths = (...days: readonly number[]) =>
      applyGapPolicy(candlesOf(days.map(day)), '1d', 'carry').segments.map(({ bars }) => bars.length);
    expect(lengths(0, 4)).toEqual([5]);
    expect(lengths(0, 5)).toEqual([1, 1]);
  });

  it('every policy keeps every real bar, in order, and gives valid candles', () => {
    fc.assert(
      fc.property(
        ohlcv(),
        fc.constantFrom<GapPolicy>('carry', 'skip', 'reset'),
        fc.nat({ max: 2 }),
        (bars, policy, maxCarry) => {
          const { segments } = applyGapPolicy(bars, '1h', policy, { maxCarry });
          expect(segments.flatMap((segment) => real(segment.bars, segment.synthetic))).toEqual(barsOf(bars));
          for (const segment of segments) {
            expect(segment.synthetic).toHaveLength(segment.bars.length);
            expect(checkCandles(segment.bars).ok).toBe(true);
          }
        },
      ),
    );
  });

  it('carry and reset leave no gap inside a segment, and carry none of at most the limit between two', () => {
    fc.assert(
      fc.property(ohlcv(), fc.nat({ max: 2 }), (bars, maxCarry) => {
        for (const policy of ['carry', 'reset'] as const) {
          const { segments, gaps } = applyGapPolicy(bars, '1h', policy, { maxCarry });
          for (const segment of segments) expect(findGaps(segment.bars, '1h')).toEqual([]);
          const limit = policy === 'carry' ? maxCarry : 0;
          const breaks = gaps.filter((gap) => gap.missing > limit).length;
          expect(segments.length).toBe(bars.length === 0 ? 0 : breaks + 1);
        }
      }),
    );
  });

  it.each(GAP_POLICIES)('%s: no segment without a bar', (policy) => {
    expect(applyGapPolicy(candles(candleColumns(0)), '1h', policy)).toEqual({ segments: [], gaps: [] });
  });

  it('refuses an unknown policy, a bad limit, and carry where there is no default', () => {
    expect(() => applyGapPolicy(at(0), '1h', 'fill' as GapPolicy)).toThrow(
      /"policy" expected one of carry, skip, reset, got "fill"/,
    );
    expect(() => applyGapPolicy(at(0), '1h', 'carry', { maxCarry: -1 })).toThrow(/"maxCarry" expected an integer ≥ 0/);
    expect(() => applyGapPolicy(at(0), '1m', 'carry')).toThrow(
      /"maxCarry" expected a number of bars \(1m has no default\)/,
    );
  });
});
