/** Payloads and frames of the second perp exchange: recorded, written by hand, and changed ten thousand times. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { baseCoin } from '../../src/market/base-coin.ts';
import { createFrameReader } from '../../src/dexb/forced-frames.ts';
import { newestOf } from '../../src/forced/frame.ts';
import {
  intervalsOf,
  parseInstruments,
  parseSamples,
  parseSettlements,
  parseTickers,
  instrumentsPayload,
  refusalOf,
  samplesPayload,
  settlementsPayload,
  tickersPayload,
  tradesPayload,
} from '../../src/dexb/payloads.ts';
import { createTopics } from '../../src/dexb/stream.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const FOLDER = '../shared/data/api/bybit';
const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const text = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const recorded = (file: string): unknown => JSON.parse(text(file)) as unknown;
const lines = (file: string): readonly unknown[] =>
  text(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** A parser behind its schema: undefined of a body of another form. */
function shaped<Payload, Rows>(
  schema: TSchema,
  parse: (payload: Payload) => Rows,
): (body: unknown) => Rows | undefined {
  return (body) => {
    const made = shape(schema, structuredClone(body), () => undefined);
    return made.ok ? parse(made.value as Payload) : undefined;
  };
}
const instruments = shaped(instrumentsPayload, (one: Parameters<typeof parseInstruments>[0][number]) =>
  parseInstruments([one]),
);
const settlements = shaped(settlementsPayload, parseSettlements);
const samples = shaped(samplesPayload, parseSamples);

const instrument = (symbol: string, baseCoin: string, more: object = {}) => ({
  symbol,
  baseCoin,
  contractType: 'LinearPerpetual',
  status: 'Trading',
  quoteCoin: 'USDT',
  fundingInterval: 480,
  ...more,
});
const ticker = (symbol: string, more: object = {}) => ({
  symbol,
  markPrice: '100',
  indexPrice: '99',
  fundingRate: '-0.0001',
  nextFundingTime: '1700000000000',
  openInterest: '5',
  turnover24h: '1000',
  fundingIntervalHour: '4',
  ...more,
});
const listed = (...list: readonly object[]) => ({ retCode: 0, result: { category: 'linear', list } });
const perpsOf = (specs: readonly object[], rows: readonly object[]) => {
  const known = instruments(listed(...specs))!.rows;
  return shaped(tickersPayload, (payload: Parameters<typeof parseTickers>[0]) => parseTickers(payload, known))(
    listed(...rows),
  );
};

