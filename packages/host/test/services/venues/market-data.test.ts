/** Market data of spot pairs: bars, tickers, terms, days of Bitcoin. */

import { DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, ok, stepMs } from '@barograph/core';
import { OPERATIONS } from '@barograph/contract';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { readOver, type Market } from '../../../../sources/src/market/market.ts';
import { askVenues, NOW, switched } from './test-support.ts';

type Wire = Readonly<Record<string, unknown>>;
interface Rows {
  readonly history: readonly Readonly<Record<string, number | string | null>>[];
  readonly count: number;
}
const { asks } = askVenues(switched().market);

async function statusOf(over: typeof asks, id: string, query: Wire = {}) {
  const done = await over.outcome(id, { tier: 'free', query });
  if (done.ok) return { status: 200, error: '', suggestions: [] as string[] };
  const { detail } = done.error.body as { detail: { error: string; suggestions?: string[] } };
  return { status: done.error.status, error: detail.error, suggestions: detail.suggestions ?? [] };
}

interface Klines extends Wire {
  readonly klines: readonly Readonly<Record<string, number | null>>[];
  readonly forming_bar_timestamp: number | null;
}

/** Lengths built from shorter bars, with the possible distances between two bars. */
const MADE: readonly (readonly [string, readonly number[]])[] = [
  ['3m', [3 * MINUTE_MS]],
  ['2h', [2 * HOUR_MS]],
  ['6h', [6 * HOUR_MS]],
  ['8h', [8 * HOUR_MS]],
  ['12h', [12 * HOUR_MS]],
  ['3d', [3 * DAY_MS]],
  ['1M', [28, 29, 30, 31].map((days) => days * DAY_MS)],
];

describe('klines', () => {
  it.each(INTERVALS)('of %s have what takers bought, and the bar that is open last [#216] [#223]', async (interval) => {
    const query = { symbol: 'btcusdt', interval, limit: 10 };
    const wire = await asks.json<Klines>('market_data.klines', { tier: 'free', query });
    expect(wire).toMatchObject({ symbol: 'BTCUSDT', interval, count: 10 });
    const times = wire.klines.map((row) => row['timestamp']!);
    expect(times.every((time, i) => i === 0 || time - times[i - 1]! === stepMs(interval))).toBe(true);
    const closed = wire.klines.filter(({ timestamp }) => timestamp !== wire.forming_bar_timestamp);
    expect(closed.every((row) => row['taker_buy_volume']! > 0 && row['taker_buy_volume']! < row['volume']!)).toBe(true);
    expect(closed.every((row) => row['trades']! > 0 && row['quote_volume']! > 0)).toBe(true);
  });

  it('take every length of the exchange but the second, one day when left out, and 1 to 1000 bars, 200 when left out [#216] [#223]', async () => {
    const { query } = OPERATIONS.find(({ id }) => id === 'market_data.klines')!;
    expect(query.properties['interval']).toMatchObject({ default: '1d' });
    expect(query.properties['limit']).toMatchObject({ minimum: 1, maximum: 1000, default: 200 });
    for (const [interval, step] of MADE) {
      const wire = await asks.json<Klines>('market_data.klines', { tier: 'free', query: { interval, limit: 3 } });
      const times = wire.klines.map(({ timestamp }) => timestamp!);
      expect([interval, times.length]).toEqual([interval, 3]);
      expect(
        times.every((time, i) => i === 0 || step.includes(time - times[i - 1]!)),
        interval,
      ).toBe(true);
      // The spot exchange never closes, so that the last of three bars is the open one.
      expect(wire.forming_bar_timestamp).toBe(times.at(-1));
    }
    for (const interval of ['1s', '1D', '1mo', '', '60']) {
      const done = await asks.outcome('market_data.klines', { tier: 'free', query: { interval } });
      expect(done.ok ? 200 : done.error.status, interval).toBe(422);
    }
  });

  it('give a thousand bars', async () => {
    const query = { interval: '1h', limit: 1000 };
    expect((await asks.json<Wire>('market_data.klines', { tier: 'free', query }))['count']).toBe(1000);
  });
});

