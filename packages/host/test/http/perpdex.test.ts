/** The perp venue over HTTP: perps, prices, funding, open interest, books, and the daily snapshot. */

import { MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Book } from '../../../sources/src/market/book.ts';
import type { PerpContext } from '../../../sources/src/market/contexts.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import { fewCoinsConfig, NOW } from '../services/quant/test-support.ts';
import { testHost } from '../test-support.ts';

/** Contexts are of an earlier poll than the mids. */
const CONTEXTS_AT = NOW - 40_000;
const MIDS_AT = NOW - 5000;

const base: PerpContext = {
  symbol: 'X',
  sizeDecimals: 2,
  maxLeverage: 20,
  isDelisted: false,
  onlyIsolated: false,
  fundingRate1h: -0.0000125,
  openInterest: 100,
  mark: 50,
  oracle: 49,
  mid: 50.5,
  premium: 0.001,
  dayNotional: 2_000_000,
  previousDayPrice: 40,
};
const PERPS: readonly PerpContext[] = [
  { ...base, symbol: 'BTC', mark: 60_000, openInterest: 2, dayNotional: 9e9 },
  { ...base, symbol: 'ETH', openInterest: 0 },
  { ...base, symbol: 'OLD', isDelisted: true, mid: NaN, premium: NaN, mark: 38 * 49 },
  { ...base, symbol: 'SOL', fundingRate1h: NaN, mid: NaN },
];

/** As many perps as the venue of the contract has; all but a few come later. */
const MANY: readonly PerpContext[] = [
  ...PERPS,
  ...Array.from({ length: 227 }, (_, i) => ({ ...base, symbol: `N${i}` })),
];
let perps = PERPS;

const simulated = createSimulatedSource(fewCoinsConfig());
let books = 0;
let bookTime = NOW - 100;
const book = (): Book => ({
  time: bookTime + books++,
  bids: { price: Float64Array.of(99, 98), size: Float64Array.of(1, 2), orders: Float64Array.of(3, NaN) },
  asks: { price: Float64Array.of(101), size: Float64Array.of(4), orders: Float64Array.of(1) },
});
const source: Source = {
  ...simulated,
  feeds: {
    ...simulated.feeds,
    contexts: { pull: async () => ({ ok: true, value: { rows: { perps }, asOf: CONTEXTS_AT } }) },
    mids: {
      pull: async () => ({ ok: true, value: { rows: { mids: [{ symbol: 'BTC', mid: 60_001.5 }] }, asOf: MIDS_AT } }),
    },
    book: { pull: async ({ asOf }) => ({ ok: true, value: { rows: book(), asOf } }) },
  },
};
const clock = createManualClock(NOW);
const host = await testHost(openMarket([source]), clock);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

async function ask(path: string, status = 200): Promise<Record<string, unknown>> {
  const reply = await host.server.inject({ url: `/api/v1/${path}` });
  expect([path, reply.statusCode]).toEqual([path, status]);
  return JSON.parse(reply.body) as Record<string, unknown>;
}
const COVERAGE = { universe_total: 4, delisted_excluded: 1, rows: 3 };

describe('perpdex/meta', () => {
  it('has the perps that trade, with leverage and size decimals [#300] [#319]', async () => {
    const { assets, coverage, as_of } = await ask('perpdex/meta');
    expect(assets).toEqual(
      ['BTC', 'ETH', 'SOL'].map((coin) => ({
        coin,
        symbol: coin,
        max_leverage: 20,
        sz_decimals: 2,
        only_isolated: false,
      })),
    );
    expect([coverage, as_of]).toEqual([COVERAGE, CONTEXTS_AT]);
  });

  it('has the fees of the venue as fractions of the notional, with a neutral source [#320] [#321]', async () => {
    const { fees } = await ask('perpdex/meta');
    const known = fees as { volume_tiers: { min_volume_14d_usd: number; perps: object }[]; source: string };
    expect(known).toMatchObject({
      perps: { taker: 0.00045, maker: 0.00015 },
      spot: { taker: 0.0007, maker: 0.0004 },
    });
    expect(known.volume_tiers.map((tier) => tier.min_volume_14d_usd)).toEqual([0, 5e6, 25e6, 1e8, 5e8, 2e9, 7e9]);
    expect(known.source).toBe('published fee schedule of the perp venue');
  });
});

