/**
 * Minutes of venue time with every fault on the paths of the large exchange: no closed bar lost or doubled, no forced close
 * doubled, and none missing from a span that the feed calls whole. Thirty minutes: BAROGRAPH_FULL=1.
 */

import { HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createCexaSource } from '../../src/cexa/source.ts';
import type { Liquidation } from '../../src/market/liquidations.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';
import { FAULT_KINDS } from '../../../venue/src/fault-order.ts';
import { exchangeConfig } from '../../../venue/src/universe.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { NOW, testVenue } from '../../../venue/test/test-support.ts';
import { settled } from '../deadlines.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
vi.setConfig({ testTimeout: 600_000 });
const COINS = 8;
const STEP_MS = 1000;
const MINUTES = FULL ? 30 : 7;
/** The venue sends a second's largest order with its next update, every 3 s. */
const LATE_MS = 7000;

/** Moments in seconds after the beginning, durations in ms. */
const PLAN: readonly (Readonly<Record<string, unknown>> & { readonly at: number })[] = [
  { kind: 'duplicates', at: 30, for: 40_000 },
  { kind: 'disorder', at: 50, for: 40_000 },
  { kind: 'disconnect', at: 110, for: 3000 },
  { kind: 'malformed', at: 130, for: 20_000, request: 'forceOrder' },
  { kind: 'silence', at: 160, for: 40_000 },
  { kind: 'silence', at: 230, for: 80_000 },
  { kind: 'truncated', at: 250, for: 5000, request: 'klines' },
  { kind: 'malformed', at: 262, for: 5000, request: 'klines' },
  { kind: 'slow', at: 274, for: 5000, delay: 20, request: 'klines' },
  { kind: 'clock_jump', at: 285, for: 15_000, by: 4000 },
  { kind: 'listing', at: 305, coin: 'NEWCOIN' },
  { kind: 'delisting', at: 315, coin: 'SOL' },
  { kind: '429', at: 325, for: 5000, retryAfter: 10, request: 'klines' },
  { kind: 'html_403', at: 345, for: 3000, request: 'ticker/24hr' },
  { kind: 'quiet', at: 350, for: 3000 },
  { kind: 'missing', at: 356, for: 4000, request: 'klines' },
  { kind: 'renamed', at: 362, for: 4000, request: 'klines' },
  { kind: 'added', at: 368, for: 4000, request: 'klines' },
  { kind: '451', at: 374, for: 4000, request: 'klines' },
  ...(FULL
    ? [
        { kind: 'disconnect', at: 600 },
        { kind: 'clock_jump', at: 700, for: 60_000, by: -20_000 },
        { kind: 'silence', at: 900, for: 150_000 },
        { kind: 'duplicates', at: 1100, for: 120_000 },
        { kind: 'disorder', at: 1150, for: 120_000 },
        { kind: 'disconnect', at: 1300, for: 45_000 },
        { kind: '429', at: 1400, for: 60_000 },
      ]
    : []),
];

const minutesOf = ({ time, close }: Candles): readonly (readonly [time: number, close: number])[] =>
  Array.from(time, (at, i) => [at, close[i]!]);
const secondOf = ({ symbol, time }: Liquidation): string => `${symbol} ${Math.floor(time / 1000)}`;

