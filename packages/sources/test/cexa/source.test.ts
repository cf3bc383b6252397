/** The large exchange as a source, against a server that misbehaves on purpose. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { CEXA_V1, type CexaConfig } from '../../src/cexa/config.ts';
import { createCexaSource } from '../../src/cexa/source.ts';
import { createSteadyClock } from '../../src/upstream/steady-clock.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';

/** A minute after an hour. */
const NOW = 482_000 * HOUR_MS + MINUTE_MS;
const OPEN = NOW - MINUTE_MS;

const ticker = (symbol: string, quoteVolume: string) => ({
  symbol,
  lastPrice: '11',
  openPrice: '10',
  highPrice: '12',
  lowPrice: '9',
  weightedAvgPrice: '10.5',
  bidPrice: '10.9',
  askPrice: '11.1',
  volume: '100',
  quoteVolume,
  count: 7,
  openTime: NOW - DAY_MS,
  closeTime: NOW,
});
const pair = (base: string, quote = 'USDT', status = 'TRADING') => ({
  symbol: `${base}${quote}`,
  status,
  baseAsset: base,
  quoteAsset: quote,
  filters: [],
});
const PAIRS = {
  symbols: [pair('AB'), pair('THIN'), pair('GONE', 'USDT', 'BREAK'), pair('AB', 'BTC'), pair('人生'), pair('UNTRADED')],
};
const TICKERS = [
  ticker('ABUSDT', '100000'),
  ticker('THINUSDT', '99999.99'),
  ticker('GONEUSDT', '500000'),
  ticker('ABBTC', '500000'),
  ticker('人生USDT', '500000'),
];
const premium = (symbol: string) => ({
  symbol,
  markPrice: '100',
  indexPrice: '99.9',
  lastFundingRate: '0.0001',
  nextFundingTime: OPEN + 4 * HOUR_MS,
  time: NOW,
});
const kline = (time: number, step: number): readonly unknown[] => [
  time, '10', '12', '9', '11', '4', time + step - 1, '42', 3, '2', '21', '0',
]; // prettier-ignore

type Reply = (query: URLSearchParams, response: ServerResponse) => unknown;
/** Bars of whatever is asked, which began a month and a day ago. */
const bars: Reply = (query) => {
  const step = query.get('interval') === '1d' ? DAY_MS : HOUR_MS;
  const from = Math.max(Number(query.get('startTime')), NOW - 31 * DAY_MS);
  const to = Math.min(Number(query.get('endTime')), NOW);
  const rows: (readonly unknown[])[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to && rows.length < 1000; time += step)
    rows.push(kline(time, step));
  return rows;
};
const USUAL: Readonly<Record<string, Reply>> = {
  exchangeInfo: () => PAIRS,
  'v3/ticker/24hr': () => TICKERS,
  'fapi/v1/ticker/24hr': () => [ticker('ABUSDT', '7000'), ticker('CDUSDT', '8000')],
  premiumIndex: () => [premium('ABUSDT'), premium('CDUSDT')],
  fundingInfo: () => [{ symbol: 'CDUSDT', fundingIntervalHours: 4 }],
  klines: bars,
};

/** A source that is not started, on a server that answers a path by its last part. */
async function sourceOn(answers: Readonly<Record<string, Reply>> = {}, config: CexaConfig = CEXA_V1) {
  const known = { ...USUAL, ...answers };
  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://venue');
    const name = Object.keys(known).find((one) => url.pathname.endsWith(one));
    if (name === undefined) return json(response, { code: -1, msg: 'no such path' }, 404);
    const body = known[name]!(url.searchParams, response);
    if (!response.headersSent) json(response, body);
  });
  const clock = createManualClock(NOW);
  const { baseUrl } = server;
  const source = createCexaSource({
    url: baseUrl,
    futuresUrl: baseUrl,
    wsUrl: baseUrl.replace('http', 'ws'),
    clock,
    steady: createSteadyClock(),
    log: createLog('silent'),
    config,
  });
  onEnd(async () => source.close());
  const feeds = source.feeds;
  const state = (feed: string) => source.state(clock.now()).find((one) => one.feed === feed)!;
  const asked = (name: string): readonly URLSearchParams[] =>
    server.asked
      .map(({ url }) => new URL(url, 'http://venue'))
      .filter(({ pathname }) => pathname.endsWith(name))
      .map(({ searchParams }) => searchParams);
  return { source, feeds, clock, state, asked };
}
const hours = (urgency?: 'bulk', from = 0, asOf = NOW) =>
  ({
    symbol: 'AB',
    venue: 'cexa_spot',
    interval: '1h',
    window: { kind: 'range', from, to: asOf },
    asOf,
    ...(urgency === undefined ? {} : { urgency }),
  }) as const;