describe('perpdex/prices', () => {
  it('has the mids, when they were fetched and when the answer was built [#301] [#310]', async () => {
    expect(await ask('perpdex/prices')).toMatchObject({
      prices: [{ coin: 'BTC', symbol: 'BTC', mid_price: 60_001.5 }],
      count: 1,
      as_of: MIDS_AT,
      generated_at: NOW,
    });
  });
});

describe('perpdex/open-interest', () => {
  it('has the funding of every perp that trades in one call [#215]', async () => {
    const { assets } = await ask('perpdex/open-interest');
    const rates = (assets as { coin: string; funding_rate: number | null }[]).map((one) => [
      one.coin,
      one.funding_rate,
    ]);
    expect(rates).toEqual([
      ['BTC', -0.0000125],
      ['ETH', -0.0000125],
      ['SOL', null],
    ]);
  });

  it('leaves out the delisted, counts them, and keeps 0 and null apart [#303] [#311] [#312] [#313]', async () => {
    const { assets, coverage, as_of, generated_at, archive_start } = await ask('perpdex/open-interest');
    expect([coverage, as_of, generated_at, archive_start]).toEqual([COVERAGE, CONTEXTS_AT, NOW, CONTEXTS_AT]);
    expect(assets).toMatchObject([
      { coin: 'BTC', open_interest: 2, open_interest_usd: 120_000, funding_rate: -0.0000125, premium: 0.001 },
      { coin: 'ETH', open_interest: 0, open_interest_usd: 0 },
      { coin: 'SOL', open_interest: 100, open_interest_usd: 5000, funding_rate: null },
    ]);
  });
});

describe('perpdex/summary', () => {
  it('has the moments of both polls, and the mid of its own [#307] [#314]', async () => {
    expect(await ask('perpdex/summary')).toMatchObject({
      coin: 'BTC',
      mid_price: 60_001.5,
      mark_price: 60_000,
      oracle_price: 49,
      as_of: CONTEXTS_AT,
      price_as_of: MIDS_AT,
      generated_at: NOW,
    });
    expect(await ask('perpdex/summary?coin=eth')).toMatchObject({ coin: 'ETH', mid_price: null });
  });
});

describe('perpdex/funding-rates', () => {
  it('has the rate of the open hour and the settled hours before, oldest first [#302]', async () => {
    const { current, history, count } = await ask('perpdex/funding-rates?limit=7');
    expect(current).toEqual({ funding_rate: -0.0000125, premium: 0.001, as_of: CONTEXTS_AT });
    const hours = history as { timestamp: number; funding_rate: number }[];
    expect([count, hours.length]).toEqual([7, 7]);
    const last = Math.floor(NOW / 3_600_000) * 3_600_000;
    expect(hours.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 7 }, (_, i) => last - (6 - i) * 3_600_000),
    );
    expect((await ask('perpdex/funding-rates'))['count']).toBe(20);
  });

  it.each(['limit=0', 'limit=101', 'limit=x'])('refuses %s', async (query) => {
    const { detail } = await ask(`perpdex/funding-rates?${query}`, 422);
    expect(detail).toMatchObject([{ loc: ['query', 'limit'] }]);
  });
});

describe('perpdex/l2-book', () => {
  it("has the book with the venue's own time [#306] [#317]", async () => {
    const { ts, bids, asks, mid_price, spread_bps } = await ask('perpdex/l2-book?coin=ETH');
    // Neither the clock of the host nor the moment of the question.
    expect(ts).toBeGreaterThanOrEqual(NOW - 100);
    expect(ts).toBeLessThan(NOW - 100 + books);
    expect(books).toBeLessThan(100);
    expect(bids).toEqual([
      { px: 99, sz: 1, orders: 3 },
      { px: 98, sz: 2, orders: null },
    ]);
    expect(asks).toEqual([{ px: 101, sz: 4, orders: 1 }]);
    expect([mid_price, spread_bps]).toEqual([100, 200]);
  });
});

describe('the coin of a request', () => {
  const ONES = ['perpdex/funding-rates', 'perpdex/l2-book', 'perpdex/summary', 'perpdex/candles'];

  it.each(ONES)('%s takes symbol for coin, and refuses two different ones [#322]', async (path) => {
    const one = await ask(`${path}?coin=ETH`);
    expect(await ask(`${path}?symbol=eth-perp`)).toEqual(one);
    await ask(`${path}?coin=ETH&symbol=ETH`);
    await ask(`${path}?coin=ETH&symbol=BTC`, 422);
  });

  it.each(ONES)('%s answers 400 unknown_coin for one that is not listed', async (path) => {
    expect(await ask(`${path}?coin=NOPE`, 400)).toMatchObject({ detail: { error: 'unknown_coin' } });
  });
});

