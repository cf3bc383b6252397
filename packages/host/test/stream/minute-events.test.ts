import { randomUUID } from 'node:crypto';
import { eventOfLog } from '@barograph/contract';
import { candlesOf, HOUR_MS, MINUTE_MS, type Bar } from '@barograph/core';
import { createMarket } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createManualClock, type Clock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { readOver, type Market } from '../../../sources/src/market/market.ts';
import { START, filesMarket, series, simulatedMarket, smallMarket } from '../test-support.ts';
import { createMemorySlots } from '../../../runtime/src/memory-slots.ts';
import { createScheduler, type Job, type Scheduler } from '../../../runtime/src/scheduler.ts';
import { createMinuteEvents } from '../../../runtime/src/events/jobs.ts';
import { rowRetention } from '../../../runtime/src/retention.ts';
import { createMemoryLog, type MemoryLog } from '../../src/stream/memory-log.ts';
import { minuteEvents as minuteEventsOf } from '../../../runtime/src/events/minute-events.ts';
import { marketReader } from '../../../runtime/src/market-reader.ts';
import { runnerOf } from '../../../runtime/test/test-support.ts';
import { samples, T0 } from './samples.ts';

const market = createMarket();
const simulated = simulatedMarket();
const minuteEvents = async (source: Market, slot: number, seenAt: number) =>
  minuteEventsOf(marketReader(source), slot, seenAt);
const SLOT = Date.UTC(2025, 8, 1, 10, 17);

/** Minutes of constant price and volume, but for the close of some. */
function minutes(
  count: number,
  volume: number,
  closes: Readonly<Record<number, number>>,
  skip?: number,
): readonly Bar[] {
  const bars: Bar[] = [];
  for (let i = 0; i < count; i++) {
    if (i === skip) continue;
    const close = closes[i] ?? 100;
    const [low, high] = [Math.min(100, close), Math.max(100, close)];
    bars.push({ time: START + i * MINUTE_MS, open: 100, high, low, close, volume });
  }
  return bars;
}
const DAY = 24 * 60;
const perps = (bars: Readonly<Record<string, readonly Bar[]>>): Market =>
  filesMarket(Object.entries(bars).map(([symbol, rows]) => series(symbol, 'perpdex_perp', candlesOf(rows), '1m')));
const slotOf = (minute: number): number => START + (minute + 1) * MINUTE_MS;

