/**
 * Minutes of venue time with every fault that touches trades, fed into the taker flow: exactly the minutes that were cut are
 * partial, and every other one has the trades of the simulator, each once. An hour: BAROGRAPH_FULL=1, which prints the map.
 */

import { MINUTE_MS } from '@barograph/core';
import {
  createTakerFlow,
  takerMinutes,
  type CoinMinute,
  type SealedMinute,
  type TakerFlow,
} from '@barograph/positioning';
import { createFlow, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Trades } from '../../src/market/trades.ts';
import { LIQUIDATOR } from '../../../venue/src/fill-payloads.ts';
import { venueConfig } from '../../../venue/src/universe.ts';
import { NOW } from '../../../venue/test/test-support.ts';
import { liveSource, type LiveSource } from './test-support.ts';
import { settled } from '../deadlines.ts';

vi.setConfig({ testTimeout: 600_000 });

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const COINS = 3;
const STEP_MS = 1000;
/** The consumer stays so far behind the clock: what is not known by then counts as cut. */
const BEHIND_MS = 6000;
const BEGAN = Math.ceil(NOW / MINUTE_MS) * MINUTE_MS;

type Order = Readonly<Record<string, unknown>> & { readonly kind: string; readonly at: number; readonly for?: number };

/** Moments in seconds after the beginning, durations in ms; away from the ends of minutes. */
const ROUND: readonly Order[] = [
  { kind: 'disconnect', at: 135 },
  { kind: 'duplicates', at: 185, for: 50_000 },
  // Of all perps it would be silence: a frame that waits for the next one comes 6 s after the one before.
  { kind: 'disorder', at: 245, for: 30_000, coin: 'ETH' },
  { kind: 'disorder', at: 250, for: 30_000, coin: 'SOL' },
  { kind: 'silence', at: 310, for: 15_000 },
  { kind: 'disconnect', at: 380, for: 70_000 },
  { kind: 'malformed', at: 560, for: 9000, request: 'trades' },
  { kind: 'duplicates', at: 610, for: 100_000 },
  { kind: 'disconnect', at: 620, for: 3000 },
  { kind: 'disorder', at: 680, for: 20_000, coin: 'ETH' },
  { kind: 'disorder', at: 685, for: 20_000, coin: 'SOL' },
];
const ROUND_S = 720;
const ROUNDS = FULL ? 5 : 1;
const PLAN = Array.from({ length: ROUNDS }, (_, i) =>
  ROUND.map((one) => ({ ...one, at: one.at + i * ROUND_S })),
).flat();
const MINUTES = (ROUNDS * ROUND_S) / 60 + 1;
/** Faults after which trades are missing; a cut lasts until both sockets are there again. */
const CUTS = new Set(['disconnect', 'silence', 'malformed']);

/** Feeds a pull in the order of learning, and returns what was sealed by `to`. */
function feed(flow: TakerFlow, trades: Trades, from: number, to: number): SealedMinute[] {
  const sealed: SealedMinute[] = [];
  const tell = (type: 'connected' | 'disconnected' | 'tick', time: number): void =>
    void sealed.push(...flow.next({ type, time }).sealed);
  const changes = [...trades.changes];
  if (trades.wasUp && flow.connectedSince === null) tell('connected', from);
  const until = (time: number): void => {
    while (changes[0] !== undefined && changes[0].time <= time) {
      const { isUp, time: at } = changes.shift()!;
      tell(isUp ? 'connected' : 'disconnected', at);
    }
    tell('tick', time);
  };
  trades.learned.forEach((learned, i) => {
    until(learned);
    flow.take({
      id: trades.id[i]!,
      coin: trades.symbols[trades.symbol[i]!]!,
      time: trades.time[i]!,
      side: trades.isBuy[i] === 1 ? 'buy' : 'sell',
      price: trades.price[i]!,
      size: trades.size[i]!,
    });
  });
  until(to);
  for (const { isUp, time } of changes) tell(isUp ? 'connected' : 'disconnected', time);
  return sealed;
}

let live: LiveSource | undefined;
afterEach(async () => {
  await live?.close();
  live = undefined;
});

const truth = createFlow(createMarket(venueConfig(SIMULATOR_V2.seed, COINS)));
/** The minute of a coin as the simulator has it. */
function minuteOf(coin: string, time: number): CoinMinute | undefined {
  const { length, id, ...columns } = truth.fills(coin, time - 1, time + MINUTE_MS - 1);
  if (length === 0) return undefined;
  const trades = { ...columns, isBuy: Uint8Array.from(columns.isBuy), id: Array.from(id, String) };
  return takerMinutes(coin, trades, { from: time, to: time + MINUTE_MS })[0]!.coins[0];
}

