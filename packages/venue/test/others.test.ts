/** The second and the third derivatives venue on loopback: sources that read them get what the feeds have. */

import { DAY_MS, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createLog } from '../../store/src/log.ts';
import { CEXB_V2, cexbStreamUrl } from '../../sources/src/cexb/config.ts';
import { createCexbSource } from '../../sources/src/cexb/source.ts';
import { DEXB_V2, dexbStreamUrl } from '../../sources/src/dexb/config.ts';
import { createDexbSource } from '../../sources/src/dexb/source.ts';
import type { FeedName } from '../../sources/src/market/feeds.ts';
import type { Liquidation } from '../../sources/src/market/liquidations.ts';
import type { Source } from '../../sources/src/market/source.ts';
import { createUpstreamMeter } from '../../sources/src/upstream/meter.ts';
import type { OtherVenue, VenuePerp } from '../../sources/src/market/venues.ts';
import type { OtherFeeds } from '../src/dexb.ts';
import { openVenue } from '../src/venue.ts';
import { until } from '../../sources/test/deadlines.ts';

const NOW = Date.UTC(2025, 10, 3, 10, 20);
const perp = (coin: string, symbol: string, more: Partial<VenuePerp> = {}): VenuePerp => ({
  symbol,
  coin,
  mark: 50_000,
  index: 50_001,
  fundingRate: -0.00012,
  intervalHours: 4,
  nextFundingAt: NOW + HOUR_MS,
  openInterest: 1234.5,
  dayNotional: 9e8,
  ...more,
});
const PERPS = [
  perp('BTC', 'BTCUSDT'),
  perp('kPEPE', '1000PEPEUSDT', { mark: 0.01, openInterest: NaN, intervalHours: 8 }),
];

/** Times of a step within `(from, to]`. */
const steps = (step: number, from: number, to: number): Float64Array => {
  const first = Math.floor(from / step) + 1;
  return Float64Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
};