describe('the events of a minute', () => {
  it('are the moves of 0.10 % from close to close, of every perp that trades $1M a day [#294]', async () => {
    let moves = 0;
    for (let slot = SLOT; slot < SLOT + 5 * MINUTE_MS; slot += MINUTE_MS) {
      const { events, watched } = await minuteEvents(simulated, slot, slot + 400);
      const listings = (await simulated.listings(slot)).filter(({ venue }) => venue === 'perpdex_perp');
      const expected = listings.flatMap(({ symbol }) => {
        const hours = market.candles(symbol, 'perpdex_perp', '1h', slot - 24 * HOUR_MS, slot);
        const notional = hours.close.reduce((sum, close, i) => sum + close * hours.volume[i]!, 0);
        const { close } = market.candles(symbol, 'perpdex_perp', '1m', slot - 2 * MINUTE_MS, slot);
        const pct = (close[1]! / close[0]! - 1) * 100;
        return notional >= 1e6 && Math.abs(pct) >= 0.1 ? [{ symbol, pct }] : [];
      });
      expect(watched).toBe(listings.length);
      expect(events.map(({ symbol }) => symbol)).toEqual(expected.map(({ symbol }) => symbol));
      events.forEach((event, i) => {
        expect(event).toMatchObject({
          type: 'price_move',
          venue: 'perpdex',
          ts: slot,
          recvTs: slot + 400,
          windowMs: 60_000,
        });
        expect(event.pct).toBeCloseTo(expected[i]!.pct, 8);
        expect(event.dataSource).toBe('simulated');
      });
      moves += events.length;
    }
    expect(moves).toBeGreaterThan(0);
  });

  it('are those of perps with $1M and more, and of no other venue', async () => {
    const at = DAY - 1;
    const enough = 1e6 / 100 / (DAY - 60);
    const moved = { [at]: 100.1 };
    const source = filesMarket([
      series('RICH', 'perpdex_perp', candlesOf(minutes(DAY, enough * 1.05, moved)), '1m'),
      series('POOR', 'perpdex_perp', candlesOf(minutes(DAY, enough * 0.9, moved)), '1m'),
      series('SPOT', 'cexa_spot', candlesOf(minutes(DAY, 1e6, moved)), '1m'),
    ]);
    const { events, watched } = await minuteEvents(source, slotOf(at), slotOf(at));
    expect(watched).toBe(2);
    expect(events.map(({ symbol, pct }) => [symbol, pct])).toEqual([['RICH', 0.1]]);
  });

  it('are those of perps whose hours have $1M at their closes, whatever they opened at', async () => {
    // Every hour opens at one price and closes at the other; a day is worth $0.95M at 100 and $1.05M at 110.
    const volume = 1e6 / 105 / DAY;
    const hourly = (open: number, close: number): readonly Bar[] =>
      Array.from({ length: DAY + 2 }, (_, i) => {
        const price = i === DAY + 1 ? 2 * close : i % 60 < 59 ? open : close;
        return { time: START + i * MINUTE_MS, open: price, high: price, low: price, close: price, volume };
      });
    const source = perps({ RISES: hourly(100, 110), FALLS: hourly(110, 100) });
    const { events } = await minuteEvents(source, slotOf(DAY + 1), 0);
    expect(events.map(({ symbol }) => symbol)).toEqual(['RISES']);
  });

  it('are none after a missing minute, and none before the first two', async () => {
    const source = perps({ GAP: minutes(DAY, 1e4, { 700: 101, 701: 103 }, 699), NEW: minutes(1, 1e4, {}) });
    const at = async (minute: number): Promise<number> => (await minuteEvents(source, slotOf(minute), 0)).events.length;
    expect([await at(0), await at(699), await at(700), await at(701)]).toEqual([0, 0, 0, 1]);
  });

  it('look at nothing that closes later', async () => {
    const whole = perps({ A: minutes(DAY, 1e4, { 700: 101, 701: 50 }) });
    const cut = perps({ A: minutes(701, 1e4, { 700: 101 }) });
    expect(await minuteEvents(whole, slotOf(700), 5)).toEqual(await minuteEvents(cut, slotOf(700), 5));
  });

  it('are none where the source has no minutes, and that is told apart from a quiet minute', async () => {
    expect(await minuteEvents(smallMarket(), START + 40 * HOUR_MS, 0)).toEqual({ events: [], watched: 0 });
    expect(await minuteEvents(perps({ A: minutes(DAY, 1, {}) }), slotOf(5), 0)).toEqual({ events: [], watched: 1 });
  });

  it('are not told at all when a source fails', async () => {
    const market = perps({ A: minutes(DAY, 1, {}) });
    const down = async () => ({ ok: false, error: { code: 'stale_source', reason: 'down' } }) as const;
    const failing: Market = { ...market, read: readOver(market.read, 'bars', down) };
    await expect(minuteEvents(failing, slotOf(5), 0)).rejects.toThrow(SourceError);
  });
});

