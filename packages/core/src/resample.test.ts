import { ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barAt, candleColumns, candles, checkCandles, sliceCandles, type Bar, type Candles } from './candles.ts';
import { candlesOf } from './candles-of.ts';
import { bucketOpen, DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, stepMs, WEEK_MS, type Interval } from './interval.ts';
import { formingBar, resample } from './resample.ts';
import { LATEST_TIME } from './time-unit.ts';

/** 2021-01-04, a Monday, 00:00 UTC. */
const MONDAY = 1_609_718_400_000;
/** Volume may differ by the rounding of its partial sums, and by nothing else. */
const VOLUME_ROUNDING = { rel: 4 * Number.EPSILON, abs: 0 };

/** The bars without those at `missing`. */
function without(bars: Candles, missing: ReadonlySet<number>): Candles {
  return candlesOf(Array.from({ length: bars.length }, (_, i) => barAt(bars, i)).filter((_, i) => !missing.has(i)));
}

/** Whole days of made-up hourly bars, without gaps. */
const days = (count: number, interval: Interval = '1h'): fc.Arbitrary<Candles> =>
  ohlcv({ n: (count * DAY_MS) / stepMs(interval), interval, gaps: false });

const SHORTER: readonly (readonly [Interval, Interval, Interval])[] = [
  ['5m', '1h', '1d'],
  ['15m', '30m', '4h'],
  ['1h', '4h', '1d'],
  ['4h', '1d', '1w'],
];

