/** The large exchange of the loopback venue: a host that reads it gets what the simulator has, to the digits of the protocol. */

import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createLog } from '../../store/src/log.ts';
import { createCexaSource } from '../../sources/src/cexa/source.ts';
import type { Feed } from '../../sources/src/market/feed.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import type { Source } from '../../sources/src/market/source.ts';
import { exchangeConfig } from '../src/universe.ts';
import { openVenue } from '../src/venue.ts';
import { settled } from '../../sources/test/deadlines.ts';

/** In the midst of an hour and of a minute, so that bars of every interval are open. */
const NOW = SIMULATOR_V2.start + 120 * DAY_MS + 7 * HOUR_MS + 620_000;
const COINS = 6;
const clock = createManualClock(NOW);
const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: COINS, weightClock: 'venue' });
const truth = createSimulatedSource(exchangeConfig(SIMULATOR_V2.seed, COINS)).feeds;
let base = '';
let source: Source;
beforeAll(async () => {
  base = new URL(await venue.listen('127.0.0.1', 0)).origin;
  const url = `${base}/cexa`;
  const wsUrl = url.replace('http', 'ws');
  source = createCexaSource({ url, futuresUrl: url, wsUrl, clock, log: createLog('silent') });
  await source.start();
});
afterAll(async () => {
  await source.close();
  await venue.close();
});

/** Rows of a feed, which must come. */
async function rows<Query, Rows>(feed: Feed<Query, Rows> | undefined, query: Query): Promise<Rows> {
  const answer = await feed!.pull(query);
  return answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
}
const feeds = () => source.feeds;

