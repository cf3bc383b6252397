/** Trades, forced closes and aggregated books of the venue: recorded ones by value, and mutants of them. */

import type { Result } from '@barograph/core';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { fillsPayload, readForcedClose, type FillReading } from '../../src/perpdex/fill-rows.ts';
import { parseBook, bookPayload, type BookPayload } from '../../src/perpdex/payloads.ts';
import { readTrade, type TradeRow } from '../../src/perpdex/trade-rows.ts';
import { readTradeFrame } from '../../src/perpdex/trades-stream.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from './mutants.ts';
import { recorded, recordedLines, WITHOUT } from './recorded.ts';

const MUTANTS = 10_000;
const WATCHER = `0x${'1'.repeat(40)}`;
const OTHER = `0x${'2'.repeat(40)}`;

/** A row of the stream, as written. */
const row = (more: object = {}) => ({
  coin: 'kPEPE',
  side: 'B',
  px: '0.0125',
  sz: '800000.0',
  time: 1_730_160_006_192,
  hash: '0x40d1',
  tid: 1_016_375_172_059_570,
  users: [WATCHER, OTHER],
  ...more,
});
/** A fill of the watcher, as written. */
const fill = (more: object = {}) => ({
  ...row(),
  startPosition: '0.0',
  dir: 'Open Long',
  closedPnl: '0.0',
  oid: 522_778_434_368,
  crossed: false,
  fee: '0.0',
  feeToken: 'USDC',
  twapId: null,
  liquidation: { liquidatedUser: OTHER, markPx: '0.0124', method: 'market' },
  ...more,
});
const trades = (...data: readonly unknown[]) => readTradeFrame({ channel: 'trades', data });
const sideOf = (reading: FillReading): string =>
  reading.kind === 'liquidation' ? reading.liquidation.side : reading.kind === 'bad' ? reading.field : reading.kind;

describe('trades of the stream', () => {
  it('are read by value, and keep the case of their perp', () => {
    const expected: TradeRow = {
      coin: 'kPEPE',
      time: 1_730_160_006_192,
      isBuy: true,
      price: 0.0125,
      size: 800_000,
      id: 1_016_375_172_059_570,
    };
    expect(trades(row(), row({ side: 'A' }))).toEqual({
      kind: 'trades',
      coin: 'kPEPE',
      trades: [expected, { ...expected, isBuy: false }],
      users: [
        [WATCHER, OTHER],
        [WATCHER, OTHER],
      ],
      bad: [],
    });
  });

  it.each([
    ['row', 5],
    ['row', null],
    ['coin', row({ coin: '' })],
    ['coin', row({ coin: 7 })],
    ['side', row({ side: 'b' })],
    ['price', row({ px: '0.0' })],
    ['price', row({ px: 0.0125 })],
    ['price', row({ px: 'NaN' })],
    ['size', row({ sz: '0' })],
    ['size', row({ sz: '-1.0' })],
    ['size', row({ sz: 'Infinity' })],
    ['time', row({ time: '1730160006192' })],
    ['time', row({ time: 1_730_160 })],
    ['time', row({ time: 1_730_160_006_192.5 })],
    ['id', row({ tid: 0 })],
    ['id', row({ tid: 2 ** 53 })],
    ['id', row({ tid: undefined })],
  ])('without a %s that can be are left out, and the others unharmed', (field, bad) => {
    const { kind, trades: read, bad: fields } = trades(row(), bad, row({ tid: 2 }));
    expect([kind, read.map(({ id }) => id), fields]).toEqual(['trades', [row().tid, 2], [field]]);
    // A form that changed is not a market without trades.
    expect(trades(bad)).toEqual({ kind: 'unreadable', coin: undefined, trades: [], users: [], bad: [field] });
  });

  it('are told from other frames', () => {
    const answer = (subscription: object, method = 'subscribe') => ({
      channel: 'subscriptionResponse',
      data: { method, subscription },
    });
    const kinds = [
      { channel: 'pong' },
      null,
      'x',
      { channel: 'trades', data: [] },
      { channel: 'trades', data: null },
      { channel: 'trades' },
      { channel: 'error', data: 'Already subscribed' },
    ].map((frame) => readTradeFrame(frame).kind);
    expect(kinds).toEqual(['control', 'control', 'control', 'trades', 'unreadable', 'unreadable', 'control']);
    expect(readTradeFrame(answer({ type: 'trades', coin: 'BTC' })).coin).toBe('BTC');
    expect(readTradeFrame(answer({ type: 'trades', coin: 'BTC' }, 'unsubscribe')).coin).toBeUndefined();
    expect(readTradeFrame(answer({ type: 'candle', coin: 'BTC' })).coin).toBeUndefined();
  });

  it.skipIf(WITHOUT !== undefined)('as they were recorded are all read', () => {
    const frames = recordedLines('tardis_ws_trades.ndjson').map(readTradeFrame);
    expect(frames.map(({ kind, coin, bad, trades: { length } }) => [kind, coin, bad, length])).toEqual([
      ['trades', 'FXS', [], 1],
      ['trades', 'FXS', [], 1],
      ['trades', 'BTC', [], 3],
      ['trades', 'BTC', [], 1],
    ]);
    expect(frames[0]!.trades).toEqual([
      { coin: 'FXS', time: 1_730_160_015_113, isBuy: false, price: 1.9008, size: 10.5, id: 611_279_506_717_453 },
    ]);
    expect(frames[2]!.trades[2]).toEqual({
      coin: 'BTC',
      time: 1_730_160_006_192,
      isBuy: true,
      price: 69_997,
      size: 0.83613,
      id: 229_986_151_112_628,
    });
    const recent = (recorded('recentTrades_BTC__2024-12-21.json') as unknown[]).map(readTrade);
    expect(recent.filter((one) => typeof one === 'string')).toEqual([]);
    expect(recent).toHaveLength(10);
    expect(recent[0]).toEqual({
      coin: 'BTC',
      time: 1_734_766_660_612,
      isBuy: false,
      price: 98_818,
      size: 0.04221,
      id: 546_741_900_151_431,
    });
  });
});

