/** Bars of the perp venue over a client whose answers a test chooses, and over minutes that were streamed. */

import { barAt as barOf, DAY_MS, HOUR_MS, MINUTE_MS, ok, type Bar } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createBarsFeed } from '../../src/perpdex/bars.ts';
import { PERPDEX_V1 } from '../../src/perpdex/config.ts';
import { createStreamedBars } from '../../src/perpdex/streamed-bars.ts';
import { perp } from './test-support.ts';

/** Midnight of a Monday: 2024-09-09. */
const MONDAY = Date.UTC(2024, 8, 9);
describe('bars', () => {
  const STEPS = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;
  const barAt = (time: number): Bar => ({ time, open: 1, high: 3, low: 1, close: 2, volume: 1 });

  /** Every bar of a perp, up to the one that is open now. */
  function barsOf(now: number) {
    const clock = createManualClock(now);
    const asked: { interval: string; from: number; to: number; priority: string }[] = [];
    let lastData: number | undefined;
    let fault: string | undefined;
    const streamed = createStreamedBars(clock, PERPDEX_V1, () => lastData);
    const bars = createBarsFeed(
      {
        candles: async (_coin, interval, from, to, priority) => {
          asked.push({ interval, from, to, priority });
          const step = STEPS[interval as keyof typeof STEPS];
          const rows: Bar[] = [];
          for (let time = Math.floor(from / step) * step; time <= Math.min(to, clock.now()); time += step)
            rows.push(barAt(time));
          return ok({ value: { rows, fault }, fetchedAt: clock.now() });
        },
      },
      { trading: async () => [perp('ETH'), perp('BTC')], state: () => ({ feed: 'contexts', status: 'ok', since: null, reason: null, asOf: now }) }, // prettier-ignore
      streamed,
      PERPDEX_V1,
    );
    const listing = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
    const pull = async (
      request: Omit<Parameters<typeof bars.feed.pull>[0], 'symbol' | 'venue' | 'asOf'> & { asOf?: number },
    ) => {
      const answer = await bars.feed.pull({ ...listing, asOf: clock.now(), ...request });
      if (!answer.ok) throw new Error(answer.error.reason);
      return answer.value.rows;
    };
    return { clock, streamed, bars, asked, pull, hears: (at?: number) => (lastData = at), breaks: (reason: string) => (fault = reason) }; // prettier-ignore
  }
  const last = (count: number) => ({ kind: 'last', count }) as const;
  const range = (from: number, to: number) => ({ kind: 'range', from, to }) as const;

  it('of a range are those that open within it, and a past moment has no forming bar', async () => {
    const now = MONDAY + 10 * HOUR_MS + 5 * MINUTE_MS;
    const { pull } = barsOf(now);
    const { closed, forming } = await pull({ interval: '1h', window: range(now - 3 * HOUR_MS, now) });
    expect([...closed.time]).toEqual([MONDAY + 8 * HOUR_MS, MONDAY + 9 * HOUR_MS]);
    expect(forming).toEqual(barAt(MONDAY + 10 * HOUR_MS));
    const past = await pull({ interval: '1h', window: last(2), asOf: now - HOUR_MS });
    expect([...past.closed.time]).toEqual([MONDAY + 7 * HOUR_MS, MONDAY + 8 * HOUR_MS]);
    expect(past.forming).toBeUndefined();
  });

  it('are asked for as far back as the venue keeps them, and not beyond: 5,000 of each interval [#323]', async () => {
    const { pull, asked } = barsOf(MONDAY);
    const { closed } = await pull({ interval: '1h', window: range(0, MONDAY) });
    expect(closed).toHaveLength(4999);
    expect(asked[0]!.from).toBe(MONDAY - 4999 * HOUR_MS);
    expect((await pull({ interval: '1h', window: range(0, MONDAY - 6000 * HOUR_MS) })).closed).toHaveLength(0);
    expect(asked).toHaveLength(1);
    // About four days of minutes, and the bars as the venue gave them.
    const minutes = await pull({ interval: '1m', window: range(0, MONDAY) });
    expect(minutes.closed).toHaveLength(4999);
    expect((MONDAY - minutes.closed.time[0]!) / DAY_MS).toBeCloseTo(3.47, 2);
    expect(barOf(minutes.closed, 7)).toEqual(barAt(minutes.closed.time[7]!));
  });

  it('of weeks are made of days, from Mondays on', async () => {
    const now = MONDAY + 2 * DAY_MS + HOUR_MS;
    const { pull, asked } = barsOf(now);
    const { closed, forming } = await pull({ interval: '1w', window: last(3) });
    expect([...closed.time]).toEqual([3, 2, 1].map((weeks) => MONDAY - weeks * 7 * DAY_MS));
    expect([...closed.volume]).toEqual([7, 7, 7]);
    expect(forming).toMatchObject({ time: MONDAY, volume: 3 });
    expect(asked).toMatchObject([{ interval: '1d', from: MONDAY - 21 * DAY_MS }]);
  });

  it('of what is not listed are unknown', async () => {
    const { bars } = barsOf(MONDAY);
    const request = { interval: '1h', window: last(1), asOf: MONDAY } as const;
    for (const listing of [
      { symbol: 'XYZ', venue: 'perpdex_perp' },
      { symbol: 'BTC', venue: 'cexa_spot' },
    ] as const) {
      expect(await bars.feed.pull({ ...request, ...listing })).toMatchObject({ error: { code: 'unknown_symbol' } });
    }
    expect(await bars.feed.listings(MONDAY)).toEqual([
      { symbol: 'BTC', venue: 'perpdex_perp', dayNotional: 1000 },
      { symbol: 'ETH', venue: 'perpdex_perp', dayNotional: 1000 },
    ]);
  });

  it('that were watched need no request, and a broken stream asks again', async () => {
    const { pull, asked, streamed, clock, hears } = barsOf(MONDAY);
    streamed.watch('BTC');
    streamed.confirmed('BTC', '1m', MONDAY);
    const now = MONDAY + 3 * MINUTE_MS + 5000;
    clock.moveTo(now);
    for (const minute of [0, 1, 2, 3]) streamed.take('BTC', '1m', barAt(MONDAY + minute * MINUTE_MS));
    hears(now);
    const { closed, forming } = await pull({ interval: '1m', window: last(3) });
    expect([...closed.time]).toEqual([0, 1, 2].map((minute) => MONDAY + minute * MINUTE_MS));
    expect(forming?.time).toBe(MONDAY + 3 * MINUTE_MS);
    expect(asked).toHaveLength(0);
    hears(undefined);
    await pull({ interval: '1m', window: last(3) });
    expect(asked).toHaveLength(1);
  });

  it('of the slot of scheduled work are waited for, not asked for', async () => {
    const { pull, asked, streamed, clock, hears } = barsOf(MONDAY);
    streamed.watch('BTC');
    streamed.confirmed('BTC', '1m', MONDAY);
    const slot = MONDAY + 2 * MINUTE_MS;
    streamed.take('BTC', '1m', barAt(MONDAY));
    streamed.take('BTC', '1m', barAt(MONDAY + MINUTE_MS));
    clock.moveTo(slot);
    hears(slot - 500);
    const question = { interval: '1m', window: range(slot - 2 * MINUTE_MS, slot), asOf: slot } as const;
    const answer = pull({ ...question, urgency: 'bulk' });
    for (let i = 0; i < 20; i++) {
      clock.moveTo(clock.now() + 250);
      if (i === 10) hears(clock.now());
      await Promise.resolve();
      await Promise.resolve();
    }
    expect((await answer).closed).toHaveLength(2);
    expect(asked).toHaveLength(0);
    // A caller does not wait.
    hears(slot - 500);
    await pull(question);
    expect(asked).toMatchObject([{ priority: 'demand' }]);
  });

  it.each([
    ['1h', [{ priority: 'bulk' }]],
    // Those of every perp would cost four minutes of the budget in each minute.
    ['1m', []],
  ] as const)('of scheduled work and %s are asked for %j when the stream stays silent', async (interval, requests) => {
    const { pull, asked, streamed, clock, hears } = barsOf(MONDAY + HOUR_MS);
    streamed.watch('BTC');
    hears(MONDAY);
    const answer = pull({ interval, window: last(1), urgency: 'bulk' });
    for (let i = 0; i < 70; i++) {
      clock.moveTo(clock.now() + 250);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await answer;
    expect(asked).toMatchObject(requests);
  });

  it('with a value that cannot be make the feed stale for an hour, with the reason', async () => {
    const { pull, bars, clock, breaks } = barsOf(MONDAY);
    expect(bars.state(MONDAY).status).toBe('ok');
    breaks('bar 5.o expected a decimal above zero as text, got null');
    await pull({ interval: '1h', window: last(2) });
    expect(bars.state(MONDAY)).toMatchObject({ status: 'stale', since: MONDAY, reason: 'BTC bar 5.o expected a decimal above zero as text, got null' }); // prettier-ignore
    clock.moveTo(MONDAY + HOUR_MS + 1);
    expect(bars.state(clock.now()).status).toBe('ok');
  });
});
