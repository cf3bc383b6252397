/** Reactions to news: due when the last minute has closed and settled, measured from that horizon alone, never from a later one. */

import { candleColumns, candles, DAY_MS, HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { dueHorizons, perpOf, reactionsTo, type ReactionReads } from '../../../src/producers/news/reactions.ts';

const TIME = Date.UTC(2026, 2, 20, 12, 7, 31);
const OPEN = TIME - (TIME % MINUTE_MS);
const event = { id: 'e', symbol: 'BTC', time: TIME };

/** Bars on a wave, of any length, that had closed by a moment. */
function barsOf(step: number, from: number, to: number): Candles {
  const first = Math.ceil(from / step) * step;
  const columns = candleColumns(Math.max(0, Math.floor((to - first) / step)));
  for (let i = 0; i < columns.time.length; i++) {
    const time = first + i * step;
    const price = (at: number): number => 100 + Math.sin(at / 1e6) + Math.sin(at / 7e4) / 5;
    columns.time[i] = time;
    columns.open[i] = price(time);
    columns.close[i] = price(time + step);
    columns.high[i] = 102;
    columns.low[i] = 98;
    columns.volume[i] = step / MINUTE_MS;
  }
  return candles(columns);
}

const STEPS = { '1m': MINUTE_MS, '1h': HOUR_MS } as const;
function reads(asOf: number, more: Partial<ReactionReads> = {}): ReactionReads {
  const observed = (value: (time: number) => number) => async (_: string, from: number, to: number) => {
    const time = Array.from({ length: 200 }, (__, i) => OPEN - HOUR_MS + i * 2 * MINUTE_MS).filter((at) => at >= from && at <= to); // prettier-ignore
    return { time, value: time.map(value) };
  };
  return {
    bars: async (_, interval, { from, to }) => barsOf(STEPS[interval], from, Math.min(to, asOf)),
    quarters: async (_, spans) => barsOf(15 * MINUTE_MS, spans[0]!.from, spans.at(-1)!.to),
    openInterest: observed((time) => 1000 + (time - OPEN) / MINUTE_MS),
    funding: observed((time) => 1e-5 + (time - OPEN) * 1e-12),
    ...more,
  };
}
const LATER = OPEN + DAY_MS;
const measured = async (asOf: number, more: Partial<ReactionReads> = {}) =>
  reactionsTo(event, ['15m', '1h', '4h'], asOf, reads(asOf, more));

describe('horizons', () => {
  it('are due a minute after their last minute has closed, and not once they are written [#422]', () => {
    const due = (asOf: number, written: readonly ('15m' | '1h' | '4h')[] = []) => dueHorizons(event, new Set(written), asOf); // prettier-ignore
    const end = OPEN + 15 * MINUTE_MS;
    expect(due(end + MINUTE_MS - 1)).toEqual([]);
    expect(due(end + MINUTE_MS)).toEqual(['15m']);
    expect(due(OPEN + 4 * HOUR_MS + MINUTE_MS)).toEqual(['15m', '1h', '4h']);
    expect(due(LATER, ['15m', '4h'])).toEqual(['1h']);
  });

  it('of the market are measured on the perp that stands for it', () => {
    expect([perpOf({ symbol: 'MARKET' }), perpOf({ symbol: 'kPEPE' })]).toEqual(['BTC', 'kPEPE']);
  });
});

describe('reactions', () => {
  it('are the same at their moment and at any later one [#421]', async () => {
    const whole = await measured(LATER);
    expect(whole.map(({ horizon }) => horizon)).toEqual(['15m', '1h', '4h']);
    for (const { horizon, response } of whole) {
      expect(Object.values(response).every(Number.isFinite), horizon).toBe(true);
      const length = { '15m': 15 * MINUTE_MS, '1h': HOUR_MS, '4h': 4 * HOUR_MS }[horizon];
      const then = await measured(OPEN + length + MINUTE_MS);
      expect(then.find((one) => one.horizon === horizon)!.response).toEqual(response);
    }
    // A minute has volume 1, whatever length of bars says so.
    expect(whole.map(({ response }) => response.volumeMultiplier)).toEqual([1, 1, 1].map((one) => expect.closeTo(one, 12))); // prettier-ignore
    expect(whole[1]!.response.oiChangePct).toBeCloseTo(100 * ((1000 + 59) / (1000 - 1) - 1), 0);
  });

  it('are not there before the last bar is, and null where the rest is missing [#422]', async () => {
    const late: ReactionReads['bars'] = async (_, interval, { from }) =>
      barsOf(STEPS[interval], from, OPEN + HOUR_MS - MINUTE_MS);
    expect((await measured(LATER, { bars: late })).map(({ horizon }) => horizon)).toEqual(['15m']);
    const none = async () => undefined;
    const [quarter] = await measured(LATER, { openInterest: none, funding: none });
    expect(quarter!.response).toMatchObject({ oiChangePct: null, fundingShift: null, retPct: expect.any(Number) });
  });

  it('come from hours where no source has minutes, and never of a quarter of one', async () => {
    const hours: ReactionReads['bars'] = async (_, interval, { from }) =>
      interval === '1h' ? barsOf(HOUR_MS, from, LATER) : undefined;
    const made = await measured(LATER, { bars: hours });
    expect(made.map(({ horizon }) => horizon)).toEqual(['1h', '4h']);
    expect(await measured(LATER, { bars: async () => undefined })).toEqual([]);
  });
});
