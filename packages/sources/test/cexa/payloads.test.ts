/** Answers of the large exchange that are written here: what cannot be is left out or unknown, whatever is changed in them. */

import { existsSync, readFileSync } from 'node:fs';
import { HOUR_MS } from '@barograph/core';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readForced, readForcedFrame } from '../../src/cexa/forced-frames.ts';
import {
  parseAccounts,
  parseOpenInterest,
  parseOpenInterestHistory,
  parsePerpTickers,
  parsePremiums,
  parseSettlements,
  parseTerms,
} from '../../src/cexa/payloads-futures.ts';
import { pairBarsOf, parseKlines, parsePairs, parseTickers } from '../../src/cexa/payloads-spot.ts';
import * as payloads from '../../src/cexa/payloads.ts';
import { coinOfPerp } from '../../src/cexa/symbols.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 1000;
const HOUR = 482_000 * HOUR_MS;

const kline = (time: number, more: readonly unknown[] = ['40.5', 12, '3.5', '35', '0']): readonly unknown[] => [
  time, '10', '12', '9', '11', '4', time + HOUR_MS - 1, ...more,
]; // prettier-ignore
const ticker = (symbol: string, more: object = {}) => ({
  symbol,
  lastPrice: '11',
  openPrice: '10',
  highPrice: '12',
  lowPrice: '9',
  weightedAvgPrice: '10.5',
  bidPrice: '10.9',
  askPrice: '11.1',
  volume: '100',
  quoteVolume: '1050',
  count: 7,
  openTime: HOUR - 24 * HOUR_MS,
  closeTime: HOUR,
  ...more,
});
const pair = (symbol: string, base: string, quote: string, status = 'TRADING') => ({
  symbol,
  status,
  baseAsset: base,
  quoteAsset: quote,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01', tickSize: '0.01' },
    { filterType: 'LOT_SIZE', minQty: '0.0001', stepSize: '0.0001' },
    { filterType: 'NOTIONAL', minNotional: '5' },
  ],
});
const premium = (symbol: string, more: object = {}) => ({
  symbol,
  markPrice: '100',
  indexPrice: '99.9',
  lastFundingRate: '-0.0001',
  nextFundingTime: HOUR,
  time: HOUR - 1,
  ...more,
});
const order = (more: object = {}, symbol = 'BTCUSDT') => ({
  stream: '!forceOrder@arr',
  data: { e: 'forceOrder', E: HOUR, o: { s: symbol, S: 'BUY', ap: '100.5', z: '0.2', q: '1', T: HOUR, ...more } },
});

function shaped<Value, Rows>(schema: TSchema, parse: (value: Value) => Rows, body: unknown): Rows | undefined {
  const made = shape(schema, structuredClone(body), () => undefined);
  return made.ok ? parse(made.value as Value) : undefined;
}

describe('coins of perps', () => {
  it.each([
    ['BTCUSDT', 'BTC'],
    ['BTCUSDC', 'BTC'],
    ['1000PEPEUSDT', 'kPEPE'],
    ['BTCUSDT_260626', 'BTC'],
    ['1INCHUSDT', '1INCH'],
    ['1000000MOGUSDT', 'MOG'],
    ['1MBABYDOGEUSDT', 'BABYDOGE'],
    ['1000000MOGUSDT_260626', 'MOG'],
    ['BTCBUSD', undefined],
    ['ETHBTC', undefined],
    ['USDT', undefined],
  ])('%s is %s', (symbol, coin) => expect(coinOfPerp(symbol)).toBe(coin));
});