describe('resample', () => {
  it.each(SHORTER)('%s to %s to %s equals the direct way on complete data', (from, middle, to) => {
    fc.assert(
      fc.property(days(7, from), (bars) => {
        const direct = resample(bars, from, to);
        const twice = resample(resample(bars, from, middle).bars, middle, to);
        expect(direct.incomplete).toEqual([]);
        expect(withoutVolume(twice.bars)).toMatchOracle(withoutVolume(direct.bars));
        expect(twice.bars.volume).toMatchOracle(direct.bars.volume, VOLUME_ROUNDING);
      }),
      { numRuns: 5 },
    );
  });

  it('one minute to an hour to a day equals one minute to a day', () => {
    fc.assert(
      fc.property(days(1, '1m'), (bars) => {
        const direct = resample(bars, '1m', '1d').bars;
        const twice = resample(resample(bars, '1m', '1h').bars, '1h', '1d').bars;
        expect(direct.length).toBe(1);
        expect(withoutVolume(twice)).toMatchOracle(withoutVolume(direct));
        expect(twice.volume).toMatchOracle(direct.volume, VOLUME_ROUNDING);
      }),
      { numRuns: 3 },
    );
  });

  it('takes the first open, the highest high, the lowest low, the last close and all volume', () => {
    fc.assert(
      fc.property(days(2), (bars) => {
        const { bars: daily } = resample(bars, '1h', '1d');
        expect(daily.length).toBe(2);
        for (let day = 0; day < 2; day++) {
          const hours = Array.from({ length: 24 }, (_, i) => barAt(bars, 24 * day + i));
          expect(daily.time[day]).toBe(MONDAY + day * DAY_MS);
          expect(daily.open[day]).toBe(hours[0]!.open);
          expect(daily.high[day]).toBe(hours.map((bar) => bar.high).sort((a, b) => b - a)[0]);
          expect(daily.low[day]).toBe(hours.map((bar) => bar.low).sort((a, b) => a - b)[0]);
          expect(daily.close[day]).toBe(hours[23]!.close);
          const plain = hours.reduce((sum, bar) => sum + bar.volume, 0);
          // A plain loop over 24 numbers may lose 24 roundings.
          expect(daily.volume[day]).toMatchOracle(plain, { rel: 24 * Number.EPSILON, abs: 0 });
        }
      }),
    );
  });

  it('reports exactly the bucket that one dropped bar leaves incomplete, and leaves it out', () => {
    fc.assert(
      fc.property(days(3), fc.nat({ max: 71 }), (bars, drop) => {
        const full = resample(bars, '1h', '4h').bars;
        const result = resample(without(bars, new Set([drop])), '1h', '4h');
        const bucket = Math.floor(drop / 4);
        expect(result.incomplete).toEqual([{ time: full.time[bucket], have: 3, expected: 4 }]);
        expect([...result.bars.time]).toEqual([...full.time].filter((_, i) => i !== bucket));
        expect(result.bars.close).toEqual(full.close.filter((_, i) => i !== bucket));
      }),
    );
  });

  it('loses no bar: complete buckets and reports together account for every one', () => {
    fc.assert(
      fc.property(ohlcv(), fc.constantFrom('1h' as const, '4h' as const, '1d' as const, '1w' as const), (bars, to) => {
        const expected = stepMs(to) / HOUR_MS;
        const { bars: out, incomplete } = resample(bars, '1h', to);
        const reported = incomplete.reduce((sum, bucket) => sum + bucket.have, 0);
        expect(out.length * expected + reported).toBe(bars.length);
        expect(incomplete.every((bucket) => bucket.have < bucket.expected && bucket.expected === expected)).toBe(true);
        expect([...out.time].every((time) => bucketOpen(time, stepMs(to)) === time)).toBe(true);
        expect(checkCandles(out).ok).toBe(true);
      }),
    );
  });

  it('keeps incomplete buckets when asked to, and still reports them', () => {
    fc.assert(
      fc.property(ohlcv(), (bars) => {
        const dropped = resample(bars, '1h', '4h');
        const kept = resample(bars, '1h', '4h', { incomplete: 'keep' });
        expect(kept.incomplete).toEqual(dropped.incomplete);
        const some = dropped.incomplete.filter((bucket) => bucket.have > 0).map((bucket) => bucket.time);
        expect([...kept.bars.time]).toEqual([...dropped.bars.time, ...some].sort((a, b) => a - b));
      }),
    );
  });

  it('reports a bucket that has no bar at all, between two that have', () => {
    const hour = (time: number): Bar => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 });
    const bars = candlesOf([hour(MONDAY), hour(MONDAY + 8 * HOUR_MS)]);
    expect(resample(bars, '1h', '4h').incomplete).toEqual([
      { time: MONDAY, have: 1, expected: 4 },
      { time: MONDAY + 4 * HOUR_MS, have: 0, expected: 4 },
      { time: MONDAY + 8 * HOUR_MS, have: 1, expected: 4 },
    ]);
    expect(resample(bars, '1h', '4h', { incomplete: 'keep' }).bars.length).toBe(2);
  });

  it('opens four-hour bars at 0, 4, 8, 12, 16 and 20 UTC and weeks on Monday', () => {
    const bars = fc.sample(days(14), { numRuns: 1, seed: 1 })[0]!;
    const hours = new Set(Array.from(resample(bars, '1h', '4h').bars.time, (time) => (time % DAY_MS) / HOUR_MS));
    expect(hours).toEqual(new Set([0, 4, 8, 12, 16, 20]));
    expect([...resample(bars, '1h', '1w').bars.time]).toEqual([MONDAY, MONDAY + WEEK_MS]);
  });

  it('adds volumes without losing the small ones beside a large one', () => {
    const minute = (i: number, volume: number): Bar => ({
      time: MONDAY + i * MINUTE_MS,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume,
    });
    const bars = candlesOf([minute(0, 2 ** 53), minute(1, 1), minute(2, 1), minute(3, 1), minute(4, 1)]);
    expect(resample(bars, '1m', '5m').bars.volume[0]).toBe(2 ** 53 + 4);
  });

  it('gives the same bars back for the same interval, and nothing for nothing', () => {
    fc.assert(
      fc.property(ohlcv(), (bars) => {
        const same = resample(bars, '1h', '1h');
        expect({ ...same.bars }).toMatchOracle({ ...bars });
      }),
    );
    expect(resample(candles(candleColumns(0)), '1m', '1d')).toMatchObject({ bars: { length: 0 }, incomplete: [] });
  });

  it('works for every pair of intervals, from the shorter to the longer', () => {
    const minute = fc.sample(ohlcv({ n: 1, interval: '1w' }), { numRuns: 1, seed: 1 })[0]!;
    for (const from of INTERVALS) {
      for (const to of INTERVALS.filter((name) => stepMs(name) >= stepMs(from))) {
        expect(resample(minute, from, to, { incomplete: 'keep' }).bars.length).toBe(1);
      }
      for (const to of INTERVALS.filter((name) => stepMs(name) < stepMs(from))) {
        expect(() => resample(minute, from, to)).toThrow(`"to" expected an interval of at least ${from}, got "${to}"`);
      }
    }
  });

  it('refuses a time off the boundary, naming the row', () => {
    const bars = sliceCandles(fc.sample(days(1), { numRuns: 1, seed: 1 })[0]!, 0, 3);
    const moved = candles({ ...bars, time: bars.time.map((time, i) => (i === 1 ? time + 1 : time)) });
    expect(() => resample(moved, '1h', '1d')).toThrow(
      `row 2 column "time": expected a 1h boundary, got ${MONDAY + HOUR_MS + 1}`,
    );
  });

  it('refuses a span that only a wrong unit of time can have', () => {
    const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
    const bars = candlesOf([
      { time: 0, ...bar },
      { time: LATEST_TIME - 59_999, ...bar },
    ]);
    expect(() => resample(bars, '1m', '5m')).toThrow(
      /"bars" expected a span of at most 10000000 buckets of 5m, got \d+/,
    );
  });

  it('refuses an unknown interval and an unknown option', () => {
    const none = candles(candleColumns(0));
    expect(() => resample(none, '2h' as Interval, '1d')).toThrow(/"interval" expected one of 1m, .*, got "2h"/);
    expect(() => resample(none, '1h', '1d', { incomplete: 'fill' as 'keep' })).toThrow(
      /"incomplete" expected one of drop, keep, got "fill"/,
    );
  });
});

