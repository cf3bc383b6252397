/**
 * Library, command line and HTTP agree on every field of the risk of a book for the same bars. Books sent to the
 * service are stored neither in its log nor in its database.
 */

import {
  riskOfBook,
  riskReport,
  type RiskOfBookWire,
  type RiskOfMarketWire,
  type RiskRequest,
} from '@barograph/contract';
import { HOUR_MS, sliceCandles } from '@barograph/core';
import { riskPanel } from '@barograph/risk';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadShippedModel } from '../packages/barograph/src/shipped-models.ts';
import { csv, run, temporaryFolder } from '../packages/barograph/src/test-support.ts';
import { composeHost } from '../packages/host/src/compose.ts';
import { filesMarket, series, TIER_GATE } from '../packages/host/test/test-support.ts';
import { openModel } from '../packages/runtime/src/producers/quant/model.ts';
import { createManualClock, createSystemClock } from '../packages/sources/src/clock.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { createLog } from '../packages/store/src/log.ts';
import { startTestServer } from '../packages/store/test/test-support.ts';

const { start } = SIMULATOR_V2;
const HOURS = 1_500;
const AS_OF = start + HOURS * HOUR_MS;
const market = createMarket(SIMULATOR_V2);
const COINS = ['BTC', 'ETH', 'SOL', 'DOGE'];
const bars = COINS.map((coin) => {
  const all = market.candles(coin, 'perpdex_perp', '1h', start, AS_OF);
  // A coin that was listed later has scenarios of its own dates.
  return coin === 'DOGE' ? sliceCandles(all, 500, HOURS) : all;
});
const SEED = 'seed-that-nobody-else-has';
const request: RiskRequest = {
  collateral_usd: 31_337.25,
  horizon: '24h',
  seed: SEED,
  hedge: 0.3,
  target_usd: 500,
  positions: [
    { coin: 'BTC', side: 'long', size: 0.37, entry: 60_123.75, funding_hourly: 0.00001 },
    { coin: 'ETH', side: 'short', notional_usd: 17_771.5, leverage: 4 },
    { coin: 'DOGE', side: 'long', notional_usd: 9_999.25, leverage: 12, margin: 'isolated' },
  ],
};

const { make, remove, path } = temporaryFolder();
beforeAll(make);
afterAll(remove);

describe('the risk of a book', () => {
  it('is the same by library, command line and HTTP, and leaves no trace of the book in the service', async () => {
    const lines: string[] = [];
    const server = await startTestServer();
    const url = await server.database();
    const store = await server.open(url);
    const host = composeHost({
      market: filesMarket(COINS.map((coin, i) => series(coin, 'perpdex_perp', bars[i]!))),
      clock: createManualClock(AS_OF),
      wall: createSystemClock(),
      store,
      timeline: 'test',
      log: createLog('trace', { write: (line) => void lines.push(line) }),
      version: '0.0.0',
      publicUrl: () => 'http://localhost',
      pricingUrl: '/pricing',
      gate: TIER_GATE,
      model: await openModel('models'),
    });
    await host.start();
    const ask = async (method: 'GET' | 'POST', route: string, tier: string, payload?: object) =>
      host.server.inject({
        method,
        url: `/api/v1/risk/${route}`,
        headers: { 'x-api-key': tier },
        ...(payload === undefined ? {} : { payload }),
      });
    const reply = await ask('POST', 'book', 'pro', request);
    expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.stringContaining('risk/1')]);
    const served = reply.json<RiskOfBookWire>();

    const coins = COINS.map((coin, i) => ({ coin, bars: bars[i]! }));
    const volume = ({ bars: candles }: (typeof coins)[number]): number =>
      candles.close.slice(-24).reduce((sum, close, i) => sum + close * candles.volume[candles.length - 24 + i]!, 0);
    coins.sort((a, b) => volume(b) - volume(a));
    const panel = riskPanel({ coins, market: bars[0]!, model: await loadShippedModel() });
    const report = riskReport(panel, request, new Map());
    const library = riskOfBook.encode({ ...report, asOf: AS_OF, dataSource: 'files' });
    expect(served).toEqual(JSON.parse(JSON.stringify(library)));

    COINS.forEach((coin, i) => writeFileSync(path(`${coin}.csv`), csv(bars[i]!)));
    const { mkdirSync, renameSync } = await import('node:fs');
    mkdirSync(path('bars'));
    for (const coin of COINS) renameSync(path(`${coin}.csv`), path(`bars/${coin}.csv`));
    const rows = request.positions.map((position) =>
      [
        position.coin,
        position.side,
        position.size,
        position.notional_usd,
        position.entry,
        position.leverage,
        position.margin,
        position.funding_hourly,
      ].join(','),
    );
    const head = 'coin,side,size,notional_usd,entry,leverage,margin,funding_hourly';
    writeFileSync(path('book.csv'), [head, ...rows, ''].join('\n'));
    const flags = ['--collateral', '31337.25', '--seed', SEED, '--hedge', '0.3', '--target', '500', '--json'];
    const command = await run(['risk', path('book.csv'), '--bars', path('bars'), ...flags]);
    expect(command.err).toBe('');
    expect(JSON.parse(command.out)).toEqual(served);

    expect(served.positions.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'DOGE']);
    expect(served.hedge!.one!.after_usd).toBeLessThan(served.tails[1]!.expected_shortfall_usd);
    expect(served.size!.after_usd).toBeCloseTo(500, 5);

    const below = await ask('POST', 'book', 'free', request);
    expect(below.statusCode).toBe(403);
    const unknown = await ask('POST', 'book', 'pro', { positions: [{ coin: 'BTX', side: 'long', notional_usd: 1 }] });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json<{ detail: { error: string; suggestions: string[] } }>().detail.suggestions).toContain('BTC');
    const both = { coin: 'BTC', side: 'long', notional_usd: 1, size: 1 };
    const wrong = await ask('POST', 'book', 'pro', { positions: [both] });
    expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('either size or notional')]);
    const left = await ask('POST', 'book', 'pro', {
      positions: [{ coin: 'BTX', side: 'long', notional_usd: 1 }],
      unknown: 'leave_out',
    });
    expect(left.json()).toMatchObject({
      left_out: [{ coin: 'BTX', reason: 'unknown_coin' }],
      scenarios: 0,
      volatility_usd: 0,
    });

    const dependence = (await ask('GET', 'market', 'free')).json<RiskOfMarketWire>();
    expect(dependence).toMatchObject({ perps: 4, horizon: '24h' });
    expect(['low', 'normal', 'high']).toContain(dependence.correlation_regime);
    expect(dependence.effective_bets).toBeGreaterThan(1);
    expect(dependence.effective_bets).toBeLessThanOrEqual(4);
    expect(dependence.most_diversifying[0]!.coin).toBe(dependence.least_diversifying.at(-1)!.coin);

    await host.stop();
    const database = createClient(url);
    await database.connect();
    const tables = await database.query<{ name: string }>(
      "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    );
    const stored: string[] = [];
    for (const { name } of tables.rows) {
      const { rows: found } = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
      stored.push(...found.map(({ text }) => text));
    }
    await database.end();
    await server.stop();
    expect(stored.length).toBeGreaterThan(0);
    expect(lines.length).toBeGreaterThan(0);
    for (const trace of [SEED, '31337.25', '17771.5', '60123.75', '9999.25']) {
      expect(lines.filter((line) => line.includes(trace))).toEqual([]);
      expect(stored.filter((row) => row.includes(trace))).toEqual([]);
    }
  });
});