describe('tickers and terms', () => {
  it('of a pair agree with each other and with the list of all pairs [#217] [#218] [#222] [#244]', async () => {
    const query = { symbol: 'ethusdt' };
    const ticker = await asks.json<Wire>('market_data.ticker_24hr', { tier: 'free', query });
    const price = await asks.json<Wire>('market_data.ticker_price', { tier: 'free', query });
    const info = await asks.json<Wire>('market_data.exchange_info', { tier: 'free', query });
    const daily = await asks.json<{ prices: Wire[]; count: number; left_out: number }>('daily.prices', {
      tier: 'free',
    });
    expect(ticker).toMatchObject({ symbol: 'ETHUSDT', price: price['price'] });
    expect((ticker['close_time'] as number) - (ticker['open_time'] as number)).toBe(DAY_MS);
    expect(info).toMatchObject({ base: 'ETH', quote: 'USDT', is_trading: true });
    expect(daily.prices.find(({ symbol }) => symbol === 'ETHUSDT')).toMatchObject({ price: price['price'] });
    expect(daily).toMatchObject({ count: daily.prices.length, left_out: 0 });
  });

  it('are of 2,500 pairs where the exchange has so many, and count what the source left out [#255]', async () => {
    const { market } = switched();
    const large: Market = {
      ...market,
      read: readOver(market.read, 'spotTickers', async (query) => {
        const answer = await market.read('spotTickers', query);
        if (!answer.ok) return answer;
        const { tickers } = answer.value;
        const more = Array.from({ length: 2500 }, (_, i) => ({ ...tickers[i % tickers.length]!, symbol: `P${i}USDT` }));
        return ok({ ...answer.value, tickers: more, leftOut: 3 });
      }),
    };
    const daily = await askVenues(large).asks.json<{ prices: Wire[] }>('daily.prices', { tier: 'free' });
    expect(daily).toMatchObject({ count: 2500, left_out: 3 });
    expect(new Set(daily.prices.map(({ symbol }) => symbol)).size).toBe(2500);
  });

  it.each(['market_data.klines', 'market_data.ticker_24hr', 'market_data.ticker_price', 'market_data.exchange_info'])(
    '%s refuses a pair that is not listed, with what is near',
    async (id) => {
      const found = await statusOf(asks, id, { symbol: 'BTCUSTD' });
      expect(found).toMatchObject({ status: 400, error: 'unknown_coin' });
      expect(found.suggestions).toContain('BTCUSDT');
    },
  );

  it.each([
    'market_data.klines',
    'market_data.ticker_24hr',
    'market_data.ticker_price',
    'market_data.exchange_info',
    'market_data.btc_price_history',
    'market_data.volume_history',
    'market_data.short_term_price',
    'daily.prices',
  ])('%s is 503 while the exchange is away', async (id) => {
    const { market, away } = switched();
    away.add('cexa');
    expect(await statusOf(askVenues(market).asks, id)).toMatchObject({ status: 503, error: 'source_unavailable' });
  });
});

describe('days of Bitcoin', () => {
  it('have a mean of 200 days from the 200th close on, null below [#219]', async () => {
    const first = await asks.json<Rows>('market_data.btc_price_history', { tier: 'free', query: { days: 730 } });
    expect(first.count).toBe(100); // of the market so far
    expect(first.history.every((row) => row['ma_200'] === null)).toBe(true);
    const later = askVenues(switched().market, {}, SIMULATOR_V2.start + 960 * DAY_MS + 3 * HOUR_MS).asks;
    const { history, count } = await later.json<Rows>('market_data.btc_price_history', { tier: 'free', query: { days: 730 } }); // prettier-ignore
    expect(count).toBe(730);
    expect(history.every((row) => row['ma_200'] !== null)).toBe(true);
    const last = history.slice(-200).map((row) => row['price'] as number);
    expect(history.at(-1)!['ma_200']).toBeCloseTo(last.reduce((a, b) => a + b) / 200, 6);
    const young = askVenues(switched().market, {}, SIMULATOR_V2.start + 250 * DAY_MS + HOUR_MS).asks;
    const half = await young.json<Rows>('market_data.btc_price_history', { tier: 'free' });
    expect(half.history.filter((row) => row['ma_200'] !== null)).toHaveLength(51);
    expect(half.history[199]!['ma_200']).not.toBeNull();
  });

  it('have the share that takers bought [#220]', async () => {
    const { history, count } = await asks.json<Rows>('market_data.volume_history', { tier: 'free' });
    expect(count).toBe(30);
    for (const row of history) {
      expect(row['buy_ratio']).toBeCloseTo((row['taker_buy_volume'] as number) / (row['volume'] as number), 12);
      expect(row['buy_ratio'] as number).toBeGreaterThan(0.3);
      expect(row['buy_ratio'] as number).toBeLessThan(0.7);
    }
    expect(history.at(-1)!['timestamp']).toBe(Math.floor(NOW / DAY_MS) * DAY_MS - DAY_MS);
  });
});

describe('the short-term price', () => {
  it('is computed at every call, from bars that are asked for at every call [#221] [#224]', async () => {
    const { market, asked } = switched();
    const { asks: over, clock } = askVenues(market);
    const first = await over.json<Wire>('market_data.short_term_price', { tier: 'free' });
    await over.json('market_data.short_term_price', { tier: 'free' });
    expect(asked.filter((one) => one === 'pairBars cexa')).toHaveLength(2);
    expect(first).toMatchObject({ symbol: 'BTCUSDT', computed_at: NOW, config_version: 'short-term/1' });
    for (const span of ['5m', '15m', '1h', '4h', '24h']) expect(first[`change_${span}_pct`]).not.toBeNull();
    expect(['up', 'flat', 'down']).toContain(first['momentum']);
    clock.put(NOW + 2 * MINUTE_MS);
    const later = await over.json<Wire>('market_data.short_term_price', { tier: 'free' });
    expect(later['computed_at']).toBe(NOW + 2 * MINUTE_MS);
    expect(later['price']).not.toBe(first['price']);
  });
});
