/** Taker flow over HTTP: a coin by the minute, all coins over a window, and the answer before the first run. */

import { MINUTE_MS } from '@barograph/core';
import { takerMinutes, takerRows } from '@barograph/positioning';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { PerpContext } from '../../../sources/src/market/contexts.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import type { ConnectionChange } from '../../../sources/src/market/trades.ts';
import { passMinutes } from '../services/flow/pass-minutes.ts';
import { seenFeeds, type LearnedFill } from '../../../runtime/test/producers/flow/fake-trades.ts';
import { fewCoinsConfig, NOW } from '../services/quant/test-support.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../test-support.ts';

const perp = (symbol: string): PerpContext => ({
  symbol,
  sizeDecimals: 2,
  maxLeverage: 20,
  isDelisted: false,
  onlyIsolated: false,
  fundingRate1h: 0,
  openInterest: 1,
  mark: 1,
  oracle: 1,
  mid: 1,
  premium: 0,
  dayNotional: 1,
  previousDayPrice: 1,
});

/** The connection comes up half a minute before this minute. */
const BEGAN = NOW - (NOW % MINUTE_MS);
const fills: LearnedFill[] = [];
for (let i = 0; i < 600; i++) {
  const time = BEGAN + i * 2000;
  const [coin, price] = i % 3 === 0 ? ['BTC', 60_000] : i % 3 === 1 ? ['kPEPE', 0.01] : ['ETH', 3000];
  if (coin === 'kPEPE' && i % 4 !== 0) continue;
  const side = i % 5 < 3 ? 'buy' : 'sell';
  const size = (1 + (i % 7)) * (i % 100 === 0 ? 0.5 : 0.01);
  fills.push({ id: String(i), coin, time, learned: time + (i % 4000), side, price: price + (i % 11) / 7, size });
}
/** Down for a second across the boundary of minutes 8 and 9. */
const changes: readonly ConnectionChange[] = [
  { time: BEGAN - 30_000, isUp: true },
  { time: BEGAN + 9 * MINUTE_MS - 500, isUp: false },
  { time: BEGAN + 9 * MINUTE_MS + 500, isUp: true },
];
const simulated = createSimulatedSource(fewCoinsConfig());
const source: Source = {
  ...simulated,
  feeds: {
    ...simulated.feeds,
    ...seenFeeds(() => ({ fills, changes, memoryFrom: BEGAN - 30_000 })),
    contexts: {
      pull: async ({ asOf }) => ({
        ok: true,
        value: { rows: { perps: ['BTC', 'ETH', 'QUIET', 'kPEPE'].map(perp) }, asOf },
      }),
    },
  },
};
const clock = createManualClock(BEGAN - 20_000);
const server = await startTestServer();
const store = await server.open(await server.database());
const host = hostOver(store, { market: openMarket([source]), clock, gate: TIER_GATE });
beforeAll(async () => host.start());
afterAll(async () => {
  await host.stop();
  await server.stop();
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly [field: string]: unknown;
    readonly data: readonly Record<string, unknown>[];
    readonly detail: { readonly error: string };
  };
}
async function ask(path: string, tier: string = 'pro_plus'): Promise<Reply> {
  const reply = await host.server.inject({ url: `/api/v1/perpdex/trade-flow${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(reply.body) as Reply['body'] };
}

describe('before the first minute is sealed', () => {
  it.each(['', '?coin=NOPE', '/universe'])(
    '%s is 503 trade_flow_warming, to come again in 60 s [#150]',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, body.detail.error, headers['retry-after']]).toEqual([503, 'trade_flow_warming', '60']);
    },
  );
});

describe('once minutes are sealed', () => {
  beforeAll(async () => {
    const ends = Array.from({ length: 13 }, (_, i) => BEGAN + i * MINUTE_MS);
    await passMinutes({ clock, store, hosts: [host] }, ends);
  });

  it('has the envelope of the contract: dense rows, newest last, without the open minute [#308][#344][#345][#347]', async () => {
    const { status, body } = await ask('?coin=BTC&minutes=5');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      coin: 'BTC',
      minutes: 5,
      bucket: '1m',
      large_fill_usd: 25_000,
      window_start: BEGAN + 7 * MINUTE_MS,
      window_end: BEGAN + 12 * MINUTE_MS,
      count: 5,
      partial_minutes: 2,
    });
    expect(body.data.map(({ time }) => time)).toEqual([7, 8, 9, 10, 11].map((i) => BEGAN + i * MINUTE_MS));
    expect((await ask('')).body).toMatchObject({ coin: 'BTC', minutes: 60 });
  });

  it('has the rows of the same trades in a batch, field by field, and the two cut ones say nothing [#340][#341][#342][#348]', async () => {
    const { body } = await ask('?coin=BTC&minutes=12');
    const mine = fills.filter(({ coin }) => coin === 'BTC');
    const columns = {
      time: Float64Array.from(mine, ({ time }) => time),
      isBuy: Uint8Array.from(mine, ({ side }) => Number(side === 'buy')),
      price: Float64Array.from(mine, ({ price }) => price),
      size: Float64Array.from(mine, ({ size }) => size),
      id: mine.map(({ id }) => id),
    };
    const span = { from: BEGAN, to: BEGAN + 20 * MINUTE_MS };
    const rows = takerRows(takerMinutes('BTC', columns, span), 'BTC', 20).slice(0, 12);
    const nan = (value: number): number | null => (Number.isNaN(value) ? null : value);
    for (const [i, row] of rows.entries()) {
      const { cvd_usd, ...wire } = body.data[i]!;
      expect(typeof cvd_usd).toBe('number');
      const isCut = i === 8 || i === 9;
      const known = (value: number): number | null => (isCut ? null : nan(value));
      expect(wire).toEqual({
        time: row.time,
        coin: 'BTC',
        buy_notional: known(row.buyNotional),
        sell_notional: known(row.sellNotional),
        n_trades: known(row.trades),
        vwap: known(row.vwap),
        max_fill_usd: known(row.maxFill),
        large_fill_share: known(row.largeFillShare),
        partial: isCut,
      });
    }
    expect(body.data.some((row) => row['large_fill_share'] !== null)).toBe(true);
  });

  it('begins cvd_usd anew with each request, and a partial minute adds nothing to it [#343]', async () => {
    const [long, short] = [await ask('?minutes=12'), await ask('?minutes=4')];
    let sum = 0;
    for (const row of long.body.data) {
      sum += Number(row['buy_notional'] ?? 0) - Number(row['sell_notional'] ?? 0);
      expect(Number(row['cvd_usd'])).toBeCloseTo(sum, 6);
    }
    expect(short.body.data[0]).toMatchObject({ partial: true, cvd_usd: 0 });
    const gone = Number(long.body.data[7]!['cvd_usd']);
    expect(Number(short.body.data.at(-1)!['cvd_usd'])).toBeCloseTo(sum - gone, 6);
  });

  it('tells of the stream, with the coverage of the last 60 minutes whatever minutes asks [#346]', async () => {
    for (const minutes of [1, 12, 1440]) {
      const { body } = await ask(`?minutes=${minutes}`);
      expect(body['stream']).toEqual({
        connected: true,
        connected_since: BEGAN + 9 * MINUTE_MS + 500,
        coverage_pct: (100 * 10) / 60,
      });
    }
  });

  it('has true zeros in a watched minute without fills [#349]', async () => {
    const { body } = await ask('?coin=QUIET&minutes=2');
    const empty = { buy_notional: 0, sell_notional: 0, n_trades: 0, vwap: null, max_fill_usd: 0 };
    expect(body.data).toMatchObject(
      [1, 2].map(() => ({ ...empty, large_fill_share: null, partial: false, cvd_usd: 0 })),
    );
  });

  it.each([
    ['BTC', 'BTC'],
    ['btc', 'BTC'],
    ['eth-perp', 'ETH'],
    ['kPEPE', 'kPEPE'],
    ['KPEPE', 'kPEPE'],
    ['kpepe', 404],
    ['kPepe', 404],
    ['PEPE', 404],
    ['NOPE', 404],
  ])('takes coin=%s for %s [#140][#351]', async (name, found) => {
    const { status, body } = await ask(`?coin=${name}`);
    if (typeof found === 'string') expect([status, body['coin']]).toEqual([200, found]);
    else expect([status, body.detail.error]).toEqual([found, 'unknown_coin']);
  });

  it.each(['0', '1441', '1.5', 'x'])('refuses minutes=%s [#308]', async (minutes) => {
    expect((await ask(`?minutes=${minutes}`)).status).toBe(422);
  });

  it('has every coin with fills over a window, the largest notional first [#309][#352][#353][#354]', async () => {
    const { body } = await ask('/universe');
    expect(body).toMatchObject({
      window: '1h',
      window_minutes: 60,
      large_fill_usd: 25_000,
      as_of: BEGAN + 12 * MINUTE_MS,
      count: 3,
    });
    expect(body.data.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'kPEPE']);
    const shares: unknown[] = [];
    for (const row of body.data) {
      const { body: minutes } = await ask(`?coin=${String(row['coin'])}&minutes=60`);
      const sum = (name: string): number => minutes.data.reduce((total, one) => total + Number(one[name] ?? 0), 0);
      expect(Number(row['buy_notional'])).toBeCloseTo(sum('buy_notional'), 6);
      expect(Number(row['sell_notional'])).toBeCloseTo(sum('sell_notional'), 6);
      expect(row['n_trades']).toBe(sum('n_trades'));
      expect(row['partial_minutes']).toBe(60 - 10);
      const [buy, sell] = [Number(row['buy_notional']), Number(row['sell_notional'])];
      expect(row['taker_buy_ratio']).toBeCloseTo(buy / (buy + sell), 12);
      const notional = (one: Record<string, unknown>): number =>
        Number(one['buy_notional']) + Number(one['sell_notional']);
      const large = minutes.data.reduce(
        (total, one) => total + Number(one['large_fill_share'] ?? 0) * notional(one),
        0,
      );
      if (large === 0) expect(row['large_fill_share']).toBeNull();
      else expect(row['large_fill_share']).toBeCloseTo(large / notional(row), 12);
      shares.push(row['large_fill_share']);
      expect(Object.keys(row)).toEqual(['coin', 'buy_notional', 'sell_notional', 'taker_buy_ratio', 'n_trades', 'large_fill_share', 'partial_minutes']); // prettier-ignore
    }
    expect(shares).toEqual([expect.any(Number), null, null]);
    const windows = await Promise.all(['15m', '4h'].map(async (window) => ask(`/universe?window=${window}`)));
    expect(windows.map(({ body: of }) => [of['window_minutes'], of['partial_minutes']])).toEqual([
      [15, 5],
      [240, 230],
    ]);
    expect((await ask('/universe?window=2h')).status).toBe(422);
  });

  it('asks for Pro and for Pro Plus [#308][#309]', async () => {
    expect([(await ask('', 'free')).status, (await ask('', 'pro')).status]).toEqual([403, 200]);
    expect((await ask('/universe', 'pro')).status).toBe(403);
  });

  it('counts what it dropped, by reason', async () => {
    const { body } = await host.server.inject({ url: '/metrics' });
    expect(body).toContain('barograph_trade_flow_dropped_trades_total{reason="late"} 0');
    expect(body).toContain('barograph_trade_flow_dropped_trades_total{reason="duplicate"} 0');
  });
});

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);
describe.skipIf(!existsSync(SCHEMAS))('against the schemas of the contract (needs ../shared/spec)', () => {
  const fieldsOf = (name: string): readonly string[] => {
    const text = readFileSync(new URL(name, SCHEMAS), 'utf8');
    return (JSON.parse(text) as { readonly required: readonly string[] }).required;
  };
  it('answers have every required field [#340][#344][#352][#353]', async () => {
    const [flow, universe] = [(await ask('')).body, (await ask('/universe')).body];
    expect(Object.keys(flow)).toEqual(expect.arrayContaining([...fieldsOf('trade_flow.json')]));
    expect(Object.keys(flow.data[0]!)).toEqual(fieldsOf('trade_flow_row.json'));
    expect(Object.keys(universe)).toEqual(expect.arrayContaining([...fieldsOf('trade_flow_universe.json')]));
  });
});
