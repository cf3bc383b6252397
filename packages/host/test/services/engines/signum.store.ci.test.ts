/// <reference types="node" />

import { DAY_MS, firstAtOrAfter, HOUR_MS, resample, sliceCandles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { isPegged, signumRow, type SignumRow } from '@barograph/indicators';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BarSeries } from '../../../../sources/src/files/bars.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { QUIET, startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { universeWith, type TestUniverse } from '../../../../runtime/test/test-support.ts';
import { engineOf } from '../../engines.ts';
import { filesMarket } from '../../test-support.ts';

const signumEngine = engineOf('signum');

const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP'];
const FROM = Date.UTC(2025, 5, 1);
/** Hours between two comparisons with the batch, which reads all years; of either, every hour of the day comes. */
const EVERY = process.env['BAROGRAPH_FULL'] === '1' ? 5 : 13;

describe.skipIf(!existsSync(REAL))('a real month through stored state (needs ../shared/data)', () => {
  let server: TestServer;
  const series: BarSeries[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    for (const symbol of SYMBOLS) {
      const read = await readBars(`${REAL}/${symbol}USDT.csv.gz`);
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      series.push({ symbol, venue: 'perpdex_perp', interval: '1h', bars: read.value.candles });
    }
  });
  afterAll(async () => server.stop());

  it('equals the uninterrupted batch field by field, with a restart every 29 hours', async () => {
    const url = await server.database();
    const source = filesMarket(series);
    let store = await server.open(url);
    const started = ({ engineStates: states }: Store): TestUniverse =>
      universeWith({ source, engines: [signumEngine], timeline: 'month', states, log: QUIET });
    let universe = started(store);
    let restarts = 0;
    for (let hour = 0; hour <= 30 * 24; hour++) {
      if (hour % 29 === 28) {
        store = await server.open(url);
        universe = started(store);
        restarts++;
      }
      const asOf = FROM + hour * HOUR_MS + 5 * 60_000;
      const { views, bars } = await universe.at(asOf);
      const rows = views[0]!.members.map(({ row }) => row as SignumRow);
      if (hour > 0) expect(bars).toBe(SYMBOLS.length);
      if (hour % EVERY !== 0 && hour % 29 !== 28) continue;
      for (const { symbol, venue, bars: all } of series) {
        const hourly = sliceCandles(all, 0, firstAtOrAfter(all, asOf - HOUR_MS + 1));
        const recent = sliceCandles(hourly, Math.max(0, hourly.length - 40 * 24));
        const pegged = isPegged(symbol, resample(recent, '1h', '1d').bars);
        expect(rows.find((row) => row.symbol === symbol)).toEqual(
          signumRow({ symbol, source: venue, hourly, asOf, pegged }),
        );
      }
    }
    expect(restarts).toBe(24);
    expect((await store.engineStates.load('signum@month', 'signum/2')).length).toBe(SYMBOLS.length);
    expect(FROM + 30 * DAY_MS).toBeLessThan(Date.UTC(2025, 7, 1));
  });
});
