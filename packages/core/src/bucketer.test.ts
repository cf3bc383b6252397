import { ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBucketer, type BucketerSnapshot } from './bucketer.ts';
import { barAt, type Bar } from './candles.ts';
import { candlesOf } from './candles-of.ts';
import { DAY_MS, HOUR_MS } from './interval.ts';
import { formingBar, resample } from './resample.ts';

/** Some days of hours, some of them missing. */
const hours = fc
  .tuple(ohlcv({ n: 120, interval: '1h', gaps: false }), fc.array(fc.nat(119), { maxLength: 8 }))
  .map(([bars, missing]) =>
    Array.from({ length: 120 }, (_, i) => barAt(bars, i)).filter((_, i) => !missing.includes(i)),
  );

function fed(
  bars: readonly Bar[],
  resumeAt = -1,
): { readonly days: Bar[]; readonly bucketer: ReturnType<typeof createBucketer> } {
  const days: Bar[] = [];
  let bucketer = createBucketer(HOUR_MS, DAY_MS);
  bars.forEach((bar, i) => {
    if (i === resumeAt) {
      bucketer = createBucketer(HOUR_MS, DAY_MS, JSON.parse(JSON.stringify(bucketer.snapshot())) as BucketerSnapshot);
    }
    const day = bucketer.next(bar);
    if (day !== undefined) days.push(day);
  });
  return { days, bucketer };
}

describe('the bucketer', () => {
  it('over four days by hand: one whole, one begun late, one left out, one that fills', () => {
    const bar = (hour: number): Bar => ({ time: hour * HOUR_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 });
    const days = createBucketer(HOUR_MS, DAY_MS);
    const nothing = (asOf: number): void => {
      expect(days.forming(asOf * HOUR_MS)).toBeUndefined();
      expect(days.incomplete(asOf * HOUR_MS)).toBe(0);
    };
    nothing(0);
    for (let hour = 0; hour < 24; hour++) expect(days.next(bar(hour)) === undefined).toBe(hour < 23);
    nothing(24);
    nothing(100);
    days.next(bar(30));
    const [begun, still] = [days.forming(47 * HOUR_MS), { ...bar(24), volume: 1 }];
    expect(begun).toEqual(still);
    expect([days.incomplete(47 * HOUR_MS), days.incomplete(48 * HOUR_MS)]).toEqual([0, 1]);
    expect(days.forming(48 * HOUR_MS)).toBeUndefined();
    // First bar of day 3: day 1 was left with one bar, and day 2 has none.
    days.next(bar(75));
    expect([days.incomplete(76 * HOUR_MS), days.incomplete(96 * HOUR_MS)]).toEqual([2, 3]);
    expect(days.forming(76 * HOUR_MS)?.time).toBe(72 * HOUR_MS);
    expect(days.complete).toBe(1);
  });

  it('makes the bars of resample, counts what it leaves out, and goes on from a snapshot', () => {
    fc.assert(
      fc.property(hours, fc.nat(119), (bars, resumeAt) => {
        const { days, bucketer } = fed(bars, resumeAt);
        const whole = resample(candlesOf(bars), '1h', '1d');
        expect(days).toEqual(Array.from({ length: whole.bars.length }, (_, i) => barAt(whole.bars, i)));
        expect(bucketer.complete).toBe(days.length);
        expect(fed(bars).bucketer.snapshot()).toEqual(bucketer.snapshot());
      }),
    );
  });

  it('has the bucket that is still filling, until its end', () => {
    fc.assert(
      fc.property(hours, (bars) => {
        const { bucketer } = fed(bars);
        const asOf = bars.at(-1)!.time + HOUR_MS;
        const forming = bucketer.forming(asOf);
        fc.pre(forming !== undefined);
        expect(forming).toEqual(formingBar(candlesOf(bars), '1h', '1d', asOf));
        expect(bucketer.forming(forming.time + DAY_MS)).toBeUndefined();
        expect(bucketer.incomplete(forming.time + DAY_MS)).toBe(bucketer.incomplete(asOf) + 1);
      }),
    );
  });
});
