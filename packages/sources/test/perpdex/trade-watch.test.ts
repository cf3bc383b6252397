/** Watch and memory of trades, moment by moment. */

import { MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionChange } from '../../src/market/trades.ts';
import { createChangeMemory } from '../../src/perpdex/change-memory.ts';
import { PERPDEX_FILLS_V1 } from '../../src/perpdex/fills-config.ts';
import { createLearnedOrder } from '../../src/perpdex/learned.ts';
import { createTradeMemory } from '../../src/perpdex/trade-memory.ts';
import type { TradeRow } from '../../src/perpdex/trade-rows.ts';
import { createTradeWatch, type TradeWatch } from '../../src/perpdex/trade-watch.ts';

const { delayMs, slackMs, confirmMs, quietMs } = PERPDEX_FILLS_V1;
const T = Date.UTC(2024, 8, 9);

/** A watch of some perps whose changes are collected, `[up, time − T, learned − T]`. */
function watchOf(coins: readonly string[] = ['BTC', 'kPEPE'], venueTime = (local: number): number => local) {
  const changes: (readonly [boolean, number, number])[] = [];
  const onChange = ({ isUp, time }: ConnectionChange, at: number) => void changes.push([isUp, time - T, at - T]);
  const watch = createTradeWatch({ config: PERPDEX_FILLS_V1, venueTime, onChange });
  for (const coin of coins) watch.follow(coin, T - MINUTE_MS, T);
  return { watch, changes };
}
/** Trades every second after `from`, up to `to`. */
function trading(watch: TradeWatch, from: number, to: number): void {
  for (let at = from + 1000; at < to; at += 1000) watch.heard(true, at);
  watch.heard(true, to);
}
/** The same after every subscription was confirmed, at 100. */
function upWatch(venueTime?: (local: number) => number) {
  const made = watchOf(undefined, venueTime);
  made.watch.opened(T);
  made.watch.served('BTC', T + 50);
  made.watch.served('kPEPE', T + 100);
  return made;
}

