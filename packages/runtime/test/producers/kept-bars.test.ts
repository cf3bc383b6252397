/** Closed bars that are kept and extended. */

import { candlesOf, DAY_MS, HOUR_MS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeptBars, KEPT_BARS_V1 } from '../../src/producers/kept-bars.ts';

const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
/** Midnight of a Monday: 2024-09-09. */
const MONDAY = Date.UTC(2024, 8, 9);
const SETTLE_MS = KEPT_BARS_V1.settleMs;

const rows = ({ time, close }: Candles): readonly (readonly number[])[] => Array.from(time, (at, i) => [at, close[i]!]);

/** Days of a venue, one of which is missing; each has a close of its own, another one until it has settled. */
function venue() {
  const asked: (readonly [from: number, asOf: number])[] = [];
  let isDown = false;
  const day = (time: number, asOf: number): Bar => {
    const close = 1 + (time / DAY_MS) * 2 + Number(asOf - time - DAY_MS < SETTLE_MS);
    return { time, open: close, high: close, low: close, close, volume: 1 };
  };
  const pull = async (_: unknown, interval: string, from: number, asOf: number): Promise<Candles | undefined> => {
    asked.push([from, asOf]);
    if (isDown) throw new Error('down');
    if (interval !== '1d') return undefined;
    const days: Bar[] = [];
    const first = Math.max(Math.ceil(from / DAY_MS) * DAY_MS, MONDAY - 40 * DAY_MS);
    for (let time = first; time + DAY_MS <= asOf; time += DAY_MS) {
      if (time !== MONDAY - 3 * DAY_MS) days.push(day(time, asOf));
    }
    return candlesOf(days);
  };
  return { asked, pull, breaks: (down: boolean) => (isDown = down) };
}

describe('kept bars', () => {
  it('are asked for once, and from then on only what has closed since', async () => {
    const { pull, asked } = venue();
    const kept = createKeptBars(pull);
    const from = MONDAY - 30 * DAY_MS;
    const asOf = MONDAY + HOUR_MS;
    expect((await kept(BTC, '1d', from, asOf))!.length).toBe(29);
    for (let hour = 2; hour < 24; hour++) await kept(BTC, '1d', from, MONDAY + hour * HOUR_MS);
    expect(asked).toEqual([[from, asOf]]);
    // The day that has closed, and once more when it has settled.
    await kept(BTC, '1d', from, MONDAY + DAY_MS + 1000);
    await kept(BTC, '1d', from, MONDAY + DAY_MS + SETTLE_MS);
    await kept(BTC, '1d', from, MONDAY + DAY_MS + 2 * SETTLE_MS);
    expect(asked.slice(1).map(([at]) => at)).toEqual([MONDAY, MONDAY]);
    // After a day all of it.
    await kept(BTC, '1d', from, asOf + DAY_MS);
    expect(asked.at(-1)![0]).toBe(from);
  });

  it('are those that a pull brings, whatever was asked before', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (moves, isSmall) => {
        const { pull } = venue();
        const kept = createKeptBars(pull, {
          ...KEPT_BARS_V1,
          maxAgeMs: 4 * DAY_MS,
          ...(isSmall ? { mostBars: 50 } : {}),
        });
        let asOf = MONDAY;
        for (const [hours, begin] of moves) {
          asOf += hours * HOUR_MS + (hours % 2) * (SETTLE_MS / 2);
          const from = MONDAY - begin * 10 * DAY_MS;
          const [known, pulled] = [await kept(BTC, '1d', from, asOf), await pull(BTC, '1d', from, asOf)];
          // What had settled when it was kept is so for a moment before, too.
          const settled = (bars: Candles) => sliceCandles(bars, 0, bars.time.filter((at) => at + DAY_MS + SETTLE_MS <= asOf).length); // prettier-ignore
          expect(known!.time).toEqual(pulled!.time);
          expect(rows(settled(known!))).toEqual(rows(settled(pulled!)));
        }
      }),
    );
  });

  it('are asked for once by many at a time, and a failure is not kept', async () => {
    const { pull, asked, breaks } = venue();
    const kept = createKeptBars(pull);
    breaks(true);
    const failed = await Promise.allSettled([kept(BTC, '1d', 0, MONDAY), kept(BTC, '1d', 0, MONDAY)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    breaks(false);
    await Promise.all([1, 2, 3].map(async () => kept(BTC, '1d', 0, MONDAY)));
    expect(asked).toHaveLength(2);
    expect(await kept(BTC, '1h', 0, MONDAY)).toBeUndefined();
  });

  it('are bounded: what was asked for longest ago is forgotten first', async () => {
    const { pull, asked } = venue();
    const kept = createKeptBars(pull, { ...KEPT_BARS_V1, mostBars: 100 });
    const asOf = MONDAY + HOUR_MS;
    for (const symbol of ['A', 'B', 'A', 'C', 'A', 'B']) await kept({ ...BTC, symbol }, '1d', 0, asOf);
    expect(asked).toHaveLength(4);
  });
});