describe('a soak of trades', () => {
  it('has exactly the minutes partial that were cut, and in the others each trade once [#309]', async () => {
    live = await liveSource({ coins: COINS, from: BEGAN - 20_000 });
    const { clock, venue, source } = live;
    const flow = createTakerFlow();
    flow.next({ type: 'tick', time: clock.now() });
    const minutes: SealedMinute[] = [];
    const cut = new Set<number>();
    let from: number = clock.now();
    let rows = 0;
    for (let at = BEGAN - 19_000; at <= BEGAN + MINUTES * MINUTE_MS + BEHIND_MS + 6000; at += STEP_MS) {
      clock.moveTo(at);
      const second = (at - BEGAN) / 1000;
      for (const { at: when, ...order } of PLAN) {
        if (when === second) expect((await live.fault(order)).status).toBe(201);
      }
      await settled();
      const isFaulty = PLAN.some(({ kind, at: when, for: ms = 0 }) => CUTS.has(kind) && when <= second && second <= when + ms / 1000); // prettier-ignore
      if (isFaulty || venue.state().sockets < 2) cut.add(Math.floor(at / MINUTE_MS) * MINUTE_MS);
      const to = at - BEHIND_MS;
      if (to <= from) continue;
      const answer = await source.feeds.trades!.pull({ from, to });
      if (!answer.ok) throw new Error(answer.error.reason);
      expect([answer.value.asOf, answer.value.rows.since <= from]).toEqual([to, true]);
      rows += answer.value.rows.id.length;
      minutes.push(...feed(flow, answer.value.rows, from, to));
      from = to;
    }
    const watched = minutes.filter(({ time }) => time >= BEGAN);
    const map = watched.map(({ time, partial }) => (partial ? (cut.has(time) ? 'x' : '?') : cut.has(time) ? '!' : '#'));
    if (FULL) process.stdout.write(`trades ${rows}, minutes ${map.join('')}, ${JSON.stringify(flow.dropped)}\n`);
    expect(watched.map(({ time }) => time)).toEqual(watched.map((_, i) => BEGAN + i * MINUTE_MS));
    expect(watched.length).toBe(MINUTES);
    expect(map.join('')).toBe(map.map((mark) => (mark === 'x' || mark === '!' ? 'x' : '#')).join(''));
    expect(map.filter((mark) => mark === 'x').length).toBeGreaterThanOrEqual(6 * ROUNDS);
    expect(map.filter((mark) => mark === '#').length).toBeGreaterThanOrEqual(4 * ROUNDS);
    for (const { time, partial, coins } of watched) {
      const expected = ['BTC', 'ETH', 'SOL'].flatMap((coin) => minuteOf(coin, time) ?? []);
      expect([time, coins]).toEqual([time, partial ? [] : expected]);
    }
    // Duplicates came, and were known as such.
    expect(flow.dropped.duplicate).toBeGreaterThan(500);
    expect(flow.dropped.future).toBe(0);
    const reading = source.upstreams!().find((one) => one.source === 'perpdex_trades')!;
    expect(reading.badFrames).toBeGreaterThan(5);
    expect(reading.dropped['trades before']).toBeGreaterThan(0);
    expect(live.state('trades')).toMatchObject({ status: 'ok', reason: null });
  });
});

/** Forced closes of a span, oldest first. */
const closesOf = (from: number, to: number) =>
  ['BTC', 'ETH', 'SOL'].flatMap((coin) => truth.forcedCloses(coin, from, to)).toSorted((a, b) => a.time - b.time);
const WINDOW_MS = 90 * MINUTE_MS;
/** Some minutes before the span of a fortnight in which most positions were closed. */
function busyMoment(): number {
  const all = closesOf(NOW, NOW + 14 * 86_400_000).map(({ time }) => time);
  const countFrom = (start: number): number => all.filter((time) => time >= start && time < start + WINDOW_MS).length;
  const [first] = all.toSorted((a, b) => countFrom(b) - countFrom(a));
  return Math.floor(first! / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS + 20_000;
}

describe('forced closes of the loopback venue', () => {
  it('are those of the simulator from $250 on, each once, through refusals [#284]', async () => {
    live = await liveSource({ coins: COINS, liquidators: [LIQUIDATOR], from: busyMoment() });
    const { clock, source } = live;
    const began = clock.now();
    const seen: string[] = [];
    const at: number[] = [];
    let from = began - 1;
    const look = async (): Promise<void> => {
      const to = clock.now();
      const answer = await source.feeds.liquidations!.pull({ from, to });
      if (!answer.ok) throw new Error(answer.error.reason);
      for (const { symbol, time, side, price, size } of answer.value.rows.liquidations) {
        seen.push(`${time} ${symbol} ${side} ${price} ${size}`);
        at.push(time);
      }
      from = to;
    };
    for (let step = 0; step < WINDOW_MS / (5 * MINUTE_MS); step++) {
      if (step === 2) await live.fault({ kind: '429', request: 'userFillsByTime', for: 600_000, retryAfter: 60 });
      if (step === 8) await live.fault({ kind: 'malformed', request: 'userFillsByTime', for: 120_000 });
      await live.advance(5 * MINUTE_MS, 60_000);
      await look();
    }
    await live.advance(2 * MINUTE_MS, 15_000);
    await look();
    const expected = closesOf(began - 610_000, Math.max(...at))
      .filter(({ notional }) => notional >= 250)
      .map(({ time, symbol, side, price, size }) => `${time} ${symbol} ${side} ${price} ${size}`);
    expect(expected.length).toBeGreaterThan(3);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(expected.toSorted());
  });
});