/** Feeds of two perps; forced closes are those of a list that a test fills. */
function feedsOf(closes: Readonly<Record<'cexb' | 'dexb', Liquidation[]>>): OtherFeeds {
  return {
    venuePerps: { pull: async ({ asOf }) => ok({ rows: { perps: PERPS }, asOf }) },
    settlements: {
      pull: async ({ from, to }) => {
        const time = steps(4 * HOUR_MS, from, to);
        return ok({
          rows: { time, rate: time.map((at) => (at % 7) * 1e-5), intervalHours: time.map(() => 4) },
          asOf: to,
        });
      },
    },
    venueOpenInterest: {
      pull: async ({ step, from, to }) => {
        const time = steps({ now: MINUTE_MS, '5m': 5 * MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS }[step], from, to);
        return ok({ rows: { time, contracts: time.map((at) => at % 1000), notional: time.map(() => NaN) }, asOf: to });
      },
    },
    forcedCloses: {
      pull: async ({ venue, from, to }) => {
        const list = venue === 'cexa' ? [] : closes[venue];
        const liquidations = list.filter(({ time }) => time > from && time <= to);
        return ok({ rows: { liquidations, basis: 'venue', since: from, isUp: true, changedAt: null }, asOf: to });
      },
    },
  };
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Both sources on a venue whose clock a test moves. */
async function opened() {
  const clock = createManualClock(NOW);
  const closes = { cexb: [] as Liquidation[], dexb: [] as Liquidation[] };
  const venue = openVenue({ clock, speed: 1, seed: 'others', coins: 1, feeds: feedsOf(closes) });
  const { origin } = new URL(await venue.listen('127.0.0.1', 0));
  ends.push(async () => venue.close());
  const log = createLog('silent');
  const soon = { reconnectMs: 20, longestReconnectMs: 40 };
  const upstream = { ...DEXB_V2.upstream, retryDelayMs: 5, pauseMs: 50 };
  const common = <Config extends typeof DEXB_V2 | typeof CEXB_V2>(config: Config): Config => ({
    ...config,
    upstream,
    sharedMs: 0,
    instrumentsMs: 100,
    forced: { ...config.forced, stream: { ...config.forced.stream, ...soon } },
  });
  const of = (name: 'dexb' | 'cexb') => ({ clock, log, meter: createUpstreamMeter(name), url: `${origin}/${name}` });
  const dexb = createDexbSource({ ...of('dexb'), wsUrl: dexbStreamUrl(`${origin}/dexb`), config: common(DEXB_V2) });
  const cexb = createCexbSource({ ...of('cexb'), wsUrl: cexbStreamUrl(`${origin}/cexb`), config: common(CEXB_V2) });
  for (const source of [dexb, cexb]) {
    await source.start();
    ends.push(async () => source.close());
  }
  const state = (source: Source, feed: FeedName) => source.state(clock.now()).find((one) => one.feed === feed)!;
  const up = async (source: Source, isUp = true) =>
    until(() => (state(source, 'forcedCloses').status === 'ok') === isUp);
  const forced = async (source: Source, venue_: OtherVenue, from = NOW - 1) => {
    const answer = await source.feeds.forcedCloses!.pull({ venue: venue_, from, to: clock.now() });
    return answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
  };
  /** A span that was answered gets no more rows: the clock goes on until they have come. */
  const told = async (source: Source, venue_: OtherVenue, count: number): Promise<void> =>
    until(async () => {
      clock.moveTo(clock.now() + 1);
      return (await forced(source, venue_)).liquidations.length >= count;
    });
  const fault = async (order: object): Promise<void> => {
    const made = await fetch(`${origin}/faults`, { method: 'POST', body: JSON.stringify(order) });
    expect(made.status).toBe(201);
  };
  const heal = async (): Promise<void> => void (await fetch(`${origin}/faults`, { method: 'DELETE' }));
  return { clock, venue, origin, closes, dexb, cexb, state, until, up, forced, told, fault, heal };
}

const close = (symbol: string, time: number, more: Partial<Liquidation> = {}): Liquidation => ({
  symbol,
  id: `${symbol}${time}`,
  time,
  side: 'long',
  price: symbol === 'BTC' ? 50_000 : 0.01,
  size: 2,
  ...more,
});

describe('the second perp exchange on loopback', () => {
  it('has the perps of the feed, whatever names they have there', async () => {
    const { dexb } = await opened();
    const answer = await dexb.feeds.venuePerps!.pull({ venue: 'dexb', asOf: NOW });
    const { rows } = answer.ok ? answer.value : expect.fail(answer.error.reason);
    expect(rows.perps).toEqual(PERPS);
  });

  it('has settlements of a year, page by page, with the hours between them', async () => {
    const { dexb } = await opened();
    const from = NOW - 365 * DAY_MS;
    const answer = await dexb.feeds.settlements!.pull({ venue: 'dexb', symbol: 'BTCUSDT', from, to: NOW });
    const { time, rate, intervalHours } = answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
    expect([...time]).toEqual([...steps(4 * HOUR_MS, from, NOW)]);
    expect(time.length).toBe(6 * 365);
    expect([...rate].every((value, i) => value === (time[i]! % 7) * 1e-5)).toBe(true);
    expect(new Set(intervalHours)).toEqual(new Set([4]));
  });

  it('has open interest now and by step, and none of a perp that it does not list', async () => {
    const { dexb } = await opened();
    const feed = dexb.feeds.venueOpenInterest!;
    const query = { venue: 'dexb', symbol: 'BTCUSDT', from: NOW - DAY_MS, to: NOW } as const;
    const now = await feed.pull({ ...query, step: 'now' });
    expect(now).toMatchObject({
      ok: true,
      value: { rows: { contracts: Float64Array.of(1234.5), notional: Float64Array.of(1234.5 * 50_000) } },
    });
    const fives = await feed.pull({ ...query, step: '5m' });
    expect([...(fives.ok ? fives.value.rows.time : [])]).toEqual([...steps(5 * MINUTE_MS, NOW - DAY_MS, NOW)]);
    expect(await feed.pull({ ...query, symbol: 'NONEUSDT', step: '1h' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_symbol' },
    });
    expect(await feed.pull({ ...query, venue: 'cexa', step: '1h' })).toMatchObject({
      ok: false,
      error: { code: 'unavailable' },
    });
  });

  it('refuses what the venue refuses, in its words', async () => {
    const { origin } = await opened();
    const ask = async (path: string) => {
      const response = await fetch(`${origin}/dexb/v5/market/${path}`);
      return [
        response.status,
        response.status === 200 ? ((await response.json()) as { retCode: number }).retCode : null,
      ];
    };
    expect(await ask('tickers?category=spot')).toEqual([200, 10_001]);
    expect(await ask('funding/history?category=linear&symbol=BTCUSDT&startTime=1')).toEqual([200, 10_001]);
    expect(await ask('open-interest?category=linear&symbol=BTCUSDT&intervalTime=2h')).toEqual([200, 10_001]);
    expect(await ask('open-interest?category=linear&symbol=BTCUSDT&intervalTime=1h&limit=201')).toEqual([200, 10_001]);
    expect(await ask('time?category=linear')).toEqual([404, null]);
  });

  it('is unavailable where it serves nothing here, stale where it fails, and back again', async () => {
    const { dexb, fault, heal, until } = await opened();
    const pull = async () => dexb.feeds.venuePerps!.pull({ venue: 'dexb', asOf: NOW });
    await until(async () => (await pull()).ok);
    await fault({ kind: 'html_403' });
    expect(await pull()).toMatchObject({
      ok: false,
      error: { code: 'unavailable', reason: expect.stringContaining('403') as string },
    });
    await heal();
    await until(async () => (await pull()).ok);
    await fault({ kind: 'truncated', request: 'tickers' });
    expect(await pull()).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    expect(dexb.state(NOW)[0]).toMatchObject({ feed: 'venuePerps', status: 'stale' });
  });
});

describe.each(['dexb', 'cexb'] as const)('forced closes of %s by stream', (name) => {
  it('are those of the feed: coin, side, notional and moment, each once', async () => {
    const host = await opened();
    const { clock, closes, up, forced, told, fault } = host;
    const source = host[name];
    await up(source);
    await fault({ kind: 'duplicates', for: 1e9 });
    clock.moveTo(clock.now() + 1000);
    closes[name].push(
      close('BTC', NOW + 500),
      close('BTC', NOW + 600, { side: 'short', size: 0.25 }),
      close('kPEPE', NOW + 700, { size: 30_000 }),
    );
    clock.moveTo(clock.now() + 6000);
    await told(source, name, 3);
    const { liquidations, isUp, basis } = await forced(source, name);
    expect([isUp, basis, liquidations.length]).toEqual([true, 'venue', 3]);
    // The third venue counts PEPE by the unit; the totals give it the name of the perp venue.
    const pepe = name === 'cexb' ? 'PEPE' : 'kPEPE';
    const rows = liquidations.map(({ symbol, side, time, price, size }) => [
      symbol,
      side,
      time - NOW,
      Math.round(100 * price * size),
    ]);
    expect(rows.sort((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
      ['BTC', 'long', 500, 10_000_000],
      ['BTC', 'short', 600, 1_250_000],
      [pepe, 'long', 700, 30_000],
    ]);
  });

  it('are not whole while the stream is down, which says since when, and go on when it is back', async () => {
    const host = await opened();
    const { clock, closes, up, forced, told, fault, heal } = host;
    const source = host[name];
    await up(source);
    clock.moveTo(clock.now() + 1000);
    await fault({ kind: 'disconnect', for: 20_000 });
    await up(source, false);
    expect(await forced(source, name)).toMatchObject({ isUp: false, changedAt: NOW + 1000 });
    clock.moveTo(clock.now() + 1000);
    await heal();
    await up(source);
    const { isUp, changedAt, since } = await forced(source, name);
    expect([isUp, since]).toEqual([true, changedAt]);
    expect(changedAt).toBeGreaterThanOrEqual(NOW + 2000);
    closes[name].push(close('BTC', clock.now() + 10));
    clock.moveTo(clock.now() + 7000);
    await told(source, name, 1);
  });

  it('are of this venue alone, and gone when the source is closed', async () => {
    const host = await opened();
    const source = host[name];
    await host.up(source);
    expect(await source.feeds.forcedCloses!.pull({ venue: 'cexa', from: 0, to: NOW })).toMatchObject({
      ok: false,
      error: { code: 'unavailable' },
    });
    await source.close();
    expect(await host.forced(source, name)).toMatchObject({ isUp: false, changedAt: null });
    await source.start();
    await host.up(source);
  });
});