describe('forced closes among the fills of an account', () => {
  const forced = (more: object) => sideOf(readForcedClose(fill(more), WATCHER));
  const of = (liquidatedUser: string) => ({ liquidatedUser, markPx: '0.0124', method: 'market' });

  it('have the side of the position, whichever side of the trade the account was on [#288]', () => {
    expect(forced({ side: 'B', liquidation: of(OTHER) })).toBe('long');
    expect(forced({ side: 'A', liquidation: of(OTHER) })).toBe('short');
    expect(forced({ side: 'B', liquidation: of(WATCHER) })).toBe('short');
    expect(forced({ side: 'A', liquidation: of(WATCHER.replace('0x', '0X')) })).toBe('long');
    expect(forced({ side: 'A', liquidation: of(WATCHER) })).toBe('long');
  });

  it('have the side that the direction states where nobody is named, and none where two disagree', () => {
    const dir = 'Liquidated Isolated Short';
    expect(forced({ side: 'A', dir, liquidation: of(OTHER) })).toBe('short');
    expect(forced({ side: 'B', dir, liquidation: of(OTHER) })).toBe('user');
    expect(forced({ dir, liquidation: { method: 'backstop' } })).toBe('short');
    expect(forced({ dir: 'Liquidated Cross Long', liquidation: {} })).toBe('long');
    expect(forced({ liquidation: {} })).toBe('user');
    expect(forced({ liquidation: 'yes' })).toBe('user');
  });

  it('are none of ordinary fills, of spot pairs and of perps of other venues', () => {
    for (const more of [{ liquidation: undefined }, { liquidation: null }, { coin: '@107' }, { coin: 'xyz:CL' }]) {
      expect(forced(more)).toBe('none');
    }
  });

  it('with a value that cannot be are left out, with its name', () => {
    expect([{ sz: '0' }, { px: 5 }, { side: 'S' }, { tid: 0 }, { time: NaN }, { coin: 1 }].map(forced)).toEqual(
      ['size', 'price', 'side', 'id', 'time', 'coin'], // prettier-ignore
    );
    expect(sideOf(readForcedClose(null, WATCHER))).toBe('row');
  });

  it.skipIf(WITHOUT !== undefined)('as they were recorded are read by value', () => {
    const backstop = recorded('yassi_userFills_liquidator.json') as unknown[];
    const readings = backstop.map((one) => readForcedClose(one, WATCHER));
    expect(readings.map(sideOf)).toEqual(['short', 'short', 'none', 'none', 'none']);
    expect(readings[0]).toEqual({
      kind: 'liquidation',
      liquidation: {
        symbol: 'HMSTR',
        id: '1787375624383-HMSTR-802203254918732',
        time: 1_787_375_624_383,
        side: 'short',
        price: 0.000255,
        size: 13_385_820,
      },
    });
    const frame = recorded('nautilus_ws_user_fill_liquidation.json') as { data: { fills: unknown[] } };
    expect(frame.data.fills.map((one) => readForcedClose(one, WATCHER))).toEqual([
      {
        kind: 'liquidation',
        liquidation: {
          symbol: 'BTC',
          id: '1781528065899-BTC-745210434703679',
          time: 1_781_528_065_899,
          side: 'short',
          price: 66_653,
          size: 0.001,
        },
      },
    ]);
    for (const file of [
      'userFillsByTime_one_wallet__2026-06-10_2026-06-14.json',
      'userFills__get_user_fills.json',
      'nautilus_http_user_fills_dust_conversion.json',
    ]) {
      // prettier-ignore
      const drift: string[] = [];
      const shaped = shape(fillsPayload, recorded(file), (field) => drift.push(field));
      expect([file, shaped.ok, drift]).toEqual([file, true, []]);
      const kinds = new Set((recorded(file) as unknown[]).map((one) => readForcedClose(one, WATCHER).kind));
      expect(kinds).toEqual(new Set(['none']));
    }
  });
});