describe('perps of the second exchange', () => {
  it('trade against a dollar, one of each coin, USDT first; futures, stocks and what does not trade are left out', () => {
    const { rows } = instruments(
      listed(
        instrument('BTCPERP', 'BTC', { quoteCoin: 'USDC' }),
        instrument('BTCUSDT', 'BTC'),
        instrument('ONLYPERP', 'ONLY', { quoteCoin: 'USDC', fundingInterval: 60 }),
        instrument('BTC-26DEC25', 'BTC', { contractType: 'LinearFutures' }),
        instrument('TSLAUSDT', 'TSLA', { symbolType: 'stock' }),
        instrument('NEWUSDT', 'NEW', { status: 'PreLaunch' }),
        instrument('BTCEUR', 'BTC', { quoteCoin: 'EUR' }),
      ),
    )!;
    expect(rows.map(({ symbol, coin, intervalHours }) => [symbol, coin, intervalHours])).toEqual([
      ['BTCUSDT', 'BTC', 8],
      ['ONLYPERP', 'ONLY', 1],
    ]);
  });

  it('have the coin of the perp venue, and its units', () => {
    expect(['BTC', '1000PEPE', 'SHIB1000', '10000LADYS', '1000000MOG', '1INCH'].map(baseCoin)).toEqual([
      { coin: 'BTC', factor: 1 },
      { coin: 'kPEPE', factor: 1 },
      { coin: 'kSHIB', factor: 1 },
      { coin: 'LADYS', factor: 10_000 },
      { coin: 'MOG', factor: 1_000_000 },
      { coin: '1INCH', factor: 1 },
    ]);
    const { rows } = perpsOf([instrument('1000000MOGUSDT', '1000000MOG')], [ticker('1000000MOGUSDT')])!;
    expect(rows[0]).toMatchObject({ coin: 'MOG', mark: 1e-4, openInterest: 5_000_000, dayNotional: 1000 });
  });

  it('say mark, index, rate, interval, next funding, open interest and turnover; what cannot be is unknown', () => {
    const specs = [instrument('BTCUSDT', 'BTC'), instrument('ETHUSDT', 'ETH', { fundingInterval: 8 })];
    const { rows, fault } = perpsOf(specs, [
      ticker('BTCUSDT'),
      ticker('ETHUSDT', { markPrice: '0', openInterest: '' }),
    ])!;
    expect(rows[0]).toEqual({
      symbol: 'BTCUSDT',
      coin: 'BTC',
      mark: 100,
      index: 99,
      fundingRate: -0.0001,
      intervalHours: 8,
      nextFundingAt: 1_700_000_000_000,
      openInterest: 5,
      dayNotional: 1000,
    });
    // Minutes that are no hours: the ticker says it too.
    expect(rows[1]).toMatchObject({ mark: NaN, openInterest: NaN, intervalHours: 4 });
    expect(fault).toContain('ETHUSDT.markPrice expected a decimal above zero as text, got "0"');
  });

  it('say why an answer with status 200 is none', () => {
    expect(refusalOf({ retCode: 10_006, retMsg: 'Too many visits!' })).toBe('10006 Too many visits!');
    expect(refusalOf({ retCode: 10_001 })).toBe('10001 an error without a message');
    expect(refusalOf(listed())).toBeUndefined();
  });
});

describe('observations of the second exchange', () => {
  it('are in order of time, each once, with the hours from one settlement to the next', () => {
    const rows = [
      { fundingRate: '0.0003', fundingRateTimestamp: '1700028800000' },
      { fundingRate: '0.0002', fundingRateTimestamp: '1700000000000' },
      { fundingRate: '0.0002', fundingRateTimestamp: '1700000000000' },
      { fundingRate: 'x', fundingRateTimestamp: '1700043200000' },
      { fundingRate: '-0.0001', fundingRateTimestamp: '1700043200000' },
    ];
    const parsed = settlements(listed(...rows))!;
    expect(parsed.rows.map(({ value }) => value)).toEqual([0.0002, 0.0003, -0.0001]);
    expect([...intervalsOf(parsed.rows)]).toEqual([NaN, 8, 4]);
    expect(parsed.fault).toContain('list[3].value');
  });
});

const reader = createFrameReader((symbol) =>
  symbol === 'PIPPINUSDT'
    ? { coin: 'PIPPIN', factor: 1 }
    : symbol === '1000000MOGUSDT'
      ? { coin: 'MOG', factor: 1_000_000 }
      : undefined,
);
const T = 1_740_480_207_110;
const forcedRow = (more: object = {}) => ({ T, s: 'PIPPINUSDT', S: 'Buy', v: '20000', p: '0.025', ...more });
const frame = (...data: readonly object[]) => ({ topic: 'allLiquidation.PIPPINUSDT', type: 'snapshot', ts: T, data });