describe('the clocked work of the stream', () => {
  const source = perps({
    A: minutes(DAY, 1e4, Object.fromEntries(Array.from({ length: DAY }, (_, i) => [i, 100 + (i % 2)]))),
  });

  const retentionOf = (clock: Clock, { events }: Pick<MemoryLog, 'events'>): Job =>
    rowRetention({ clock, events, tables: { prune: async () => undefined }, holdFrom: async () => Infinity });
  interface Running {
    readonly scheduler: Scheduler;
    readonly clock: ReturnType<typeof createManualClock>;
    readonly priceMoves: () => string;
  }
  function worker(log: MemoryLog, slots: ReturnType<typeof createMemorySlots>, now: number, from = source): Running {
    const clock = createManualClock(now);
    const work = createMinuteEvents(clock, from);
    const runner = runnerOf([work.producer], clock, { source: from, events: log.events });
    const parts = {
      clock,
      slots,
      jobs: [...runner.jobs, retentionOf(clock, log)],
      owner: randomUUID(),
      timeline: 't',
      wall: () => now,
    };
    return {
      scheduler: createScheduler({ ...parts, log: createLog('silent') }),
      clock,
      priceMoves: () => work.priceMoves(),
    };
  }
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 60; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  const told = async (log: MemoryLog): Promise<number[]> => (await log.events.since(0, 1e4)).map(({ ts }) => ts);

  it('tells every minute once, by one of two replicas', async () => {
    const log = createMemoryLog();
    const slots = createMemorySlots();
    const now = slotOf(100) + 10;
    const [a, b] = [worker(log, slots, now), worker(log, slots, now)];
    await a.scheduler.start();
    await b.scheduler.start();
    for (let minute = 101; minute <= 104; minute++) {
      a.clock.moveTo(slotOf(minute));
      b.clock.moveTo(slotOf(minute));
      await settled();
    }
    expect(await told(log)).toEqual([100, 101, 102, 103, 104].map(slotOf));
    expect(a.priceMoves()).toBe('running');
    await a.scheduler.stop();
    await b.scheduler.stop();
  });

  it('makes up the minutes that were missed, in order, the last 120 at most', async () => {
    const log = createMemoryLog();
    const slots = createMemorySlots();
    const before = worker(log, slots, slotOf(100));
    await before.scheduler.start();
    await before.scheduler.stop();
    const short = worker(log, slots, slotOf(103) + 5000);
    await short.scheduler.start();
    await short.scheduler.stop();
    expect(await told(log)).toEqual([100, 101, 102, 103].map(slotOf));
    const stored = await log.events.since(3, 1);
    expect(stored[0]).toMatchObject({ ts: slotOf(103), recvTs: slotOf(103) + 5000 });
    const long = worker(log, slots, slotOf(500));
    await long.scheduler.start();
    await long.scheduler.stop();
    // The first four were seen more than two hours ago by then, and are forgotten.
    expect(await told(log)).toEqual(Array.from({ length: 120 }, (_, i) => slotOf(381 + i)));
  });

  it('puts events into the log that the stream can read, one append for a minute', async () => {
    const log = createMemoryLog();
    const both = perps({ A: minutes(DAY, 1e4, { 9: 101 }), B: minutes(DAY, 1e4, { 9: 99 }) });
    const batches: number[] = [];
    const append: MemoryLog['events']['append'] = async (events) => {
      batches.push(events.length);
      return log.events.append(events);
    };
    const one = worker({ ...log, events: { ...log.events, append } }, createMemorySlots(), slotOf(700) - 1, both);
    const late = perps({ A: minutes(DAY, 1e4, { 700: 101 }), B: minutes(DAY, 1e4, { 700: 99 }) });
    const two = worker({ ...log, events: { ...log.events, append } }, createMemorySlots(), slotOf(700), late);
    await one.scheduler.start();
    await two.scheduler.start();
    const stored = await log.events.since(0, 10);
    expect(stored.map((event) => eventOfLog(event))).toMatchObject([
      { id: 1, type: 'price_move', symbol: 'A', pct: 1, price: 101, prev_price: 100, window_s: 60, ts: slotOf(700) },
      { id: 2, type: 'price_move', symbol: 'B', pct: -1, price: 99, prev_price: 100, window_s: 60, ts: slotOf(700) },
    ]);
    expect(batches).toEqual([2]);
    await one.scheduler.stop();
    await two.scheduler.stop();
  });

  it('says that a source has no minutes', async () => {
    const none = worker(createMemoryLog(), createMemorySlots(), START + 40 * HOUR_MS, smallMarket());
    expect(none.priceMoves()).toBe('starting');
    await none.scheduler.start();
    expect(none.priceMoves()).toBe('no_minutes');
    await none.scheduler.stop();
  });

  it('forgets what was seen more than two hours ago [#85]', async () => {
    const log = createMemoryLog();
    await log.events.append(samples(0, 10));
    const clock = createManualClock(T0 + 2 * HOUR_MS + 4005);
    await retentionOf(clock, log).run(0);
    expect((await log.events.since(0, 100)).map(({ id }) => id)).toEqual([5, 6, 7, 8, 9, 10]);
  });
});
