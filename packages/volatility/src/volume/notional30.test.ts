import { candlesOf, DAY_MS, type Bar } from '@barograph/core';
import { anyCandles, BAR_TIMES, barsOf, causalityContract, scaleContract, streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createNotional30,
  NOTIONAL_DAYS,
  NOTIONAL_MIN_DAYS,
  notional30,
  type Notional30Snapshot,
} from './notional30.ts';

const days = anyCandles({ interval: '1d' });

streamContract({
  name: 'notional30',
  create: (resume?: Notional30Snapshot) => createNotional30(resume),
  batch: (bars: readonly Bar[]) => [...notional30(candlesOf(bars))],
  inputs: days.map(barsOf),
  lookback: NOTIONAL_MIN_DAYS - 1,
  vary: (bar) => ({ ...bar, volume: bar.volume + 1 }),
  timed: BAR_TIMES,
});
causalityContract({ name: 'notional30', columns: (bars) => ({ mean: notional30(bars) }), bars: days });
scaleContract({ name: 'notional30', degree1: (bars) => ({ mean: notional30(bars) }), bars: days });

const worth = (...notionals: number[]): Bar[] =>
  notionals.map((volume, i) => ({ time: i * DAY_MS, open: 1, high: 1, low: 1, close: 1, volume }));

describe('notional30', () => {
  it('equals the mean of close × volume over at most the last 30 days, written out', () => {
    fc.assert(
      fc.property(days, (bars) => {
        const expected = barsOf(bars).map((_, i, all) => {
          const window = all.slice(Math.max(0, i - 29), i + 1);
          if (window.length < 7) return NaN;
          return window.reduce((sum, { close, volume }) => sum + close * volume, 0) / window.length;
        });
        expect([...notional30(bars)]).toMatchOracle(expected, { rel: 1e-12, abs: 0 });
      }),
    );
  });

  it('is NaN on the sixth settled day, and the mean of seven on the seventh', () => {
    const column = notional30(candlesOf(worth(7, 7, 7, 7, 7, 7, 14)));
    expect([...column.subarray(5)]).toEqual([NaN, 8]);
  });

  it('lets the first day go on the 31st', () => {
    const column = notional30(candlesOf(worth(3_000, ...Array.from({ length: NOTIONAL_DAYS }, () => 30))));
    expect([...column.subarray(29)]).toEqual([129, 30]);
  });

  it('does not keep the error of a huge day that has left', () => {
    const quiet = Array.from({ length: 30 }, (_, i) => 0.1 * (i + 1));
    expect(notional30(candlesOf(worth(1e30, ...quiet)))[30]).toBeCloseTo(1.55, 14);
  });

  it('is exactly 0 where nothing ever traded', () => {
    expect(notional30(candlesOf(worth(0, 0, 0, 0, 0, 0, 0)))[6]).toBe(0);
  });

  it('takes the days that are there for neighbours', () => {
    const bars = worth(1, 2, 3, 4, 5, 6, 7);
    const holed = bars.map((bar, i) => ({ ...bar, time: bar.time + (i > 3 ? 40 * DAY_MS : 0) }));
    expect([...notional30(candlesOf(holed))]).toEqual([...notional30(candlesOf(bars))]);
  });

  it('remembers what it said last, also when resumed through JSON', () => {
    fc.assert(
      fc.property(days, (bars) => {
        const stream = createNotional30();
        expect(stream.value).toBe(NaN);
        for (const bar of barsOf(bars)) {
          stream.peek({ ...bar, volume: 1e6 });
          const said = stream.next(bar);
          const resumed = createNotional30(JSON.parse(JSON.stringify(stream.snapshot())) as Notional30Snapshot);
          expect([stream.value, resumed.value]).toEqual([said, said]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a bad day by its field, and a snapshot of another version', () => {
    const stream = createNotional30();
    expect(() => stream.next({ ...worth(1)[0]!, volume: -1 })).toThrow('"volume" expected a finite volume ≥ 0, got -1');
    const old = { ...stream.snapshot(), version: 0 } as unknown as Notional30Snapshot;
    expect(() => createNotional30(old)).toThrow('"resume" expected a version 1 or 2 snapshot, got version 0');
  });
});