describe('a watch of trades', () => {
  it('begins when the last subscription is served, with room for the clocks', () => {
    const { watch, changes } = watchOf();
    expect([watch.isUp(), watch.reason()]).toEqual([false, 'no connection']);
    watch.opened(T);
    watch.served('BTC', T + 50);
    watch.heard(true, T + 60);
    expect([changes, watch.reason()]).toEqual([[], '1 of 2 subscriptions are not confirmed']);
    watch.served('BTC', T + 70);
    watch.served('kPEPE', T + 100);
    watch.served('kPEPE', T + 110);
    expect(changes).toEqual([[true, 100 + slackMs, 100]]);
    expect([watch.isUp(), watch.known(), watch.reason()]).toEqual([true, T + 100, undefined]);
  });

  it('ends with the last sign of the connection, and needs every confirmation again', () => {
    const { watch, changes } = upWatch();
    watch.heard(true, T + 200);
    watch.heard(false, T + 250);
    expect(watch.known()).toBe(T + 200);
    watch.broken('closed', T + 900);
    watch.broken('refused', T + 2000);
    expect(changes.slice(1)).toEqual([[false, 250 - delayMs, 900]]);
    watch.opened(T + 5000);
    watch.served('BTC', T + 5100);
    expect(changes).toHaveLength(2);
    watch.served('kPEPE', T + 5200);
    expect(changes.at(-1)).toEqual([true, 5200 + slackMs, 5200]);
  });

  it('ends with the last data where pongs came and nothing else', () => {
    const { watch, changes } = upWatch();
    watch.heard(true, T + 200);
    watch.heard(false, T + 50_000);
    watch.broken('silence', T + 60_200);
    expect(changes.slice(1)).toEqual([[false, 200 - delayMs, 50_000]]);
  });

  it('is cut from the last trade before a silence, as soon as anything comes', () => {
    const { watch, changes } = upWatch();
    trading(watch, T, T + 30_000);
    watch.heard(true, T + 30_000 + quietMs);
    expect(changes).toHaveLength(1);
    // A trade ends it: nobody asked in between.
    watch.heard(true, T + 50_000);
    expect(changes.slice(1)).toEqual([
      [false, 30_000 + quietMs - delayMs, 50_000],
      [true, 50_000 + slackMs, 50_000],
    ]);
    // A pong says it before, and proves nothing; a break after it does not reach further.
    watch.heard(false, T + 50_000 + quietMs);
    expect(watch.isUp()).toBe(true);
    watch.heard(false, T + 56_000);
    expect([watch.isUp(), watch.reason()]).toEqual([false, 'no trades']);
    watch.broken('closed', T + 57_000);
    expect(changes.slice(3)).toEqual([[false, 50_000 - delayMs, 56_000]]);
  });

  it('is cut from the last trade where a break or a bad frame ends a silence', () => {
    for (const ended of ['broken', 'lost'] as const) {
      const { watch, changes } = upWatch();
      watch.heard(true, T + 1000);
      watch.heard(false, T + 1000 + quietMs);
      if (ended === 'broken') watch.broken('closed', T + 7000);
      else watch.lost(T + 7000);
      expect(changes[1]).toEqual([false, 1000 - delayMs, 7000]);
    }
  });

  it('is cut from the frame before one that could not be read', () => {
    const { watch, changes } = upWatch();
    trading(watch, T, T + 7000);
    watch.lost(T + 9000);
    expect(changes.slice(1)).toEqual([
      [false, 7000 - delayMs, 9000],
      [true, 9000 + slackMs, 9000],
    ]);
  });

  it('is cut by a further perp from when it may have traded, until it is served', () => {
    const { watch, changes } = upWatch();
    trading(watch, T, T + 70_000);
    watch.follow('NEW', T + 10_000, T + 70_000);
    watch.heard(true, T + 70_500);
    expect(watch.isUp()).toBe(false);
    watch.served('NEW', T + 71_000);
    expect(changes.slice(1)).toEqual([
      [false, 10_000 - delayMs, 70_000],
      [true, 71_000 + slackMs, 71_000],
    ]);
    watch.unfollow('NEW', T + 80_000);
    expect([watch.isUp(), changes.length]).toEqual([true, 3]);
  });

  it('does not wait for ever for one perp, and names it', () => {
    const { watch, changes } = watchOf();
    watch.opened(T);
    watch.served('BTC', T + 50);
    watch.heard(true, T + confirmMs - 1);
    expect(changes).toEqual([]);
    watch.heard(true, T + confirmMs);
    expect([changes, watch.unserved()]).toEqual([[[true, confirmMs + slackMs, confirmMs]], ['kPEPE']]);
    watch.served('kPEPE', T + 50_000);
    expect(changes.slice(1)).toEqual([
      [false, confirmMs - delayMs, 50_000],
      [true, 50_000 + slackMs, 50_000],
    ]);
    expect(watch.unserved()).toEqual([]);
  });

  it('never begins where nothing is confirmed', () => {
    const { watch, changes } = watchOf();
    watch.opened(T);
    watch.heard(false, T + 2 * confirmMs);
    expect([changes, watch.reason()]).toEqual([[], 'no subscription was confirmed']);
  });

  it('goes by either clock, and not at all where they are far apart', () => {
    let ahead = 2000;
    const { watch, changes } = upWatch((local) => local - ahead);
    watch.heard(true, T + 200);
    watch.broken('closed', T + 300);
    expect(changes).toEqual([
      [true, 100 + slackMs, 100],
      [false, 200 - 2000 - delayMs, 300],
    ]);
    ahead = -2500;
    watch.opened(T + 1000);
    watch.served('BTC', T + 1000);
    watch.served('kPEPE', T + 1000);
    expect(changes.at(-1)).toEqual([true, 1000 + 2500 + slackMs, 1000]);
    trading(watch, T + 1000, T + 99_000);
    ahead = 3001;
    watch.heard(true, T + 100_000);
    expect([watch.isUp(), watch.reason()]).toEqual([false, 'the clocks are too far apart']);
    expect(changes.at(-1)).toEqual([false, 100_000 - MINUTE_MS - 3001 - delayMs, 100_000]);
    ahead = 0;
    watch.heard(true, T + 101_000);
    expect(watch.isUp()).toBe(true);
  });
});

const trade = (id: number, coin = 'BTC'): TradeRow => ({ coin, time: T + id, isBuy: id % 2 === 0, price: 1 + id, size: 2 * id, id }); // prettier-ignore