describe('the large exchange of the loopback venue', () => {
  it('has the tickers and the terms of every pair', async () => {
    const [tickers, known] = [
      await rows(feeds().spotTickers, { asOf: NOW }),
      await rows(truth.spotTickers, { asOf: NOW }),
    ];
    expect(tickers).toEqual(known);
    expect(tickers.tickers.length).toBeGreaterThan(10);
    expect(await rows(feeds().spotPairs, { asOf: NOW })).toEqual(await rows(truth.spotPairs, { asOf: NOW }));
  });

  it.each(['1m', '5m', '1h', '4h', '1d', '1w'] as const)('has bars of %s with what takers bought', async (interval) => {
    const query = { symbol: 'BTCUSDT', interval, window: { kind: 'last', count: 40 }, asOf: NOW } as const;
    const [bars, known] = [await rows(feeds().pairBars, query), await rows(truth.pairBars, query)];
    expect(bars.closed.length).toBeGreaterThan(10);
    const cut = known.closed.length - bars.closed.length;
    expect(Array.from(bars.closed.time)).toEqual(Array.from(known.closed.time).slice(cut));
    expect(Array.from(bars.closed.close)).toEqual(Array.from(known.closed.close).slice(cut));
    expect(Array.from(bars.takerBuy)).toEqual(Array.from(known.takerBuy).slice(cut));
    expect(Array.from(bars.quoteVolume)).toEqual(Array.from(known.quoteVolume).slice(cut));
    expect(Array.from(bars.trades)).toEqual(Array.from(known.trades).slice(cut));
    if (interval !== '1m') expect(bars.forming).toEqual(known.forming);
  });

  it('has all perps, with their intervals', async () => {
    const query = { venue: 'cexa', asOf: NOW } as const;
    const { perps } = await rows(feeds().venuePerps, query);
    const known = await rows(truth.venuePerps, query);
    expect(perps).toEqual(known.perps.map((perp) => ({ ...perp, openInterest: NaN })));
    expect(perps.map(({ coin }) => coin)).toContain('BTC');
  });

  it('has settlements with the time between them', async () => {
    const query = { venue: 'cexa', symbol: 'ETHUSDT', from: NOW - 40 * DAY_MS, to: NOW } as const;
    const [got, known] = [await rows(feeds().settlements, query), await rows(truth.settlements, query)];
    expect(got).toEqual(known);
    expect(got.time.length).toBe(120);
    expect(new Set(got.intervalHours)).toEqual(new Set([8]));
  });

  it('has open interest now and by step, no older than it keeps', async () => {
    const of = { venue: 'cexa', symbol: 'BTCUSDT', from: 0, to: NOW } as const;
    const days = await rows(feeds().venueOpenInterest, { ...of, step: '1d' });
    const known = await rows(truth.venueOpenInterest, { ...of, from: NOW - 30 * DAY_MS + DAY_MS, step: '1d' });
    expect(days).toEqual(known);
    expect(days.time.length).toBe(29);
    const now = await rows(feeds().venueOpenInterest, { ...of, step: 'now' });
    const samples = await rows(truth.venueOpenInterest, { ...of, step: 'now' });
    expect(now.contracts).toEqual(samples.contracts);
    const [btc] = (await rows(truth.venuePerps, { venue: 'cexa', asOf: NOW })).perps;
    expect(now.notional[0]).toBeCloseTo(now.contracts[0]! * btc!.mark, 4);
  });

  it('has samples of five minutes over pages', async () => {
    const query = { venue: 'cexa', symbol: 'BTCUSDT', from: NOW - 3 * DAY_MS, to: NOW, step: '5m' } as const;
    const [got, known] = [await rows(feeds().longShort, query), await rows(truth.longShort, query)];
    expect(got.time).toEqual(known.time);
    expect(got.time.length).toBe(864);
    got.long.forEach((share, i) => expect(share).toBeCloseTo(known.long[i]!, 4));
    const newest = await rows(feeds().longShort, { ...query, step: 'now' });
    expect([newest.time, newest.long]).toEqual([got.time.slice(-1), got.long.slice(-1)]);
  });

  it('refuses what the venue refuses, in its words', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${base}/cexa${path}`);
      return [response.status, ((await response.json()) as { code: number }).code];
    };
    expect(await ask('/api/v3/klines?symbol=NOUSDT&interval=1h')).toEqual([400, -1121]);
    expect(await ask('/api/v3/klines?symbol=BTCUSDT&interval=7h')).toEqual([400, -1120]);
    expect(await ask('/api/v3/klines?symbol=BTCUSDT&interval=1h&startTime=x')).toEqual([400, -1100]);
    expect(await ask('/fapi/v1/fundingRate?symbol=NOUSDT')).toEqual([400, -1121]);
    const old = NOW - 31 * DAY_MS;
    expect(await ask(`/futures/data/openInterestHist?symbol=BTCUSDT&period=1d&startTime=${old}`)).toEqual([400, -1130]);
    for (const venueName of ['dexb', 'cexb'] as const) {
      expect(await feeds().venuePerps!.pull({ venue: venueName, asOf: NOW })).toMatchObject({
        ok: false,
        error: { code: 'unavailable' },
      });
    }
    expect(await feeds().settlements!.pull({ venue: 'cexa', symbol: 'NOUSDT', from: 0, to: NOW })).toMatchObject({
      ok: false,
      error: { code: 'unknown_symbol', reason: 'cexa has no perp NOUSDT' },
    });
  });

  it('lists the pairs that trade for 100,000 dollars a day, by their base, and has their bars [#579]', async () => {
    const bars = feeds().bars!;
    const listings = await bars.listings(NOW);
    const symbols = listings.map(({ symbol }) => symbol);
    expect(symbols).toEqual(symbols.toSorted());
    expect(symbols).toEqual(expect.arrayContaining(['BTC', 'PEPE', 'TRX', 'USDC']));
    // Its 24 hours never reach the threshold.
    expect(symbols).not.toContain('DUSK');
    for (const { venue: on, dayNotional } of listings)
      expect([on, dayNotional! >= 100_000]).toEqual(['cexa_spot', true]);
    const window = { kind: 'range', from: 0, to: NOW } as const;
    const query = { symbol: 'TRX', venue: 'cexa_spot', interval: '1h', window, asOf: NOW } as const;
    const hours = await rows(bars, query);
    expect(hours.closed).toEqual((await rows(truth.bars, query)).closed);
    expect(hours.closed.length).toBe(120 * 24 + 7);
    expect(hours.forming).toBeDefined();
    expect(await bars.pull({ ...query, venue: 'perpdex_perp' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_symbol' },
    });
  });

  it('counts weights by part, and says so in the headers', async () => {
    const response = await fetch(`${base}/cexa/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1`);
    await response.text();
    const used = Number(response.headers.get('x-mbx-used-weight-1m'));
    const weights = (await (await fetch(`${base}/cexa/weight`)).json()) as Record<string, { lastMinute: number }[]>;
    expect(used).toBe(weights['spot']![0]!.lastMinute);
    expect(used).toBeGreaterThan(100);
    expect(Object.keys(weights)).toEqual(['spot', 'futures', 'funding', 'data']);
  });

  it('is away and comes back with the faults of the venue', async () => {
    const query = { symbol: 'ETHUSDT', interval: '1h', window: { kind: 'last', count: 3 }, asOf: NOW } as const;
    const made = await fetch(`${base}/faults`, {
      method: 'POST',
      body: JSON.stringify({ kind: 'truncated', request: 'klines' }),
    });
    expect(made.status).toBe(201);
    expect(await feeds().pairBars!.pull(query)).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    await fetch(`${base}/faults`, { method: 'DELETE' });
    expect((await feeds().pairBars!.pull(query)).ok).toBe(true);
  });
});

describe('streams of the large exchange', () => {
  /** Frames of a stream over some minutes of the venue. */
  async function framesOf(path: string, minutes: number) {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/cexa${path}`);
    const frames: { stream?: string; result?: null }[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as (typeof frames)[0]));
    await once(socket, 'open');
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['!forceOrder@arr', 'btcusdt@markPrice'], id: 1 }));
    const began: number = clock.now();
    for (let at = began; at <= began + minutes * MINUTE_MS; at += 3000) {
      clock.moveTo(epochMs(at));
      await settled();
    }
    socket.terminate();
    return frames;
  }

  it('below /market tick, and bring each forced close; on the old path a subscription is accepted and nothing follows', async () => {
    expect(await framesOf('/stream', 1)).toEqual([{ result: null, id: 1 }]);
    const frames = await framesOf('/market/stream', 3);
    expect(frames[0]).toEqual({ result: null, id: 1 });
    expect(frames.filter(({ stream }) => stream === 'btcusdt@markPrice').length).toBeGreaterThan(30);
  });

  it('fill the feed of forced closes with those of the simulator, at most one of a perp and second', async () => {
    const forced = feeds().forcedCloses!;
    const state = () => source.state(clock.now()).find(({ feed }) => feed === 'forcedCloses')!;
    /** Forced closes of an hour. */
    const closesOf = async (from: number) =>
      (await rows(truth.forcedCloses, { venue: 'cexa', from, to: from + HOUR_MS })).liquidations;
    let busy: number = clock.now();
    while ((await closesOf(busy)).length < 3) busy += HOUR_MS;
    const from = (await closesOf(busy))[0]!.time - MINUTE_MS;
    clock.moveTo(epochMs(from));
    for (let at = from; at <= from + 8 * MINUTE_MS; at += 3000) {
      clock.moveTo(epochMs(at));
      await settled();
    }
    expect(state().status).toBe('ok');
    const to = clock.now();
    const got = await rows(forced, { venue: 'cexa', from, to });
    expect([got.isUp, got.basis]).toEqual([true, 'venue']);
    const known = await rows(truth.forcedCloses, { venue: 'cexa', from, to: to - 6000 });
    const secondOf = ({ symbol, time }: { symbol: string; time: number }) => `${symbol} ${Math.floor(time / 1000)}`;
    const byTime = got.liquidations.filter(({ time }) => time <= to - 6000);
    expect(new Set(byTime.map(secondOf))).toEqual(new Set(known.liquidations.map(secondOf)));
    expect(byTime.length).toBe(new Set(byTime.map(secondOf)).size);
    expect(byTime.length).toBeGreaterThan(0);
    for (const close of byTime) {
      const same = known.liquidations.find(({ time, symbol }) => time === close.time && symbol === close.symbol);
      expect(close).toMatchObject({ side: same!.side, price: same!.price, size: same!.size });
    }
  });
});