describe('forced closes of the second exchange', () => {
  it('Buy closes a long and Sell a short: the opposite of the large exchange', () => {
    const { closes } = reader(frame(forcedRow(), forcedRow({ S: 'Sell' })));
    expect(closes).toEqual([
      { symbol: 'PIPPIN', id: `PIPPINUSDT-${T}-Buy-20000-0.025`, time: T, side: 'long', price: 0.025, size: 20_000 },
      { symbol: 'PIPPIN', id: `PIPPINUSDT-${T}-Sell-20000-0.025`, time: T, side: 'short', price: 0.025, size: 20_000 },
    ]);
  });

  it('that are alike within a frame are two, and the same frame again brings neither', () => {
    const ids = (): readonly string[] => reader(frame(forcedRow(), forcedRow())).closes.map(({ id }) => id);
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
  });

  it('of a million coins count coins', () => {
    const { closes } = reader(frame(forcedRow({ s: '1000000MOGUSDT', v: '3', p: '2' })));
    expect(closes[0]).toMatchObject({ symbol: 'MOG', size: 3_000_000, price: 2e-6 });
  });

  it('that cannot be are left out by reason, and a frame of none but those cannot be read', () => {
    const bad = [{ s: 'NONEUSDT' }, { S: 'buy' }, { p: '0' }, { v: '-1' }, { T: '7' }].map(forcedRow);
    expect(reader(frame(...bad))).toEqual({
      kind: 'unreadable',
      closes: [],
      bad: ['instrument', 'side', 'price', 'size', 'time'],
    });
    expect(reader(frame(forcedRow(), bad[0]!)).kind).toBe('forced');
    expect(reader({ topic: 'allLiquidation.X' }).kind).toBe('unreadable');
    expect(reader({ op: 'ping', success: true, ret_msg: 'pong' }).kind).toBe('control');
  });

  it('are answered by the name of the request', () => {
    const answer = { op: 'subscribe', req_id: 'forced/0', conn_id: 'x' };
    expect(reader({ ...answer, success: true })).toMatchObject({ kind: 'served', key: 'forced/0' });
    expect(reader({ ...answer, success: false, ret_msg: 'no such topic' })).toMatchObject({ kind: 'refused' });
  });
});

describe('topics of the stream', () => {
  const args = (list: readonly { readonly key: string; readonly subscribe: string }[]) =>
    Object.fromEntries(
      list.map(({ key, subscribe }) => [
        key,
        (JSON.parse(subscribe) as { args: readonly string[] }).args.map((one) => one.split('.')[1]),
      ]),
    );

  it('are some to a subscription, which stays as it is while others come, and shrinks where one goes', () => {
    const topics = createTopics(2);
    expect(args(topics.follow(['C', 'A', 'B']))).toEqual({ 'forced/0': ['A', 'B'], 'forced/1': ['C'] });
    expect(args(topics.follow(['AA', 'A', 'B', 'C']))).toEqual({
      'forced/0': ['A', 'B'],
      'forced/1': ['C'],
      'forced/2': ['AA'],
    });
    expect(args(topics.follow(['AA', 'B']))).toEqual({ 'forced/0': ['B'], 'forced/2': ['AA'] });
    expect(JSON.parse(topics.follow(['B'])[0]!.unsubscribe)).toEqual({
      req_id: 'forced/0',
      op: 'unsubscribe',
      args: ['allLiquidation.B'],
    });
  });

  it('that are refused together are tried alone, and the one that is refused again is left out', () => {
    const topics = createTopics(3);
    topics.follow(['A', 'B', 'GONE']);
    expect(args(topics.refused('forced/0'))).toEqual({ 'forced/1': ['A'], 'forced/2': ['B'], 'forced/3': ['GONE'] });
    expect(args(topics.refused('forced/3'))).toEqual({ 'forced/1': ['A'], 'forced/2': ['B'] });
    expect(args(topics.follow(['A', 'B', 'GONE']))).toEqual({ 'forced/1': ['A'], 'forced/2': ['B'] });
  });
});

const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;
const known = (value: number): boolean => Number.isNaN(value) || Number.isFinite(value);

