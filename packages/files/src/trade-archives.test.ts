/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTrades, readTradesStream } from './read-trades.ts';
import type { ReadTradesOptions, Trades } from './trades-file.ts';

const T = 1_735_689_600_000;
/** Trades of one market: time, price, size, whether the taker bought. */
const TRADES = [
  [T, 93_006, 0.382, false],
  [T + 500, 93_012.7, 0.248, true],
  [T + 501, 93_001.2, 2, true],
] as const;
type Trade = (typeof TRADES)[number];
const lines = (header: string, row: (trade: Trade, id: number) => readonly unknown[]): string =>
  [...(header === '' ? [] : [header]), ...TRADES.map((trade, i) => row(trade, 1_000 + i).join(','))].join('\n');

async function read(content: string | Buffer, options: ReadTradesOptions = {}): Promise<Trades | string> {
  const found = await readTradesStream(Readable.from([Buffer.from(content)]), 'trades', options);
  return found.ok ? found.value.trades : describeProblem(found.error);
}

/** Archives, each with the three trades above. */
const ARCHIVES: Readonly<Record<string, string | Buffer>> = {
  'Binance trades, futures': lines('id,price,qty,quote_qty,time,is_buyer_maker', ([t, p, s, b], id) => [
    id,
    p,
    s,
    p * s,
    t,
    !b,
  ]),
  'Binance trades, spot, without a header, µs': lines('', ([t, p, s, b], id) => [
    id,
    p,
    s,
    p * s,
    t * 1000,
    b ? 'False' : 'True',
    'True',
  ]),
  'Binance trades, futures, without a header': lines('', ([t, p, s, b], id) => [id, p, s, p * s, t, !b]),
  'Binance aggTrades, futures': lines(
    'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker',
    ([t, p, s, b], id) => [id, p, s, id, id, t, !b],
  ),
  'Binance aggTrades, spot, without a header': lines('', ([t, p, s, b], id) => [
    id,
    p,
    s,
    id,
    id + 1,
    t * 1000,
    b ? 'False' : 'True',
    'True',
  ]),
  'Binance aggTrades, futures, without a header': lines('', ([t, p, s, b], id) => [id, p, s, id, id + 1, t, !b]),
  'Binance trades, coin-margined': lines('id,price,qty,base_qty,time,is_buyer_maker', ([t, p, s, b], id) => [
    id,
    p,
    Math.round((p * s) / 100),
    s,
    t,
    !b,
  ]),
  'Binance, the answer of the API': JSON.stringify(
    TRADES.map(([t, p, s, b], id) => ({
      id,
      price: `${p}`,
      qty: `${s}`,
      quoteQty: `${p * s}`,
      time: t,
      isBuyerMaker: !b,
      isBestMatch: true,
    })),
  ),
  'Binance aggTrades, the answer of the API': JSON.stringify(
    TRADES.map(([t, p, s, b], a) => ({ a, p: `${p}`, q: `${s}`, f: a, l: a, T: t, m: !b, M: true })),
  ),
  Bybit: lines(
    'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional',
    ([t, p, s, b], id) => [t / 1000, 'BTCUSDT', b ? 'Buy' : 'Sell', s, p, 'PlusTick', `x-${id}`, 1, s, p * s],
  ),
  'Bybit, inverse': lines(
    'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional',
    ([t, p, s, b], id) => [
      t / 1000,
      'BTCUSD',
      b ? 'Buy' : 'Sell',
      Math.round(p * s),
      p,
      'PlusTick',
      `x-${id}`,
      1,
      s,
      p * s,
    ],
  ),
  'OKX spot': lines('instrument_name,trade_id,side,price,size,created_time', ([t, p, s, b], id) => [
    'BTC-USDT',
    id,
    b ? 'buy' : 'sell',
    p,
    s,
    t,
  ]),
  'OKX, older, in two languages': lines(
    'trade_id/成交id,side/交易方向,size/数量,price/价格,created_time/成交时间',
    ([t, p, s, b], id) => [id, b ? 'BUY' : 'SELL', s, p, t],
  ),
  'freqtrade JSON': gzipSync(
    JSON.stringify(TRADES.map(([t, p, s, b], id) => [t, `${id}`, null, b ? 'buy' : 'sell', p, s, p * s])),
  ),
  'freqtrade Parquet': Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'timestamp', data: TRADES.map(([t]) => BigInt(t)), type: 'INT64' },
        { name: 'id', data: TRADES.map((_, id) => `${id}`), type: 'STRING' },
        { name: 'type', data: TRADES.map(() => ''), type: 'STRING' },
        { name: 'side', data: TRADES.map(([, , , b]) => (b ? 'buy' : 'sell')), type: 'STRING' },
        { name: 'price', data: TRADES.map(([, p]) => p), type: 'DOUBLE' },
        { name: 'amount', data: TRADES.map(([, , s]) => s), type: 'DOUBLE' },
        { name: 'cost', data: TRADES.map(([, p, s]) => p * s), type: 'DOUBLE' },
      ],
    }),
  ),
  tardis: lines('exchange,symbol,timestamp,local_timestamp,id,side,price,amount', ([t, p, s, b], id) => [
    'binance',
    'btcusdt',
    t * 1000,
    t * 1000 + 7,
    id,
    b ? 'buy' : 'sell',
    p,
    s,
  ]),
  ccxt: JSON.stringify(
    TRADES.map(([t, p, s, b], id) => ({
      info: {},
      id: `${id}`,
      timestamp: t,
      datetime: new Date(t).toISOString(),
      symbol: 'BTC/USDT',
      side: b ? 'buy' : 'sell',
      price: p,
      amount: s,
      cost: p * s,
    })),
  ),
};

