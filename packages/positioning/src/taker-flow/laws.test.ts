/** Laws of the taker flow over random fills, connections, delays and orders. */

import { fold, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takerMinutes } from './batch.ts';
import { TAKER_FLOW_V1 } from './config.ts';
import type { Fill } from './fill.ts';
import type { SealedMinute } from './minute.ts';
import { takerRows } from './rows.ts';
import { createTakerFlow, takerFlow, type FlowEvent } from './taker-flow.ts';

const MINUTES = 8;
const START = 1_000 * MINUTE_MS;
const END = START + MINUTES * MINUTE_MS;

const fills = fc
  .array(
    fc.record({
      time: fc.integer({ min: START, max: END - 1 }),
      coin: fc.constantFrom('BTC', 'ETH', 'kPEPE'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 1, max: 10_000_000 }).map((ticks) => ticks / 100),
      size: fc.integer({ min: 1, max: 1_000_000 }).map((lots) => lots / 1e5),
    }),
    { maxLength: 60 },
  )
  .map((all): Fill[] => all.map((fill, i) => ({ ...fill, id: String(i) })));

/** Cuts of the connection, disjoint and ascending, as pairs of times. */
const cuts = fc
  .uniqueArray(fc.integer({ min: START + 1, max: END - 1 }), { maxLength: 6 })
  .map((times) => times.sort((a, b) => a - b))
  .map((times) => times.slice(0, times.length - (times.length % 2)))
  .map((times) => times.flatMap((time, i) => (i % 2 === 0 ? [[time, times[i + 1]!] as const] : [])));

/** Arrival of each fill after its time, ms: within the five seconds. */
const delays = fc.array(fc.nat({ max: 4_999 }), { minLength: 60, maxLength: 60 });

type Timed = readonly [time: number, event: FlowEvent];

/** A day at the socket: ticks every second, cuts, and fills when they arrive. */
function story(
  all: readonly Fill[],
  away: readonly (readonly [number, number])[],
  late: readonly number[],
): FlowEvent[] {
  const events: Timed[] = [[START, { type: 'connected', time: START }]];
  for (let time = START + 1000; time <= END + 5_000; time += 1000) events.push([time, { type: 'tick', time }]);
  for (const [from, to] of away) {
    events.push([from, { type: 'disconnected', time: from }], [to, { type: 'connected', time: to }]);
  }
  for (const [i, fill] of all.entries()) events.push([fill.time + late[i]!, { type: 'fill', fill }]);
  return events.sort(([a], [b]) => a - b).map(([, event]) => event);
}

function sealedBy(events: readonly FlowEvent[], flow = createTakerFlow()): SealedMinute[] {
  return events.flatMap((event) => flow.next(event).sealed);
}

const isCut = (time: number, away: readonly (readonly [number, number])[]): boolean =>
  away.some(([from, to]) => from < time + MINUTE_MS && to > time);

/** The definition: groups by minute and coin, and plain sums. */
function naive(all: readonly Fill[], away: readonly (readonly [number, number])[]): SealedMinute[] {
  return Array.from({ length: MINUTES }, (_, i) => {
    const time = START + i * MINUTE_MS;
    if (isCut(time, away)) return { time, partial: true, coins: [] };
    const here = all.filter((fill) => fill.time >= time && fill.time < time + MINUTE_MS);
    const coins = [...new Set(here.map(({ coin }) => coin))].sort().map((coin) => {
      const mine = here.filter((fill) => fill.coin === coin);
      const usd = (some: readonly Fill[]): number => some.reduce((sum, { price, size }) => sum + price * size, 0);
      return {
        coin,
        buy: usd(mine.filter(({ side }) => side === 'buy')),
        sell: usd(mine.filter(({ side }) => side === 'sell')),
        large: usd(mine.filter(({ price, size }) => price * size >= 25_000)),
        trades: mine.length,
        vwap: usd(mine) / mine.reduce((sum, { size }) => sum + size, 0),
        maxFill: Math.max(...mine.map(({ price, size }) => price * size)),
      };
    });
    return { time, partial: false, coins };
  });
}

/** Expects numbers to 12 digits, and everything else exactly. */
function near(minutes: readonly SealedMinute[]): unknown {
  const close = (value: number): unknown =>
    value === 0 ? 0 : expect.closeTo(value, 12 - Math.ceil(Math.log10(value)));
  return minutes.map((minute) => ({
    ...minute,
    coins: minute.coins.map(({ coin, trades, maxFill, ...sums }) => ({
      coin,
      trades,
      maxFill,
      ...Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, close(value)])),
    })),
  }));
}

const notional = (minutes: readonly SealedMinute[]): number =>
  minutes.reduce((sum, { coins }) => sum + coins.reduce((inner, { buy, sell }) => inner + buy + sell, 0), 0);