describe('a memory of trades', () => {
  it('gives each row once to questions that join, whatever the clock and the questions do', () => {
    const steps = fc.array(
      fc.record({ ms: fc.constantFrom(0, 0, 0, 1, 5, 1000), rows: fc.nat({ max: 3 }), asks: fc.boolean(), over: fc.constantFrom(0, 0, 50) }), // prettier-ignore
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const order = createLearnedOrder();
        const memory = createTradeMemory(PERPDEX_FILLS_V1, T);
        let now = T;
        let from = T - 1;
        let id = 0;
        const got: string[] = [];
        const ask = (over: number): void => {
          const to = now + over;
          got.push(...memory.rows({ from, to: order.covered(to, now) }).id);
          from = Math.min(to, now);
        };
        for (const { ms, rows, asks, over } of all) {
          now += ms;
          for (let i = 0; i < rows; i++) memory.add(trade(++id), order.stamp(now));
          if (asks) ask(over);
        }
        now += 10;
        ask(0);
        expect(got).toEqual(Array.from({ length: id }, (_, i) => String(i + 1)));
      }),
    );
  });

  it('keeps every column through its growth', () => {
    const memory = createTradeMemory(PERPDEX_FILLS_V1, T);
    for (let i = 1; i <= 20_000; i++) memory.add(trade(i, i % 3 === 0 ? 'kPEPE' : 'BTC'), T + i);
    const rows = memory.rows({ from: T + 5000, to: T + 15_000 });
    expect([rows.id.length, rows.symbols, rows.since]).toEqual([10_000, ['BTC', 'kPEPE'], T]);
    for (const i of [0, 4999, 9999]) {
      const id = 5001 + i;
      expect([rows.learned, rows.time, rows.price, rows.size, rows.isBuy].map((column) => column[i])).toEqual([T + id, T + id, 1 + id, 2 * id, id % 2 === 0 ? 1 : 0]); // prettier-ignore
      expect([rows.symbols[rows.symbol[i]!], rows.id[i]]).toEqual([id % 3 === 0 ? 'kPEPE' : 'BTC', String(id)]);
    }
  });

  it('is bounded in number and in time, and says from when on it is whole', () => {
    const config = { ...PERPDEX_FILLS_V1, kept: 64, keptMs: 1000 };
    const memory = createTradeMemory(config, T);
    for (let i = 1; i <= 100; i++) memory.add(trade(i), T + i);
    expect(memory.size()).toBe(64);
    const rows = memory.rows({ from: T, to: T + 100 });
    expect([rows.id.length, rows.id[0], rows.since]).toEqual([64, '37', T + 36]);
    memory.add(trade(200), T + 1050);
    expect(memory.size()).toBe(51);
    expect(memory.rows({ from: T, to: T + 2000 })).toMatchObject({ since: T + 50, id: { length: 51 } });
  });

  it('does not grow at 2,000 trades a second [#308]', () => {
    const memory = createTradeMemory(PERPDEX_FILLS_V1, T);
    const second = (from: number, seconds: number): void => {
      for (let i = 0; i < 2000 * seconds; i++) memory.add(trade(1 + (i % 1e6)), from + Math.floor(i / 2));
    };
    second(T, 300);
    const [size, before] = [memory.size(), process.memoryUsage().arrayBuffers];
    second(T + 300_000, 600);
    expect([size, memory.size()]).toEqual([PERPDEX_FILLS_V1.kept, PERPDEX_FILLS_V1.kept]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
    const { id, since } = memory.rows({ from: T + 899_000, to: T + 900_000 });
    expect([id.length, since]).toEqual([1998, T + 900_000 - 1 - PERPDEX_FILLS_V1.kept / 2]);
  });
});

describe('a memory of changes', () => {
  const change = (time: number, isUp: boolean): ConnectionChange => ({ time, isUp });
  it('says what changed within a range, and what was before it', () => {
    const memory = createChangeMemory(PERPDEX_FILLS_V1, T);
    memory.add(change(T + 10, true), T + 10);
    memory.add(change(T + 20, false), T + 40);
    expect(memory.within({ from: T, to: T + 5 })).toEqual({ changes: [], wasUp: false, since: T });
    expect(memory.within({ from: T, to: T + 39 }).changes).toEqual([change(T + 10, true)]);
    // By when it was learned, not by when it was.
    expect(memory.within({ from: T + 30, to: T + 50 })).toEqual({ changes: [change(T + 20, false)], wasUp: true, since: T }); // prettier-ignore
    expect(memory.within({ from: T + 40, to: T + 50 })).toEqual({ changes: [], wasUp: false, since: T });
    expect(memory.within({ from: T - 1, to: T + 50 }).wasUp).toBe(false);
  });

  it('is bounded, and does not know what was before', () => {
    const config = { ...PERPDEX_FILLS_V1, keptMs: 1000, keptChanges: 4 };
    const memory = createChangeMemory(config, T);
    for (let i = 1; i <= 9; i++) memory.add(change(T + i, i % 2 === 1), T + i);
    const all = memory.within({ from: T, to: T + 100 });
    expect([all.changes.length, all.since, all.wasUp]).toEqual([4, T + 5, false]);
    expect(memory.within({ from: T + 5, to: T + 100 }).wasUp).toBe(true);
    memory.add(change(T + 5000, false), T + 5000);
    expect(memory.within({ from: T + 9, to: T + 6000 })).toEqual({ changes: [change(T + 5000, false)], wasUp: true, since: T + 9 }); // prettier-ignore
  });
});