function withoutVolume({ length, time, open, high, low, close }: Candles): Record<string, unknown> {
  return { length, time, open, high, low, close };
}

describe('formingBar', () => {
  const hours = fc.sample(days(2), { numRuns: 1, seed: 3 })[0]!;

  it('is the aggregate of the closed hours of the day that has not ended', () => {
    fc.assert(
      fc.property(days(2), fc.integer({ min: 1, max: 23 }), fc.nat({ max: HOUR_MS - 1 }), (bars, closed, extra) => {
        const asOf = MONDAY + DAY_MS + closed * HOUR_MS + extra;
        const part = sliceCandles(bars, 24, 24 + closed);
        const expected = resample(part, '1h', '1d', { incomplete: 'keep' }).bars;
        expect(formingBar(bars, '1h', '1d', asOf)).toEqual(barAt(expected, 0));
      }),
    );
  });

  it('does not see an hour before it has closed', () => {
    const asOf = MONDAY + DAY_MS + HOUR_MS - 1;
    expect(formingBar(hours, '1h', '1d', asOf)).toBeUndefined();
    expect(formingBar(hours, '1h', '1d', asOf + 1)).toEqual(barAt(hours, 24));
  });

  it('is undefined at a boundary, in a bucket without bars, and for the same interval', () => {
    expect(formingBar(hours, '1h', '1d', MONDAY + DAY_MS)).toBeUndefined();
    expect(formingBar(hours, '1h', '1d', MONDAY + 5 * DAY_MS)).toBeUndefined();
    expect(formingBar(hours, '1h', '1h', MONDAY + 90 * MINUTE_MS)).toBeUndefined();
  });

  it('refuses a bar of the bucket that is off the boundary, naming the row', () => {
    const moved = candles({ ...hours, time: hours.time.map((time, i) => (i === 25 ? time + 1 : time)) });
    expect(() => formingBar(moved, '1h', '1d', MONDAY + DAY_MS + 5 * HOUR_MS)).toThrow(
      /row 26 column "time": expected a 1h boundary/,
    );
  });

  it('refuses a moment that is not an integer', () => {
    expect(() => formingBar(hours, '1h', '1d', NaN)).toThrow(/"asOf" expected an integer of epoch ms, got NaN/);
  });
});