describe('any changed body', () => {
  it('of perps is refused or holds nothing that cannot be', () => {
    const random = seeded('dexb perps');
    const specs = [instrument('BTCUSDT', 'BTC'), instrument('1000PEPEUSDT', '1000PEPE', { fundingInterval: 60 })];
    const rows = [ticker('BTCUSDT'), ticker('1000PEPEUSDT')];
    for (let i = 0; i < MUTANTS; i++) {
      const both = mutate({ specs, rows }, random);
      const body = both.body as { specs: readonly object[]; rows: readonly object[] };
      const perps = Array.isArray(body.specs) && Array.isArray(body.rows) ? perpsIfShaped(body.specs, body.rows) : [];
      for (const perp of perps) {
        expect(perp.mark > 0 || Number.isNaN(perp.mark), both.path).toBe(true);
        expect(perp.openInterest >= 0 || Number.isNaN(perp.openInterest), both.path).toBe(true);
        expect([perp.fundingRate, perp.index, perp.dayNotional, perp.nextFundingAt].every(known), both.path).toBe(true);
        expect(Number.isNaN(perp.intervalHours) || (perp.intervalHours >= 1 && perp.intervalHours <= 24)).toBe(true);
      }
    }
  });

  it('of observations is refused or holds nothing that cannot be', () => {
    const random = seeded('dexb rows');
    const body = listed(
      { openInterest: '1', timestamp: '1700000000000', fundingRate: '0.1', fundingRateTimestamp: '1700000000000' },
      { openInterest: '2', timestamp: '1700000300000', fundingRate: '0.1', fundingRateTimestamp: '1700000300000' },
    );
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutate(body, random);
      for (const parse of [settlements, samples]) {
        const rows = parse(mutant.body)?.rows ?? [];
        expect(
          rows.every(({ time, value }) => time > 0 && Number.isFinite(value)),
          mutant.path,
        ).toBe(true);
        expect(
          rows.every(({ time }, at) => at === 0 || time > rows[at - 1]!.time),
          mutant.path,
        ).toBe(true);
      }
    }
  });

  it('of forced closes holds nothing that cannot be', () => {
    const random = seeded('dexb frames');
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(frame(forcedRow(), forcedRow({ S: 'Sell' })), random);
      for (const { price, size, time } of reader(body).closes) {
        expect(Math.min(price, size, time), path).toBeGreaterThan(0);
        expect(Math.max(price, size, time), path).toBeLessThan(Infinity);
      }
    }
  });
});

function perpsIfShaped(specs: readonly object[], rows: readonly object[]) {
  const known = instruments(listed(...specs));
  if (known === undefined) return [];
  const parse = shaped(tickersPayload, (payload: Parameters<typeof parseTickers>[0]) =>
    parseTickers(payload, known.rows),
  );
  return parse(listed(...rows))?.rows ?? [];
}

