/** Files as the large exchange: settlements, open interest, account ratios, pairs. */

import { candlesOf, DAY_MS, HOUR_MS } from '@barograph/core';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedQuery, FeedRows, FeedName } from '../../../sources/src/market/feeds.ts';
import { readDerivatives } from '../../../sources/src/files/derivatives.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { askVenues } from '../services/venues/test-support.ts';
import { series, START, waveBars } from '../test-support.ts';

const DAYS = 40;
const END = START + DAYS * DAY_MS;
const NOW = END + 10 * 60_000;
let folder = '';
let market: Market;

const lines = (step: number, value: (i: number) => number | string): string =>
  Array.from({ length: Math.floor((DAYS * DAY_MS) / step) }, (_, i) => `${START + (i + 1) * step},${value(i)}\n`).join(
    '',
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-venues-'));
  for (const name of ['funding', 'open-interest', 'long-short']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'funding', 'BTCUSDT.csv'), `timestamp,rate\n${lines(8 * HOUR_MS, (i) => i * 1e-6)}`);
  writeFileSync(join(folder, 'open-interest', 'BTC.csv'), `timestamp,level\n${lines(HOUR_MS, (i) => 1000 + i)}`);
  writeFileSync(join(folder, 'long-short', '1000PEPEUSDT.csv'), `timestamp,long_account\n${lines(HOUR_MS, () => 0.6)}`);
  const read = await readDerivatives(folder);
  assert.ok(read.ok, read.ok ? '' : read.error);
  const bars = waveBars(24 * DAYS, START, 50_000);
  const takerBuy = bars.volume.map((volume, i) => (i === 24 * 38 + 1 ? NaN : volume / 4));
  const days = candlesOf([{ time: START, open: 1, high: 1, low: 1, close: 1, volume: 1 }]);
  market = openMarket([
    createFilesSource(
      [{ ...series('BTC', 'cexa_spot', bars), takerBuy }, series('ETH', 'cexa_spot', bars), series('OLD', 'cexa_spot', days, '1d')],
      read.value,
    ),
  ]); // prettier-ignore
});
afterAll(() => rmSync(folder, { recursive: true }));

async function rows<Name extends FeedName>(name: Name, query: FeedQuery<Name>): Promise<FeedRows<Name>> {
  const answer = await market.read(name, query);
  assert.ok(answer.ok, answer.ok ? '' : answer.error.reason);
  return answer.value;
}

describe('files as the large exchange', () => {
  const range = { venue: 'cexa', symbol: 'BTCUSDT', from: END - 2 * DAY_MS, to: NOW } as const;

  it('have settlements with their intervals', async () => {
    const { time, rate, intervalHours } = await rows('settlements', range);
    expect([time.length, time.at(-1), rate.at(-1)]).toEqual([6, END, 119 * 1e-6]);
    expect(new Set(intervalHours)).toEqual(new Set([8]));
    const first = await rows('settlements', { ...range, from: 0, to: START + DAY_MS });
    expect([...first.intervalHours]).toEqual([NaN, 8, 8]);
  });

  it('have open interest now, by the hour and at the end of days', async () => {
    const now = await rows('venueOpenInterest', { ...range, step: 'now' });
    expect([[...now.time], [...now.contracts]]).toEqual([[END], [1000 + 24 * DAYS - 1]]);
    expect((await rows('venueOpenInterest', { ...range, step: '1h' })).time).toHaveLength(48);
    expect([...(await rows('venueOpenInterest', { ...range, step: '1d' })).time]).toEqual([END - DAY_MS, END]);
    const old = { ...range, to: END + 27 * HOUR_MS };
    expect((await rows('venueOpenInterest', { ...old, step: 'now' })).time).toHaveLength(0);
  });

  it('have account ratios of the coin that their name says', async () => {
    const { long } = await rows('longShort', { ...range, symbol: '1000PEPEUSDT', step: '1h' });
    expect([long.length, long[0]]).toEqual([48, 0.6]);
    const other = await market.read('longShort', { ...range, step: '1h' });
    expect(other.ok ? '' : other.error.code).toBe('unknown_symbol');
    const dexb = await market.read('settlements', { ...range, venue: 'dexb' });
    expect(dexb.ok ? '' : dexb.error.code).toBe('unavailable');
  });

  it('refuse what is no share of accounts', async () => {
    const other = join(folder, 'other');
    mkdirSync(join(other, 'long-short'), { recursive: true });
    writeFileSync(join(other, 'long-short', 'BTC.csv'), 'timestamp,ratio\n1700000000,1.4\n');
    const read = await readDerivatives(other);
    expect(read.ok ? '' : read.error).toMatch(
      /BTC\.csv: row 1, ratio: expected the share of accounts that are long, 0 to 1, got 1\.4$/,
    );
  });

  it('have pairs with what takers bought, not known of a day that lacks an hour', async () => {
    const window = { kind: 'last', count: 4 } as const;
    const days = await rows('pairBars', { symbol: 'BTCUSDT', interval: '1d', window, asOf: NOW });
    const shares = [...days.takerBuy].map((units, i) => Math.round((1e9 * units) / days.closed.volume[i]!) / 1e9);
    expect(shares).toEqual([0.25, 0.25, NaN, 0.25]);
    const eth = await rows('pairBars', { symbol: 'ETHUSDT', interval: '1d', window, asOf: NOW });
    expect(eth.takerBuy.every((units) => Number.isNaN(units))).toBe(true);
    const fine = await market.read('pairBars', { symbol: 'BTCUSDT', interval: '5m', window, asOf: NOW });
    expect(fine.ok ? '' : fine.error.code).toBe('unavailable');
  });

  it('have tickers of 24 whole hours, of pairs whose bars reach there', async () => {
    const { tickers } = await rows('spotTickers', { asOf: NOW });
    expect(tickers.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    const { closed } = await rows('pairBars', { symbol: 'BTCUSDT', interval: '1h', window: { kind: 'last', count: 24 }, asOf: NOW }); // prettier-ignore
    expect(tickers[0]).toMatchObject({ last: closed.close[23], open: closed.open[0], to: END, from: END - DAY_MS });
    expect(tickers[0]!.high).toBe(Math.max(...closed.high));
    expect((await rows('spotTickers', { asOf: NOW + 2 * HOUR_MS })).tickers).toEqual([]);
  });

  it('serve the operations that they have, and say why others have nothing', async () => {
    const { asks } = askVenues(market, {}, NOW);
    const rates = await asks.json<Readonly<Record<string, unknown>>>('derivatives.cexa.funding_rates', {
      tier: 'free',
    });
    expect(rates).toMatchObject({ symbol: 'BTCUSDT', coin: null, count: 30, current: null, data_source: 'files' });
    const volume = await asks.json<{ history: { buy_ratio: number | null }[] }>('market_data.volume_history', { tier: 'free' }); // prettier-ignore
    expect(volume.history.map(({ buy_ratio }) => buy_ratio).slice(-3)).toEqual([0.25, null, 0.25]);
    const unknown = await asks.outcome('derivatives.cexa.funding_rates', { tier: 'free', query: { symbol: 'NOPE' } });
    expect(unknown.ok ? 0 : unknown.error.status).toBe(400);
    const info = await asks.outcome('market_data.exchange_info', { tier: 'free' });
    expect(info.ok ? 0 : info.error.status).toBe(503);
    const across = await asks.outcome('derivatives.funding_rates', { tier: 'free' });
    expect(across.ok ? 0 : across.error.status).toBe(503);
  });
});