describe('bars', () => {
  const parse = (rows: readonly unknown[]) =>
    shaped(payloads.klinesPayload, (value: Parameters<typeof parseKlines>[0]) => parseKlines(value, '1h'), rows)!;
  it('have what takers bought, the quote volume and the trades', () => {
    const { rows, fault } = parse([kline(HOUR), kline(HOUR + HOUR_MS)]);
    expect(fault).toBeUndefined();
    const { closed, takerBuy, quoteVolume, trades, forming } = pairBarsOf(rows, '1h', HOUR + HOUR_MS + 1);
    expect([...closed.time, ...takerBuy, ...quoteVolume, ...trades]).toEqual([HOUR, 3.5, 40.5, 12]);
    expect(forming).toEqual({ time: HOUR + HOUR_MS, open: 10, high: 12, low: 9, close: 11, volume: 4 });
  });

  it('are left out where their times are of another unit, and the fault names them', () => {
    const micros = (HOUR + HOUR_MS) * 1000;
    const { rows, fault } = parse([kline(HOUR), kline(micros)]);
    expect(rows.map(({ time }) => time)).toEqual([HOUR]);
    expect(fault).toBe(`bar.time expected epoch ms until the year 9999, got ${micros}`);
  });

  it('are left out where they open more than a day after the answer, and the fault names them', () => {
    const ahead = [HOUR, HOUR + 24 * HOUR_MS, HOUR + 25 * HOUR_MS];
    const rows = ahead.map((time) => kline(time));
    const read = (now: number) =>
      shaped(
        payloads.klinesPayload,
        (value: Parameters<typeof parseKlines>[0]) => parseKlines(value, '1h', now),
        rows,
      )!;
    expect(read(HOUR).rows.map(({ time }) => time)).toEqual(ahead.slice(0, 2));
    expect(read(HOUR).fault).toBe(`bar.time expected at most a day ahead of now, got ${ahead[2]}`);
    expect(read(HOUR + HOUR_MS)).toMatchObject({ fault: undefined, rows: { length: 3 } });
  });

  const CASE = '../shared/cases/times/03-klines-in-microseconds/klines.json';
  it.skipIf(!existsSync(CASE))(
    'case times/03: klines in µs are a fault that names the time (needs ../shared/cases)',
    () => {
      const { rows, fault } = parse(JSON.parse(readFileSync(CASE, 'utf8')) as readonly unknown[][]);
      expect([rows, fault]).toEqual([[], 'bar.time expected epoch ms until the year 9999, got 1735689600000000']);
    },
  );

  it('keep their prices where the rest cannot be, and say so', () => {
    const { rows, fault } = parse([kline(HOUR, ['x', -1, '5', '0', '0'])]);
    expect(rows[0]).toMatchObject({ close: 11, quoteVolume: NaN, trades: NaN, takerBuy: NaN });
    expect(fault).toContain('taker volume expected at most the volume 4, got "5"');
  });

  it('that cannot be are gaps; of two of one hour the later one counts', () => {
    const { rows } = parse([
      kline(HOUR),
      [HOUR + HOUR_MS, '10', '9', '8', '10', '1'],
      kline(HOUR + 1),
      kline(HOUR, []),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.takerBuy).toBeNaN();
  });
});

describe('tickers', () => {
  const parse = (rows: readonly unknown[]) => shaped(payloads.tickersPayload, parseTickers, rows)!.rows;
  it('without a price, or whose numbers contradict each other, are left out and counted', () => {
    const { tickers, leftOut } = parse([
      ticker('A'),
      ticker('ZERO', { lastPrice: '0.00000000' }),
      ticker('HIGH', { highPrice: '10' }),
      ticker('CROSSED', { bidPrice: '11.2' }),
      ticker('A'),
      ticker('LATE', { closeTime: 0 }),
    ]);
    expect([tickers.map(({ symbol }) => symbol), leftOut]).toEqual([['A'], 5]);
    expect(tickers[0]).toMatchObject({ last: 11, mean: 10.5, quoteVolume: 1050, trades: 7, to: HOUR });
  });

  it('of a pair without a book have no bid and ask', () => {
    const [one] = parse([ticker('A', { bidPrice: '0.00000000', askPrice: '0.00000000' })]).tickers;
    expect(one).toMatchObject({ last: 11, bid: NaN, ask: NaN });
  });
});

describe('pairs', () => {
  it('have the limits of their filters; what the venue does not state is unknown', () => {
    const body = {
      symbols: [pair('ABUSDT', 'AB', 'USDT'), { ...pair('CDBTC', 'CD', 'BTC', 'BREAK'), filters: undefined }],
    };
    const { rows, fault } = shaped(payloads.pairsPayload, parsePairs, body)!;
    expect(fault).toBeUndefined();
    const limits = { tickSize: 0.01, stepSize: 0.0001, minQuantity: 0.0001, minNotional: 5 };
    expect(rows.pairs[0]).toEqual({
      symbol: 'ABUSDT',
      base: 'AB',
      quote: 'USDT',
      status: 'TRADING',
      isTrading: true,
      ...limits,
    });
    expect(rows.pairs[1]).toMatchObject({ status: 'BREAK', isTrading: false, tickSize: NaN, minNotional: NaN });
  });
});

describe('perps', () => {
  it('are those against USDT that will settle again', () => {
    const rows = [
      premium('BTCUSDT'),
      premium('1000PEPEUSDT'),
      premium('BTCUSDC'),
      premium('BTCUSDT_260626', { lastFundingRate: '', nextFundingTime: 0 }),
      premium('OLDUSDT', { nextFundingTime: 0 }),
    ];
    const { rows: perps, fault } = shaped(payloads.premiumsPayload, parsePremiums, rows)!;
    expect(fault).toBeUndefined();
    expect(perps.map(({ symbol, coin }) => [symbol, coin])).toEqual([
      ['BTCUSDT', 'BTC'],
      ['1000PEPEUSDT', 'kPEPE'],
    ]);
    expect(perps[0]).toMatchObject({ mark: 100, index: 99.9, fundingRate: -0.0001, nextFundingAt: HOUR });
  });

  it('of many coins are priced by the coin, as on the other venues', () => {
    const rows = ['1000000MOGUSDT', '1MBABYDOGEUSDT'].map((symbol) => premium(symbol));
    const { rows: perps } = shaped(payloads.premiumsPayload, parsePremiums, rows)!;
    expect(perps.map(({ coin, mark }) => [coin, mark])).toEqual([
      ['MOG', 1e-4],
      ['BABYDOGE', 1e-4],
    ]);
    const [close] = readForcedFrame(order({}, '1000000MOGUSDT')).closes;
    expect(close).toMatchObject({ symbol: 'MOG', price: 100.5 / 1e6, size: 0.2 * 1e6 });
  });

  it('have the intervals that there are', () => {
    const rows = [
      { symbol: 'A', fundingIntervalHours: 4 },
      { symbol: 'B', fundingIntervalHours: 7 },
    ];
    const { rows: hours, fault } = shaped(payloads.termsPayload, parseTerms, rows)!;
    expect([[...hours], fault]).toEqual([[['A', 4]], 'B.fundingIntervalHours expected 1, 2, 4 or 8, got 7']);
  });
});

describe('settlements', () => {
  it('that are printed some ms after the hour are of the hour, each once', () => {
    const rows = [HOUR + 8 * HOUR_MS + 7, HOUR, HOUR + 3].map((fundingTime) => ({
      symbol: 'BTCUSDT',
      fundingTime,
      fundingRate: '0.0001',
    }));
    const { rows: prints } = shaped(payloads.settlementsPayload, parseSettlements, rows)!;
    expect(prints.map(({ time }) => time)).toEqual([HOUR, HOUR + 8 * HOUR_MS]);
  });
});

describe('accounts', () => {
  it('whose shares are not parts of one whole are left out', () => {
    const sample = (longAccount: string, shortAccount: string, timestamp: unknown) => ({
      longAccount,
      shortAccount,
      timestamp,
    });
    const rows = [sample('0.6', '0.4', String(HOUR)), sample('0.6', '0.3', HOUR + 1), sample('1.2', '-0.2', HOUR + 2)];
    const { rows: samples, fault } = shaped(payloads.accountsPayload, parseAccounts, rows)!;
    expect(samples).toEqual([{ time: HOUR, long: 0.6 }]);
    expect(fault).toContain(`${HOUR + 1}.longAccount expected a share that leaves 0.3, got "0.6"`);
  });
});

describe('forced closes', () => {
  it('say the side of the position, the mean price and what was filled', () => {
    expect(readForcedFrame(order()).closes).toEqual([
      { symbol: 'BTC', id: `BTCUSDT-BUY-${HOUR}`, time: HOUR, side: 'short', price: 100.5, size: 0.2 },
    ]);
    expect(readForcedFrame(order({ S: 'SELL' }, '1000SHIBUSDT')).closes[0]).toMatchObject({
      symbol: 'kSHIB',
      side: 'long',
    });
  });

  it.each([
    [{ s: 7 }, 'symbol', true],
    [{ s: 'ETHBTC' }, 'quote', false],
    [{ S: 'HOLD' }, 'side', true],
    [{ ap: '0' }, 'price', true],
    [{ z: 0.2 }, 'size', true],
    [{ z: '0.000' }, 'unfilled', false],
    [{ T: '1' }, 'time', true],
  ])('with %j are left out for their %s: lossy %s', (change, reason, isLossy) => {
    expect(readForced(order(change).data)).toBe(reason);
    expect(readForcedFrame(order(change))).toEqual({ kind: 'forced', isLossy, closes: [], bad: [reason] });
  });

  it('come one by one or as a list, beside ticks and acknowledgements', () => {
    const { data } = order();
    expect(
      readForcedFrame({ stream: '!forceOrder@arr', data: [data, order({ T: HOUR + 9 }).data] }).closes,
    ).toHaveLength(2);
    expect(readForcedFrame({ stream: 'btcusdt@markPrice', data: { e: 'markPriceUpdate' } }).kind).toBe('tick');
    expect(readForcedFrame({ result: null, id: 1 }).kind).toBe('control');
  });
});

describe('a refusal that comes with 200', () => {
  it('has a negative code', () => {
    expect(payloads.refusalOf({ code: -1121, msg: 'Invalid symbol.' })).toBe('-1121 Invalid symbol.');
    expect(payloads.refusalOf({ code: 200, msg: 'fine' })).toBeUndefined();
    expect(payloads.refusalOf([])).toBeUndefined();
  });
});

/** Whether each value is a finite number, NaN where allowed, of at least `least`. */
function within(values: readonly number[], least: number): boolean {
  return values.every((value) => Number.isNaN(value) || (value >= least && value < Infinity));
}

/** Bodies of every call, with what must hold of anything that is read from a changed one. */
const CASES: readonly {
  readonly name: string;
  readonly body: unknown;
  readonly holds: (body: unknown) => boolean;
}[] = [
  {
    name: 'bars',
    body: [kline(HOUR), kline(HOUR + HOUR_MS), kline(HOUR + 2 * HOUR_MS)],
    holds: (body) =>
      (
        shaped(payloads.klinesPayload, (value: Parameters<typeof parseKlines>[0]) => parseKlines(value, '1h'), body)
          ?.rows ?? []
      ).every(
        (bar, i, all) =>
          bar.time % HOUR_MS === 0 &&
          (i === 0 || bar.time > all[i - 1]!.time) &&
          bar.low > 0 &&
          bar.low <= Math.min(bar.open, bar.close) &&
          bar.high >= Math.max(bar.open, bar.close) &&
          bar.high < Infinity &&
          bar.volume >= 0 &&
          !(bar.takerBuy > bar.volume) &&
          within([bar.takerBuy, bar.quoteVolume, bar.trades], 0),
      ),
  },
  {
    name: 'tickers',
    body: [ticker('A'), ticker('B')],
    holds: (body) => {
      const made = shaped(payloads.tickersPayload, parseTickers, body)?.rows;
      return (made?.tickers ?? []).every(
        ({ last, high, low, bid, ask, volume, quoteVolume, trades, from, to }) =>
          low > 0 &&
          low <= last &&
          last <= high &&
          high < Infinity &&
          !(bid > ask) &&
          to > from &&
          within([volume, quoteVolume, trades], 0),
      );
    },
  },
  {
    name: 'pairs',
    body: { timezone: 'UTC', symbols: [pair('ABUSDT', 'AB', 'USDT'), pair('CDUSDT', 'CD', 'USDT')] },
    holds: (body) =>
      (shaped(payloads.pairsPayload, parsePairs, body)?.rows.pairs ?? []).every(
        ({ symbol, base, quote, tickSize, stepSize, minNotional }) =>
          [symbol, base, quote].every((text) => text !== '') &&
          within([tickSize, stepSize, minNotional], Number.MIN_VALUE),
      ),
  },
  {
    name: 'premiums',
    body: [premium('BTCUSDT'), premium('ETHUSDT')],
    holds: (body) =>
      (shaped(payloads.premiumsPayload, parsePremiums, body)?.rows ?? []).every(
        ({ coin, mark, index, fundingRate, nextFundingAt }) =>
          coin !== '' &&
          within([mark, index], Number.MIN_VALUE) &&
          within([fundingRate], -Number.MAX_VALUE) &&
          nextFundingAt !== 0,
      ),
  },
  {
    name: 'terms',
    body: [{ symbol: 'A', fundingIntervalHours: 4 }],
    holds: (body) =>
      [...(shaped(payloads.termsPayload, parseTerms, body)?.rows.values() ?? [])].every((h) =>
        [1, 2, 4, 8].includes(h),
      ),
  },
  {
    name: 'tickers of perps',
    body: [ticker('A'), ticker('B')],
    holds: (body) => within([...(shaped(payloads.tickersPayload, parsePerpTickers, body)?.rows.values() ?? [])], 0),
  },
  {
    name: 'settlements',
    body: [
      { symbol: 'A', fundingTime: HOUR, fundingRate: '0.0001', markPrice: '1' },
      { symbol: 'A', fundingTime: HOUR + HOUR_MS, fundingRate: '-0.0001' },
    ],
    holds: (body) =>
      (shaped(payloads.settlementsPayload, parseSettlements, body)?.rows ?? []).every(
        ({ time, rate }, i, all) =>
          Number.isSafeInteger(time) && Number.isFinite(rate) && (i === 0 || time > all[i - 1]!.time),
      ),
  },
  {
    name: 'open interest',
    body: { symbol: 'A', openInterest: '12.5', time: HOUR },
    holds: (body) =>
      (shaped(payloads.openInterestPayload, parseOpenInterest, body)?.rows ?? []).every(
        ({ time, contracts }) => Number.isSafeInteger(time) && contracts >= 0 && contracts < Infinity,
      ),
  },
  {
    name: 'samples of open interest',
    body: [
      { symbol: 'A', sumOpenInterest: '12.5', sumOpenInterestValue: '100', timestamp: HOUR },
      { symbol: 'A', sumOpenInterest: '13.5', sumOpenInterestValue: '101', timestamp: String(HOUR + HOUR_MS) },
    ],
    holds: (body) =>
      (shaped(payloads.openInterestHistoryPayload, parseOpenInterestHistory, body)?.rows ?? []).every(
        ({ time, contracts, notional }, i, all) =>
          Number.isSafeInteger(time) &&
          contracts >= 0 &&
          contracts < Infinity &&
          within([notional], 0) &&
          (i === 0 || time > all[i - 1]!.time),
      ),
  },
  {
    name: 'samples of accounts',
    body: [{ symbol: 'A', longAccount: '0.6', shortAccount: '0.4', longShortRatio: '1.5', timestamp: HOUR }],
    holds: (body) =>
      (shaped(payloads.accountsPayload, parseAccounts, body)?.rows ?? []).every(
        ({ time, long }) => Number.isSafeInteger(time) && long >= 0 && long <= 1,
      ),
  },
  {
    name: 'forced closes',
    body: order(),
    holds: (body) =>
      readForcedFrame(body).closes.every(
        ({ symbol, time, price, size }) =>
          symbol !== '' && Number.isSafeInteger(time) && price > 0 && price < Infinity && size > 0 && size < Infinity,
      ),
  },
];

describe('a changed answer either is refused or holds nothing that cannot be', () => {
  it.each(CASES)('$name', ({ name, body, holds }) => {
    const random = seeded(`cexa ${name}`);
    expect(holds(body)).toBe(true);
    for (let i = 0; i < Math.ceil(MUTANTS / CASES.length); i++) {
      const mutant = mutate(body, random);
      expect(holds(mutant.body), mutant.path).toBe(true);
    }
  });
});