describe('archives of trades', () => {
  it.each(Object.keys(ARCHIVES))('%s', async (name) => {
    const found = await read(ARCHIVES[name]!);
    if (typeof found === 'string') throw new Error(found);
    expect([...found.time]).toEqual(TRADES.map(([t]) => t));
    expect([...found.price]).toEqual(TRADES.map(([, p]) => p));
    expect([...found.size]).toEqual(TRADES.map(([, , s]) => s));
    expect([...found.isBuy]).toEqual(TRADES.map(([, , , b]) => (b ? 1 : 0)));
    expect(found.coin).toBeUndefined();
  });

  it('name their columns where nobody knows them', async () => {
    const text = lines('When;No;Filled;Rate;BuyerWaited', ([t, p, s, b], id) => [t, id, s, p, !b]).replaceAll(';', ',');
    expect(await read(text, { columnsFlag: '--columns' })).toMatch(/or --columns time=NAME/);
    const columns = { time: 'When', id: 'No', size: 'Filled', price: 'Rate', maker: 'BuyerWaited' };
    expect(await read(text, { columns })).toMatchObject({ isBuy: Uint8Array.of(0, 1, 1) });
  });

  it('name the cells of rows without a header by number', async () => {
    const text = lines('', ([t, p, s, b], id) => [b ? 'B' : 'S', t, id, s, p]);
    expect(await read(text)).toMatch(/expected a header/);
    const columns = { side: '1', time: '2', id: '3', size: '4', price: '5' };
    expect(await read(text, { columns })).toMatchObject({ isBuy: Uint8Array.of(0, 1, 1) });
  });

  it('of several markets have several coins', async () => {
    const text = lines('exchange,symbol,timestamp,local_timestamp,id,side,price,amount', ([t, p, s], id) => [
      'x',
      id % 2 === 0 ? 'BTCUSDT' : 'ETHUSDT',
      t * 1000,
      1,
      id,
      'buy',
      p,
      s,
    ]);
    expect(await read(text)).toMatchObject({ coin: ['BTC', 'ETH', 'BTC'] });
  });

  it('of contracts say so, unless their size is named', async () => {
    const text = lines('instrument_name,trade_id,side,price,size,created_time', ([t, p, s], id) => [
      'BTC-USDT-SWAP',
      id,
      'buy',
      p,
      s,
      t,
    ]);
    expect(await read(text, { columnsFlag: '--columns' })).toMatch(
      /row 1 column "size": expected sizes in coins: those of BTC-USDT-SWAP are contracts \(--columns size=… takes them as they are\)/,
    );
    expect(await read(text, { columns: { size: 'size' } })).toMatchObject({ size: Float64Array.of(0.382, 0.248, 2) });
  });

  it('refuse a flag that is not known', async () => {
    const text = lines('id,price,qty,time,is_buyer_maker', ([t, p, s], id) => [id, p, s, t, 'perhaps']);
    expect(await read(text)).toMatch(/row 1 column "is_buyer_maker": expected true or false, got "perhaps"/);
  });
});

const CASES = '../shared/cases/trades';

describe.skipIf(!existsSync(CASES))('cases of trades (needs ../shared/cases)', () => {
  it.each(['BTCUSDT-aggTrades-2025-01-01.csv', 'BTCUSDT-trades-2025-01-01.csv', 'spot-BTCUSDT-trades-2025-01-01.csv'])(
    'trades/01: %s',
    async (name) => {
      const found = await readTrades(join(CASES, '01-archives-of-an-exchange', name));
      if (!found.ok) throw new Error(describeProblem(found.error));
      const { price, size, isBuy, time } = found.value.trades;
      const sum = (side: number): number =>
        price.reduce((total, each, i) => (isBuy[i] === side ? total + each * size[i]! : total), 0);
      expect([Math.round(sum(1)), Math.round(sum(0))]).toEqual([6_803_670, 4_656_077]);
      expect(time[0]).toBe(T);
    },
  );

  it('trades/02: µs are read as such, Bybit too, and an unknown side is refused with its row', async () => {
    for (const name of ['BTCUSDT.csv', 'bybit.csv']) {
      const found = await readTrades(join(CASES, '02-unknown-side', name));
      expect(found.ok && found.value.trades.time[0]).toBe(T);
    }
    const refused = await readTrades(join(CASES, '02-unknown-side/unknown-side.csv'));
    expect(refused).toMatchObject({ ok: false, error: { row: 68, column: 'side', got: '"unknown"' } });
  });
});