describe('bars of pairs', () => {
  it('are those against USDT that trade, from a quote volume of 100,000 on [#579]', async () => {
    const { feeds } = await sourceOn();
    expect(await feeds.bars!.listings(NOW)).toEqual([{ symbol: 'AB', venue: 'cexa_spot', dayNotional: 100_000 }]);
  });

  it('come whole at first, page by page from where they begin, and then those behind the last one alone', async () => {
    const { feeds, asked, clock, state } = await sourceOn({}, { ...CEXA_V1, rows: { ...CEXA_V1.rows, klines: 1000 } });
    const first = await feeds.bars!.pull(hours('bulk'));
    expect(first).toMatchObject({ ok: true, value: { rows: { closed: { length: 31 * 24 - 1 } } } });
    expect(asked('klines').map((query) => query.get('limit'))).toEqual(['1000']);
    // The bar that closed a minute ago is settled: nothing is asked for again within its hour.
    const again = await feeds.bars!.pull(hours('bulk', OPEN - 2 * DAY_MS));
    expect(again).toMatchObject({ ok: true, value: { rows: { closed: { length: 48 } } } });
    expect(asked('klines')).toHaveLength(1);
    clock.moveTo(NOW + HOUR_MS);
    const later = await feeds.bars!.pull(hours('bulk', OPEN - 2 * DAY_MS, NOW + HOUR_MS));
    expect(later.ok && [later.value.rows.closed.length, later.value.rows.forming]).toEqual([49, undefined]);
    expect(Object.fromEntries(asked('klines')[1]!)).toMatchObject({
      startTime: String(OPEN),
      endTime: String(OPEN + HOUR_MS - 1),
    });
    expect(state('bars')).toMatchObject({ coverage: [{ venue: 'cexa_spot', symbols: 1, interval: '1h' }] });
  });

  it('have the open bar where a caller asks, and none of the past', async () => {
    const { feeds } = await sourceOn();
    const now = await feeds.bars!.pull(hours(undefined, OPEN - 2 * HOUR_MS));
    expect(now.ok && now.value.rows.forming?.time).toBe(OPEN);
    const past = await feeds.bars!.pull(hours(undefined, OPEN - 9 * HOUR_MS, OPEN - 5 * HOUR_MS + 1));
    expect(past.ok && [past.value.rows.closed.length, past.value.rows.forming]).toEqual([4, undefined]);
  });

  it('of which one cannot be read are stale, and are asked for again', async () => {
    let isBroken = true;
    const { feeds, asked } = await sourceOn({
      klines: (query, response) => {
        const rows = bars(query, response) as unknown[];
        return isBroken ? [...rows.slice(0, -2), [OPEN - HOUR_MS, 'x']] : rows;
      },
    });
    const query = hours('bulk', OPEN - 5 * HOUR_MS);
    expect(await feeds.bars!.pull(query)).toMatchObject({ ok: true, value: { isStale: true } });
    isBroken = false;
    const mended = await feeds.bars!.pull(query);
    expect(mended.ok && [mended.value.isStale, mended.value.rows.closed.length]).toEqual([undefined, 5]);
    expect(asked('klines').at(-1)!.get('startTime')).toBe(String(OPEN - 5 * HOUR_MS));
  });

  it('are unknown of a pair that does not trade, and of another venue', async () => {
    const { feeds, asked } = await sourceOn();
    for (const change of [{ symbol: 'GONE' }, { symbol: 'NO' }, { venue: 'perpdex_perp' as const }]) {
      const answer = await feeds.bars!.pull({ ...hours(), ...change });
      expect(answer).toMatchObject({ ok: false, error: { code: 'unknown_symbol' } });
    }
    expect(asked('klines')).toEqual([]);
  });

  it('fail the list of symbols when the pairs do not come: rows stay as they were', async () => {
    const { feeds } = await sourceOn({ exchangeInfo: (_, response) => json(response, {}, 403) });
    await expect(feeds.bars!.listings(NOW)).rejects.toMatchObject({
      reason: expect.stringContaining('status 403') as string,
    });
  });
});