describe('daily/perpdex', () => {
  it('has mids, funding and open interest, each with the moment of its poll [#245] [#257] [#258] [#259]', async () => {
    const body = await ask('daily/perpdex');
    expect(body).toMatchObject({
      prices: [{ coin: 'BTC', mid_price: 60_001.5 }],
      prices_as_of: MIDS_AT,
      funding_oi_as_of: CONTEXTS_AT,
      generated_at: NOW,
      coverage: COVERAGE,
    });
    const [btc] = body['funding_oi'] as unknown[];
    expect(btc).toEqual({
      coin: 'BTC',
      symbol: 'BTC',
      funding_rate: -0.0000125,
      open_interest: 2,
      open_interest_usd: 120_000,
      mark_price: 60_000,
      oracle_price: 49,
      day_ntl_vlm: 9e9,
      as_of: CONTEXTS_AT,
    });
  });

  it('carries prices in USD, notional, moments and coverage [#260] [#261] [#262] [#263] [#264] [#265] [#266]', async () => {
    const body = await ask('daily/perpdex');
    const rows = body['funding_oi'] as Record<string, unknown>[];
    expect(rows.map((row) => [row['mark_price'], row['oracle_price'], row['day_ntl_vlm'], row['as_of']])).toEqual([
      [60_000, 49, 9e9, CONTEXTS_AT],
      [50, 49, 2_000_000, CONTEXTS_AT],
      [50, 49, 2_000_000, CONTEXTS_AT],
    ]);
    expect([body['coverage'], body['generated_at']]).toEqual([COVERAGE, NOW]);
    expect([body['prices_as_of'], body['funding_oi_as_of']]).toEqual([MIDS_AT, CONTEXTS_AT]);
  });

  it('keeps an open interest of 0 [#267]', async () => {
    const { funding_oi: rows } = await ask('daily/perpdex');
    expect((rows as { coin: string; open_interest: number }[]).find(({ coin }) => coin === 'ETH')).toMatchObject({
      open_interest: 0,
      open_interest_usd: 0,
    });
  });
});

describe('as time goes on', () => {
  it('perpdex/l2-book gives equal requests within 3 s the same snapshot, and a new one after it [#318]', async () => {
    const first = (await ask('perpdex/l2-book?coin=BTC'))['ts'];
    clock.moveTo(NOW + 2900);
    expect((await ask('perpdex/l2-book?symbol=BTCUSDT'))['ts']).toBe(first);
    clock.moveTo(NOW + 3100);
    expect((await ask('perpdex/l2-book?coin=BTC'))['ts']).not.toBe(first);
  });

  it('perpdex/l2-book has no time where the venue gives none [#317]', async () => {
    bookTime = NaN;
    clock.moveTo(NOW + 6200);
    expect((await ask('perpdex/l2-book?coin=BTC'))['ts']).toBeNull();
    bookTime = NOW;
  });

  it('daily/perpdex is made anew each minute, with all of some 230 perps [#256]', async () => {
    expect((await ask('daily/perpdex'))['generated_at']).toBe(NOW);
    perps = MANY;
    clock.moveTo(NOW + 2 * MINUTE_MS);
    const rows = async (): Promise<number> => ((await ask('daily/perpdex'))['funding_oi'] as unknown[]).length;
    await expect.poll(rows).toBe(230);
    expect((await ask('daily/perpdex'))['generated_at']).toBeGreaterThanOrEqual(NOW + MINUTE_MS);
  });

  it('perpdex/summary sets the notional of 24 hours against settled UTC days, null below 7 of them [#315] [#316]', async () => {
    const { avg_volume_30d: usual } = await ask('volume/scanner/BTC');
    expect(usual).toBeGreaterThan(0);
    // The first contexts came before the first volumes.
    const multiplier = async (): Promise<unknown> => (await ask('perpdex/summary?coin=BTC'))['volume_multiplier'];
    await expect.poll(multiplier).toBeCloseTo(9e9 / Number(usual), 10);
    // SOL was listed three days ago.
    expect(await ask('perpdex/summary?coin=SOL')).toMatchObject({ coin: 'SOL', volume_multiplier: null });
  });
});