describe('the laws of the taker flow', () => {
  it('is its definition: minutes that no cut touched, and sums within 1e-12 of a plain loop [#348][#349]', () => {
    fc.assert(
      fc.property(fills, cuts, delays, (all, away, late) => {
        expect(sealedBy(story(all, away, late))).toEqual(near(naive(all, away)));
      }),
    );
  });

  it('sums to the fills in watched time, within rounding [#340]', () => {
    fc.assert(
      fc.property(fills, cuts, delays, (all, away, late) => {
        const minute = (time: number): number => time - (time % MINUTE_MS);
        const watched = all.filter(({ time }) => !isCut(minute(time), away));
        const sum = watched.reduce((before, { price, size }) => before + price * size, 0);
        expect(Math.abs(notional(sealedBy(story(all, away, late))) - sum)).toBeLessThanOrEqual(
          200 * Number.EPSILON * sum,
        );
      }),
    );
  });

  it('gives the same minutes, to the bit, in any order of arrival', () => {
    fc.assert(
      fc.property(fills, cuts, delays, delays, (all, away, late, later) => {
        expect(sealedBy(story(all, away, late))).toStrictEqual(sealedBy(story(all, away, later)));
      }),
    );
  });

  it('changes nothing but trades, largest fill and large notional when a fill comes in two, to the bit', () => {
    fc.assert(
      fc.property(fills, fc.nat(), fc.double({ min: 0.5, max: 0.99, noNaN: true }), (all, pick, share) => {
        fc.pre(all.length > 0);
        const whole = all[pick % all.length]!;
        // A part of at least half leaves a remainder without rounding.
        const size = whole.size * share;
        const parts = [
          { ...whole, size },
          { ...whole, size: whole.size - size, id: 'rest' },
        ];
        const none = all.map(() => 0);
        const split = sealedBy(story([...all.filter((fill) => fill !== whole), ...parts], [], [...none, 0]));
        const blur = (minutes: readonly SealedMinute[]) =>
          minutes.map(({ coins, ...minute }) => ({
            ...minute,
            coins: coins.map(({ trades: _, maxFill: __, large: ___, ...rest }) => rest),
          }));
        const before = sealedBy(story(all, [], none));
        expect(blur(split)).toStrictEqual(blur(before));
        const trades = (minutes: readonly SealedMinute[]): number =>
          minutes.reduce((sum, { coins }) => sum + coins.reduce((inner, coin) => inner + coin.trades, 0), 0);
        expect(trades(split)).toBe(trades(before) + 1);
      }),
    );
  });

  it('has a vwap within the prices that were paid', () => {
    fc.assert(
      fc.property(fills, delays, (all, late) => {
        for (const { time, coins } of sealedBy(story(all, [], late))) {
          for (const { coin, vwap } of coins) {
            const prices = all
              .filter((fill) => fill.coin === coin && fill.time >= time && fill.time < time + MINUTE_MS)
              .map(({ price }) => price);
            expect(vwap).toBeGreaterThanOrEqual(Math.min(...prices));
            expect(vwap).toBeLessThanOrEqual(Math.max(...prices));
          }
        }
      }),
    );
  });

  it('has a share of large fills of 1 when all are large, and never more', () => {
    const one = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 1e9, max: 2e9 }).map((ticks) => ticks / 100),
      size: fc.integer({ min: 1e5, max: 1e6 }).map((lots) => lots / 1e5),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 6, maxLength: 20 }), (some) => {
        const all = some.map((fill, i): Fill => ({ ...fill, id: String(i), coin: 'BTC', time: START + i }));
        const none = all.map(() => 0);
        const [row] = takerRows(sealedBy(story(all, [], none)), 'BTC', MINUTES);
        expect(row!.largeFillShare).toBeGreaterThan(1 - 1e-15);
        expect(row!.largeFillShare).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is not changed by duplicates, whenever they come, and counts each', () => {
    fc.assert(
      fc.property(fills, cuts, delays, delays, (all, away, late, again) => {
        const flow = createTakerFlow();
        const events = story([...all, ...all], away, [
          ...late.slice(0, all.length),
          ...again.map((d, i) => late[i]! + 7 * d),
        ]);
        // Events after the last tick are fed too; the clock stops there.
        expect(sealedBy(events, flow)).toStrictEqual(sealedBy(story(all, away, late)));
        const { duplicate, late: tooLate } = flow.dropped;
        expect(duplicate + tooLate).toBe(all.length);
      }),
    );
  });

  it('never seals a minute twice, and late fills change none', () => {
    fc.assert(
      fc.property(fills, cuts, delays, fc.nat({ max: 30_000 }), (all, away, late, lateness) => {
        const slow = all.map((_, i) => late[i]! + (i % 3 === 0 ? 65_000 + lateness : 0));
        const flow = createTakerFlow();
        const minutes = sealedBy(story(all, away, slow), flow);
        expect(minutes.map(({ time }) => time)).toEqual(
          Array.from({ length: MINUTES }, (_, i) => START + i * MINUTE_MS),
        );
        const onTime = all.filter((_, i) => i % 3 !== 0);
        expect(minutes).toStrictEqual(
          sealedBy(
            story(
              onTime,
              away,
              slow.filter((_, i) => i % 3 !== 0),
            ),
          ),
        );
        expect(flow.dropped.late).toBe(all.length - onTime.length);
      }),
    );
  });

  it('keeps nothing of a sealed minute, and two or three open ones at most', () => {
    fc.assert(
      fc.property(fills, cuts, delays, (all, away, late) => {
        const flow = createTakerFlow();
        for (const event of story(all, away, late)) {
          flow.next(event);
          const { open, sealed, watch } = flow.snapshot();
          expect(open.length).toBeLessThanOrEqual(3);
          for (const { time } of open) expect(time).toBeGreaterThan(sealed!);
          for (const [, to] of watch.past) expect(to).toBeGreaterThan(sealed! + MINUTE_MS);
        }
        expect(flow.snapshot().open).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('goes on from its state as if it had never stopped, wherever that was', () => {
    fc.assert(
      fc.property(fills, cuts, delays, fc.nat(), (all, away, late, stop) => {
        const events = story(all, away, late);
        const at = stop % events.length;
        const whole = createTakerFlow();
        const minutes = sealedBy(events, whole);
        const first = createTakerFlow();
        const before = sealedBy(events.slice(0, at), first);
        const stored = JSON.stringify(first.snapshot());
        const next = createTakerFlow(TAKER_FLOW_V1, JSON.parse(stored));
        expect(JSON.stringify(next.snapshot())).toBe(stored);
        expect([...before, ...sealedBy(events.slice(at), next)]).toStrictEqual(minutes);
        expect(next.snapshot()).toStrictEqual(whole.snapshot());
      }),
    );
  });

  it('is the same as a reducer', () => {
    fc.assert(
      fc.property(fills, cuts, delays, (all, away, late) => {
        // Every third tick: a step copies the state.
        const events = story(all, away, late).filter((event, i) => event.type !== 'tick' || i % 3 === 0);
        const { state, outputs } = fold(takerFlow(), events);
        const flow = createTakerFlow();
        expect(outputs.flatMap(({ sealed }) => sealed)).toStrictEqual(sealedBy(events, flow));
        expect(state).toStrictEqual(flow.snapshot());
      }),
      { numRuns: 30 },
    );
  });

  it('is the same in a batch of recorded trades', () => {
    fc.assert(
      fc.property(fills, delays, (all, late) => {
        const mine = all.filter(({ coin }) => coin === 'BTC').sort((a, b) => a.time - b.time);
        const columns = {
          time: Float64Array.from(mine, ({ time }) => time),
          isBuy: Uint8Array.from(mine, ({ side }) => (side === 'buy' ? 1 : 0)),
          price: Float64Array.from(mine, ({ price }) => price),
          size: Float64Array.from(mine, ({ size }) => size),
          id: mine.map(({ id }) => id),
        };
        const batch = takerMinutes('BTC', columns, { from: START, to: END });
        expect(batch).toStrictEqual(sealedBy(story(mine, [], late)));
      }),
    );
  });
});

describe('the batch', () => {
  const columns = (times: readonly number[], ids = times.map(String)) => ({
    time: Float64Array.from(times),
    isBuy: new Uint8Array(times.length),
    price: new Float64Array(times.length).fill(10),
    size: new Float64Array(times.length).fill(1),
    id: ids,
  });

  it('takes the first and the last minute for partial unless the span says more', () => {
    const trades = columns([START + 1, START + 2.5 * MINUTE_MS]);
    expect(takerMinutes('BTC', trades).map(({ partial }) => partial)).toEqual([true, false, true]);
    const span = { from: START, to: START + 3 * MINUTE_MS };
    expect(takerMinutes('BTC', trades, span).map(({ partial }) => partial)).toEqual([false, false, false]);
    expect(takerMinutes('BTC', columns([]))).toEqual([]);
  });

  it('leaves no minute of a long silence out', () => {
    expect(takerMinutes('BTC', columns([START, START + 5_000 * MINUTE_MS]))).toHaveLength(5_000);
  });

  it('refuses what the stream would drop', () => {
    const day = { from: START, to: END };
    expect(() => takerMinutes('BTC', columns([START + 2, START + 1]), day)).toThrow(
      /trade 1: "time" expected at least/,
    );
    expect(() => takerMinutes('BTC', columns([START, START], ['a', 'a']), day)).toThrow(/trade 1: .* "duplicate"/);
    expect(() => takerMinutes('BTC', columns([START]), { from: START + 1, to: END })).toThrow(
      /"from" and "to" expected/,
    );
  });
});