describe('lists', () => {
  it('are asked for once by many, and again when they are old', async () => {
    const { feeds, asked, clock } = await sourceOn();
    await Promise.all([1, 2, 3].map(async () => feeds.spotTickers!.pull({ asOf: NOW })));
    expect(asked('v3/ticker/24hr')).toHaveLength(1);
    clock.moveTo(NOW + 61_000);
    await feeds.spotTickers!.pull({ asOf: NOW });
    expect(asked('v3/ticker/24hr')).toHaveLength(2);
  });

  it('that do not come any more are the last ones, marked; nobody waits again within some seconds', async () => {
    let isAway = false;
    const { feeds, asked, clock, state } = await sourceOn({
      premiumIndex: (_, response) => (isAway ? json(response, { code: -1001, msg: 'away' }, 400) : [premium('ABUSDT')]),
    });
    const query = { venue: 'cexa', asOf: NOW } as const;
    expect(await feeds.venuePerps!.pull(query)).toMatchObject({ ok: true });
    isAway = true;
    clock.moveTo(NOW + 61_000);
    for (let i = 0; i < 3; i++)
      expect(await feeds.venuePerps!.pull(query)).toMatchObject({ ok: true, value: { isStale: true, asOf: NOW } });
    expect(asked('premiumIndex')).toHaveLength(2);
    expect(state('venuePerps')).toMatchObject({ status: 'stale', reason: expect.stringContaining('away') as string });
    expect(state('settlements').status).toBe('stale');
  });

  it('of perps have intervals of 8 hours but for those that the venue names, and none while it names none', async () => {
    const query = { venue: 'cexa', asOf: NOW } as const;
    const intervals = async (answers: Readonly<Record<string, Reply>>) => {
      const pulled = await (await sourceOn(answers)).feeds.venuePerps!.pull(query);
      return (
        pulled.ok &&
        pulled.value.rows.perps.map(({ symbol, intervalHours, dayNotional }) => [symbol, intervalHours, dayNotional])
      );
    };
    expect(await intervals({})).toEqual([['ABUSDT', 8, 7000], ['CDUSDT', 4, 8000]]); // prettier-ignore
    const refusing: Reply = (_, response) => json(response, {}, 400);
    expect(await intervals({ fundingInfo: refusing })).toEqual([['ABUSDT', NaN, 7000], ['CDUSDT', NaN, 8000]]); // prettier-ignore
  });
});

describe('settlements', () => {
  it('have the hours since the one before, which is asked for too; of the first of all they are not known', async () => {
    const all = [16, 12, 8, 4, 0].map((hoursAgo) => OPEN - hoursAgo * HOUR_MS + 5);
    const { feeds, asked } = await sourceOn({
      fundingRate: (query) =>
        all
          .filter((time) => time >= Number(query.get('startTime')) && time <= Number(query.get('endTime')))
          .map((fundingTime) => ({ symbol: 'CDUSDT', fundingTime, fundingRate: '0.0001' })),
    });
    const pull = async (from: number) => {
      const answer = await feeds.settlements!.pull({ venue: 'cexa', symbol: 'CDUSDT', from, to: NOW });
      return answer.ok && [Array.from(answer.value.rows.time), Array.from(answer.value.rows.intervalHours)];
    };
    expect(await pull(OPEN - 8 * HOUR_MS)).toEqual([[OPEN - 4 * HOUR_MS, OPEN], [4, 4]]); // prettier-ignore
    const [times, intervals] = (await pull(OPEN - 30 * HOUR_MS)) as number[][];
    expect([times!.length, intervals]).toEqual([5, [NaN, 4, 4, 4, 4]]);
    // Within seconds the same question costs nothing.
    await pull(OPEN - 8 * HOUR_MS);
    expect(asked('fundingRate')).toHaveLength(2);
  });
});