/** A body as the adapter reads it. */
function bookOf(body: unknown): Result<unknown, string> {
  const shaped = shape(bookPayload as TSchema, structuredClone(body), () => undefined);
  return shaped.ok ? parseBook(shaped.value as BookPayload) : { ok: false, error: shaped.error.field };
}

const BOOK = {
  coin: 'BTC',
  time: 1_782_131_344_546,
  levels: [
    [
      { px: '64900.0', sz: '12.40866', n: 34 },
      { px: '64800.0', sz: '589.48131', n: 591 },
    ],
    [
      { px: '65000.0', sz: '658.6479', n: 831 },
      { px: '65100.0', sz: '292.64564', n: 470 },
    ],
  ],
  spread: '1.0',
};

describe('books by significant figures', () => {
  it.skipIf(WITHOUT !== undefined)('as they were recorded are read, from the best level on', () => {
    for (const [figures, step] of [
      ['3', 100],
      ['4', 10],
      ['5', 1],
      ['5_m5', 5],
    ] as const) {
      // prettier-ignore
      const book = bookOf(recorded(`mm_l2book_btc_nsf${figures}__1782131344546.json`));
      if (!book.ok) throw new Error(book.error);
      const { bids, asks } = book.value as { bids: { price: Float64Array }; asks: { price: Float64Array } };
      expect([bids.price.length, asks.price.length]).toEqual([20, 20]);
      for (const price of [...bids.price, ...asks.price]) expect(price % step).toBe(0);
      expect(bids.price[0]!).toBeLessThan(asks.price[0]!);
    }
  });
});

describe(`${MUTANTS} mutants`, () => {
  const isSound = ({ coin, time, isBuy, price, size, id }: TradeRow): boolean =>
    coin !== '' && time > 0 && typeof isBuy === 'boolean' && price > 0 && price < Infinity && size > 0 && size < Infinity && id > 0; // prettier-ignore

  it('of trades never throw, and leave nothing that cannot be', () => {
    const random = seeded('trades');
    const frame = { channel: 'trades', data: [row(), row({ coin: 'BTC', tid: 5 }), row({ side: 'A', tid: 6 })] };
    const seen = { whole: 0, unreadable: 0, dropped: 0 };
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(frame, random, 3);
      const { kind, trades: read, bad } = readTradeFrame(body);
      expect(read.every(isSound), path).toBe(true);
      // One change spoils one row at most, or the frame.
      expect(bad.length, path).toBeLessThanOrEqual(1);
      const { data } = body as { data: unknown };
      if (kind === 'trades') expect(read.length + bad.length, path).toBe((data as unknown[]).length);
      if (kind === 'unreadable') seen.unreadable++;
      else if (bad.length > 0) seen.dropped++;
      else seen.whole++;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(MUTANTS / 50);
  });

  it('of fills never throw, and leave no forced close that cannot be', () => {
    const random = seeded('fills');
    const answer = [fill(), fill({ side: 'A', dir: 'Liquidated Cross Short', tid: 9 }), fill({ liquidation: null })];
    const seen = { liquidation: 0, bad: 0, none: 0, refused: 0 };
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(answer, random, 4);
      const shaped = shape(fillsPayload, body, () => undefined);
      if (!shaped.ok) {
        seen.refused++;
        continue;
      }
      for (const one of shaped.value) {
        const reading = readForcedClose(one, WATCHER);
        seen[reading.kind]++;
        if (reading.kind !== 'liquidation') continue;
        const { symbol, price, size, time, side, id } = reading.liquidation;
        expect(isSound({ coin: symbol, price, size, time, isBuy: true, id: 1 }), path).toBe(true);
        expect(['long', 'short'], path).toContain(side);
        expect(id, path).toMatch(/^\d+-.+-\d+$/);
      }
    }
    for (const kind of ['liquidation', 'bad', 'none'] as const) expect(seen[kind]).toBeGreaterThan(MUTANTS / 50);
  });

  it('of aggregated books give a whole book, from the best level on, or none', () => {
    const random = seeded('books');
    const seen = { book: 0, none: 0 };
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(BOOK, random);
      const book = bookOf(body);
      seen[book.ok ? 'book' : 'none']++;
      if (!book.ok) continue;
      const { bids, asks } = book.value as { bids: { price: Float64Array; size: Float64Array }; asks: { price: Float64Array; size: Float64Array } }; // prettier-ignore
      for (const value of [...bids.price, ...bids.size, ...asks.price, ...asks.size])
        expect(value, path).toBeGreaterThan(0);
      expect([...bids.price], path).toEqual([...bids.price].toSorted((a, b) => b - a));
      expect([...asks.price], path).toEqual([...asks.price].toSorted((a, b) => a - b));
      expect((bids.price[0] ?? 0) < (asks.price[0] ?? Infinity), path).toBe(true);
    }
    expect(Math.min(seen.book, seen.none)).toBeGreaterThan(MUTANTS / 50);
  });
});