it('a soak of the large exchange loses and doubles nothing that it does not name', async () => {
  const truth = createSimulatedSource(exchangeConfig(SIMULATOR_V2.seed, COINS)).feeds;
  const closesOf = async (from: number, to: number): Promise<readonly Liquidation[]> => {
    const pulled = await truth.forcedCloses!.pull({ venue: 'cexa', from, to });
    return pulled.ok ? pulled.value.rows.liquidations : [];
  };
  // Hours with many forced closes.
  let busy = Math.ceil(NOW / HOUR_MS) * HOUR_MS;
  const most = FULL ? 20 : 6;
  for (let tried = 0; tried < 400 && (await closesOf(busy, busy + MINUTES * MINUTE_MS)).length < most; tried++)
    busy += HOUR_MS;
  const began = busy;

  const served = await testVenue({ coins: COINS }, began - 20_000);
  const { venue, clock, url } = served;
  const base = url.replace('/perpdex', '/cexa');
  const source = createCexaSource({
    url: base,
    futuresUrl: base,
    wsUrl: base.replace('http', 'ws'),
    clock,
    steady: clock,
    log: QUIET,
  });
  const { bars, forcedCloses } = source.feeds;
  const wrong: unknown[] = [];
  const brought = new Set<number>();
  const got = new Map<string, Liquidation>();
  let whole = 0;
  let cut = 0;

  /** Asks for minutes; they equal the truth, without a hole, up to the last that the venue's own clock has closed. */
  const lookAtBars = async (count: number, wait: number): Promise<void> => {
    const asOf = clock.now();
    const asked = venue.state().now;
    const query = { symbol: 'BTC', venue: 'cexa_spot', interval: '1m', window: { kind: 'last', count }, asOf } as const;
    const answer = await Promise.race([bars!.pull(query), setTimeout(wait).then(() => undefined)]);
    if (answer === undefined || !answer.ok) return;
    // A clock that was set back has not closed the newest minutes of ours. The venue answered at some moment between these two.
    const reached = Math.min(asked, venue.state().now);
    const known = await truth.bars!.pull(query);
    const { closed } = answer.value.rows;
    const all = known.ok ? minutesOf(known.value.rows.closed) : [];
    const due = all.filter(([time]) => time + MINUTE_MS <= reached).length;
    const rows = minutesOf(closed);
    if (rows.length < due || JSON.stringify(rows) !== JSON.stringify(all.slice(0, rows.length))) {
      wrong.push(['bars', (asOf - began) / 1000, rows, all]);
    }
    for (const time of closed.time) brought.add(time);
  };
  let asked = began - 20_000;
  /** Asks for what is new; every answer is of its range, and one that is called whole lacks nothing. */
  const lookAtForced = async (): Promise<void> => {
    const [from, to] = [asked, clock.now()];
    const answer = await forcedCloses!.pull({ venue: 'cexa', from, to });
    if (!answer.ok) return void wrong.push(['forced', answer.error]);
    asked = to;
    const { liquidations, since, isUp } = answer.value.rows;
    for (const close of liquidations) {
      if (got.has(close.id)) wrong.push(['twice', close.id]);
      got.set(close.id, close);
    }
    if (isUp && since <= from) whole++;
    else cut++;
    // What happened in a span that was up from well before to well after it has come.
    if (!isUp) return;
    const first = Math.max(since, began) + LATE_MS;
    const lasting = await closesOf(first, Math.max(first, answer.value.asOf - LATE_MS));
    const seconds = new Set([...got.values()].map(secondOf));
    for (const close of lasting) {
      if (!seconds.has(secondOf(close))) wrong.push(['missing', close, since]);
    }
  };

  await source.start();
  try {
    for (let at = began - 19_000; at <= began + MINUTES * MINUTE_MS + 10_000; at += STEP_MS) {
      clock.moveTo(at);
      const second = (at - began) / 1000;
      for (const { at: when, ...order } of PLAN) {
        if (when === second) expect((await served.fault(order)).status).toBe(201);
      }
      await settled();
      if (second % 5 === 0) await lookAtForced();
      if (second % 6 === 0 && second > 60) {
        void lookAtBars(3, 300);
        await settled();
      }
    }
    await lookAtBars(MINUTES, 5000);
    expect(wrong).toEqual([]);
    for (let i = 0; i < MINUTES; i++) expect(brought.has(began + i * MINUTE_MS), `minute ${i}`).toBe(true);
    const known = await closesOf(began - 20_000, clock.now());
    const ids = new Map(known.map((close) => [`${close.symbol} ${close.time}`, close]));
    for (const close of got.values()) {
      // The real venue writes the time of an order as it is, so a jump of its clock changes nothing here.
      expect(ids.get(`${close.symbol} ${close.time}`), close.id).toMatchObject({
        side: close.side,
        price: close.price,
        size: close.size,
      });
    }
    expect(got.size).toBeGreaterThan(0);
    expect([whole > cut, cut > 5]).toEqual([true, true]);
    expect(new Set(venue.state().faults.map(({ kind }) => kind))).toEqual(new Set(Object.keys(FAULT_KINDS)));
    const parts = (await (await fetch(`${base}/weight`)).json()) as Record<
      string,
      { mostInMinute: number; refused: number }[]
    >;
    const limits = { spot: 6000, futures: 2400, funding: 500, data: 1000 };
    for (const [part, limit] of Object.entries(limits)) {
      const [spent] = parts[part]!;
      expect([part, (spent?.mostInMinute ?? 0) <= limit, spent?.refused ?? 0]).toEqual([part, true, 0]);
    }
    if (FULL) process.stdout.write(`${got.size} of ${known.length} forced closes; looks: ${whole} whole, ${cut} cut\n`);
  } finally {
    await source.close();
    await venue.close();
  }
});