/** Recorded answers that are read, and those that are not: each with its reason. */
const UNUSED: Readonly<Record<string, RegExp>> = {
  'other kinds of requests':
    /Announcements|DeliveryPrice|HistoricalVolatility|Klines|klines|Leverage|OrderPriceLimit|rderbook|SystemStatus|TradeHistory|Spread/,
  'spot and options': /Spot|spot|Option|option/,
  'private streams': /_Private_/,
  'streams that are not subscribed to':
    /ws_orderbook|ws_public_trade|orderBook|deriv_trade|Linear_Ticker|Linear_Trades|ws_ticker_linear|deriv_tickers/,
  'a topic that the venue has ended (liquidation.*)': /deriv_liquidation\.ndjson/,
};

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  it('of instruments parse', () => {
    const rowsOf = (file: string) => instruments(recorded(file))!;
    expect(rowsOf('jkorf_V5Api_ExchangeData_GetLinearInverseSymbols.json')).toEqual({
      rows: [{ symbol: 'BTCUSDT', coin: 'BTC', factor: 1, quote: 'USDT', intervalHours: 8 }],
      fault: undefined,
    });
    expect(rowsOf('jkorf_V5Api_ExchangeData_GetLinearInverseSymbolsPreListing.json').rows).toEqual([]);
    expect(rowsOf('nautilus_http_get_instruments_linear_symbol_type.json').rows).toEqual([]);
    // Eight minutes are no interval: the file was written by hand.
    const written = rowsOf('nautilus_http_get_instruments_linear.json');
    expect(written.rows.map(({ symbol, intervalHours }) => [symbol, intervalHours])).toEqual([
      ['BTCUSDT', NaN],
      ['ETHUSDT', NaN],
    ]);
    expect(written.fault).toContain('BTCUSDT.fundingInterval expected minutes of 1 to 24 hours, got 8');
  });

  it('of tickers parse, whichever category they were recorded of', () => {
    const specs = [instrument('BTCUSD', 'BTC')];
    const body = recorded('jkorf_V5Api_ExchangeData_GetLinearInverseTickers.json') as { result: { list: object[] } };
    const { rows, fault } = perpsOf(specs, body.result.list)!;
    expect(fault).toBeUndefined();
    expect(rows[0]).toMatchObject({
      mark: 16_596,
      index: 16_598.54,
      fundingRate: -0.001034,
      openInterest: 373_504_107,
    });
  });

  it('of settlements and open interest parse whole', () => {
    for (const file of [
      'jkorf_V5Api_ExchangeData_GetFundingRateHistory.json',
      'nautilus_http_get_funding_history.json',
    ]) {
      const { rows, fault } = settlements(recorded(file))!;
      expect([rows.length > 0, fault], file).toEqual([true, undefined]);
    }
    expect([...intervalsOf(settlements(recorded('nautilus_http_get_funding_history.json'))!.rows)]).toEqual([NaN, 8]);
    const { rows, fault } = samples(recorded('jkorf_V5Api_ExchangeData_GetOpenInterest.json'))!;
    expect(fault).toBeUndefined();
    expect(rows).toEqual([
      { time: 1_669_571_100_000, value: 461_134_292 },
      { time: 1_669_571_400_000, value: 461_134_384 },
    ]);
  });

  it('of the stream parse: a short of 69.90 USD, and an accepted subscription', () => {
    for (const one of lines('tardis_ws_deriv_allLiquidation.ndjson')) {
      const { kind, closes, bad } = reader(one);
      expect([kind, closes.length, bad]).toEqual(['forced', 1, []]);
      expect(closes[0]).toMatchObject({ symbol: 'PIPPIN', side: 'short', price: 0.02456, size: 2846 });
    }
    const [answer] = recorded('jkorf_ws_V5_Linear_Liquidations.json') as readonly unknown[];
    expect(reader(answer)).toMatchObject({ kind: 'served', key: '|1|' });
    for (const one of lines('tardis_ws_deriv_liquidation.ndjson')) expect(reader(one).kind).toBe('control');
  });

  it('of trades have the moment of the newest one, by request and by stream', () => {
    const trades = shaped(
      tradesPayload,
      ({ result }: { readonly result: { readonly list: readonly { readonly time: unknown }[] } }) =>
        newestOf(result.list.map(({ time }) => time)),
    );
    expect(trades(recorded('nautilus_http_get_trades_recent.json'))).toBe(1_709_891_679_000);
    for (const one of lines('tardis_ws_deriv_publicTrade.ndjson')) {
      const { kind, closes, tradedAt } = reader(one);
      const { data } = one as { data: { T: number }[] };
      expect([kind, closes, tradedAt]).toEqual(['trades', [], Math.max(...data.map(({ T: time }) => time))]);
    }
  });

  it('are read here, or listed with the reason', () => {
    const read =
      /Get(LinearInverse|FundingRateHistory|OpenInterest)|instruments_linear|funding_history|allLiquidation|Linear_Liquidations|trades_recent|publicTrade/;
    const left = readdirSync(FOLDER).filter((file) => !read.test(file));
    const listedFiles = left.filter((file) => Object.values(UNUSED).some((reason) => reason.test(file)));
    expect(listedFiles).toEqual(left);
  });
});