describe('samples', () => {
  it('are asked for in pages that fit, of what the venue keeps', async () => {
    const { feeds, asked } = await sourceOn({ openInterestHist: () => [] });
    await feeds.venueOpenInterest!.pull({ venue: 'cexa', symbol: 'ABUSDT', from: 0, to: NOW, step: '1h' });
    const pages = asked('openInterestHist').map((query) => [
      Number(query.get('startTime')),
      Number(query.get('endTime')),
    ]);
    const oldest = OPEN - 30 * DAY_MS + 2 * HOUR_MS;
    expect(pages).toEqual([[oldest, oldest + 500 * HOUR_MS - 1], [oldest + 500 * HOUR_MS, NOW]]); // prettier-ignore
    expect(asked('openInterestHist')[0]!.get('period')).toBe('1h');
  });

  it('of now are the newest one, worth its mark', async () => {
    const { feeds } = await sourceOn({
      openInterest: () => ({ symbol: 'ABUSDT', openInterest: '12.5', time: NOW - 7 }),
      globalLongShortAccountRatio: () =>
        [0.6, 0.7].map((long, i) => ({
          symbol: 'ABUSDT',
          longAccount: `${long}`,
          shortAccount: (1 - long).toFixed(1),
          timestamp: String(OPEN - 300_000 * (1 - i)),
        })),
    });
    const query = { venue: 'cexa', symbol: 'ABUSDT', from: NOW - 1, to: NOW, step: 'now' } as const;
    expect(await feeds.venueOpenInterest!.pull(query)).toMatchObject({
      ok: true,
      value: {
        rows: { time: Float64Array.of(NOW - 7), contracts: Float64Array.of(12.5), notional: Float64Array.of(1250) },
      },
    });
    expect(await feeds.longShort!.pull(query)).toMatchObject({
      ok: true,
      value: { rows: { time: Float64Array.of(OPEN), long: Float64Array.of(0.7) } },
    });
  });
});

describe('a venue that refuses', () => {
  it('a place by law is unavailable, with that reason, and is not asked again within the hour', async () => {
    const text = 'Service unavailable from a restricted location according to its terms.';
    const refusing: Reply = (_, response) => json(response, { code: 0, msg: text }, 451);
    const { feeds, asked, state } = await sourceOn({
      premiumIndex: refusing,
      exchangeInfo: refusing,
      'v3/ticker/24hr': refusing,
    });
    for (let i = 0; i < 4; i++) {
      const perps = await feeds.venuePerps!.pull({ venue: 'cexa', asOf: NOW });
      expect(perps).toMatchObject({
        ok: false,
        error: { code: 'unavailable', reason: expect.stringContaining('status 451') as string },
      });
      const query = { symbol: 'ABUSDT', interval: '1h', window: { kind: 'last', count: 2 }, asOf: NOW } as const;
      expect(await feeds.pairBars!.pull(query)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    }
    await expect(feeds.bars!.listings(NOW)).rejects.toMatchObject({ reason: expect.stringContaining('451') as string });
    expect([asked('premiumIndex').length, asked('exchangeInfo').length]).toEqual([1, 1]);
    expect(state('venuePerps')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('451') as string,
    });
  });

  it.each([
    [429, '300'],
    [418, '172800'],
  ])('with %i is left alone for the time that it says, on that part alone', async (status, retryAfter) => {
    const { feeds, asked } = await sourceOn({
      klines: (_, response) =>
        json(response, { code: -1003, msg: 'Way too many requests; IP banned.' }, status, {
          'retry-after': retryAfter,
        }),
    });
    const pull = async (symbol: string) =>
      feeds.pairBars!.pull({ symbol, interval: '1h', window: { kind: 'last', count: 2 }, asOf: NOW });
    const refused = await pull('ABUSDT');
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'stale_source', reason: expect.stringContaining(`${status}`) as string },
    });
    expect(await pull('THINUSDT')).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('paused after') as string },
    });
    expect(asked('klines')).toHaveLength(1);
    expect(await feeds.venuePerps!.pull({ venue: 'cexa', asOf: NOW })).toMatchObject({ ok: true });
  });

  it('waits when the venue has counted more of its address than this host spent', async () => {
    const { feeds, source, asked } = await sourceOn({
      exchangeInfo: (_, response) => json(response, PAIRS, 200, { 'x-mbx-used-weight-1m': '5990' }),
    });
    await feeds.spotPairs!.pull({ asOf: NOW });
    const window = { kind: 'last', count: 2 } as const;
    const waiting = feeds.pairBars!.pull({ symbol: 'ABUSDT', interval: '1h', window, asOf: NOW });
    const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 150, 'waits'))]);
    expect([first, asked('klines').length]).toEqual(['waits', 0]);
    await source.close();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'stale_source' } });
  });
});

it('answers that it is closed, and goes on after it was opened again', async () => {
  const { feeds, source } = await sourceOn();
  await source.close();
  expect(await feeds.spotTickers!.pull({ asOf: NOW })).toMatchObject({ ok: false, error: { code: 'stale_source' } });
  await source.start();
  expect(source.upstreams!().map((reading) => reading.source)).toEqual([
    'cexa_spot',
    'cexa_futures',
    'cexa_funding',
    'cexa_data',
    'cexa_stream',
  ]);
  expect(source.countsRequests).toBe(true);
});
