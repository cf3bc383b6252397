import { err, ok, type Result } from '@barograph/core';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { shape } from '../../src/upstream/shape.ts';
import type { Mid, PerpContext } from '../../src/market/contexts.ts';
import {
  parseBook,
  parseCandles,
  parseContexts,
  parseFunding,
  parseMids,
  type FundingRow,
  bookPayload,
  candlesPayload,
  contextsPayload,
  fundingPayload,
  midsPayload,
  type ContextsPayload,
} from '../../src/perpdex/payloads.ts';
import { readFrame } from '../../src/perpdex/stream.ts';
import { mutate, seeded } from './mutants.ts';
import { recorded, WITHOUT } from './recorded.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const MUTANTS = FULL ? 10_000 : 600;

type Checked<Rows> = Result<Rows, string> & { readonly drift: readonly string[] };

/** A body as the adapter reads it: checked by its schema, then parsed. */
function read<Value, Rows>(
  schema: TSchema,
  body: unknown,
  parse: (value: Value) => Result<Rows, string>,
): Checked<Rows> {
  const drift: string[] = [];
  const shaped = shape(schema, structuredClone(body), (field) => drift.push(field));
  const made = shaped.ok ? parse(shaped.value as Value) : err(`${shaped.error.field} ${shaped.error.reason}`);
  return { ...made, drift: [...new Set(drift)] };
}
const contexts = (body: unknown) => read(contextsPayload, body, parseContexts);
const mids = (body: unknown) => read(midsPayload, body, (value: never) => ok(parseMids(value)));
const candles = (body: unknown, now?: number) =>
  read(candlesPayload, body, (value: never) => ok(parseCandles(value, '1h', now)));
const funding = (body: unknown) => read(fundingPayload, body, (value: never) => ok(parseFunding(value)));
const book = (body: unknown) => read(bookPayload, body, parseBook);

function value<Rows>(checked: Checked<Rows>): Rows {
  if (!checked.ok) throw new Error(checked.error);
  return checked.value;
}

const byName = (perps: readonly PerpContext[], name: string): PerpContext =>
  perps.find(({ symbol }) => symbol === name)!;

/** A hand-written answer of three perps; the last one is delisted. */
function written(): [{ universe: Record<string, unknown>[] }, Record<string, unknown>[]] {
  const context = {
    funding: '-0.0000125',
    openInterest: '0.0',
    prevDayPx: '99.0',
    dayNtlVlm: '5000.5',
    premium: '0.0003',
    oraclePx: '100.0',
    markPx: '101.5',
    midPx: '101.25',
    impactPxs: ['101.0', '101.5'],
    dayBaseVlm: '50.0',
  };
  const gone = {
    ...context,
    funding: '0.0',
    premium: null,
    midPx: null,
    impactPxs: null,
    markPx: '38.0',
    oraclePx: '1.0',
  };
  return [
    {
      universe: [
        { name: 'AAA', szDecimals: 2, maxLeverage: 40, marginTableId: 1 },
        { name: 'BBB', szDecimals: 0, maxLeverage: 3, onlyIsolated: true },
        { name: 'CCC', szDecimals: 1, maxLeverage: 5, isDelisted: true },
      ],
    },
    [context, { ...context }, gone],
  ];
}

describe('contexts', () => {
  it('has every field as a number, and says what a perp is', () => {
    const { rows, fault } = value(contexts(written()));
    expect(fault).toBeUndefined();
    expect(rows[0]).toEqual({
      symbol: 'AAA',
      sizeDecimals: 2,
      maxLeverage: 40,
      isDelisted: false,
      onlyIsolated: false,
      fundingRate1h: -0.0000125,
      openInterest: 0,
      mark: 101.5,
      oracle: 100,
      mid: 101.25,
      premium: 0.0003,
      dayNotional: 5000.5,
      previousDayPrice: 99,
    });
    expect(rows[1]!.onlyIsolated).toBe(true);
    expect(rows[2]).toMatchObject({ isDelisted: true, mid: NaN, premium: NaN, mark: 38, oracle: 1 });
  });

  const BAD: readonly (readonly [string, keyof PerpContext, unknown])[] = [
    ['funding', 'fundingRate1h', undefined],
    ['funding', 'fundingRate1h', 0.1],
    ['funding', 'fundingRate1h', 'NaN'],
    ['openInterest', 'openInterest', '-1.0'],
    ['openInterest', 'openInterest', null],
    ['markPx', 'mark', '0.0'],
    ['markPx', 'mark', '-3'],
    ['markPx', 'mark', ''],
    ['markPx', 'mark', ' 3'],
    ['markPx', 'mark', '0x10'],
    ['markPx', 'mark', 'Infinity'],
    ['markPx', 'mark', '1e999'],
    ['oraclePx', 'oracle', ['1']],
    ['midPx', 'mid', undefined],
    ['midPx', 'mid', true],
    ['premium', 'premium', {}],
    ['dayNtlVlm', 'dayNotional', '-0.1'],
    ['prevDayPx', 'previousDayPrice', '0'],
  ];
  it.each(BAD)('does not guess a %s (%s) of %j: unknown, reported, and the others unharmed', (field, name, bad) => {
    const body = written();
    if (bad === undefined) delete body[1][0]![field];
    else body[1][0]![field] = bad;
    const { rows, fault } = value(contexts(body));
    const good = value(contexts(written())).rows;
    expect(rows[0]).toEqual({ ...good[0]!, [name]: NaN });
    expect(rows.slice(1)).toEqual(good.slice(1));
    expect(fault).toContain(`AAA.${field} expected `);
  });

  it.each([
    ['szDecimals', { sizeDecimals: NaN }, 1.5],
    ['szDecimals', { sizeDecimals: NaN }, -1],
    ['maxLeverage', { maxLeverage: NaN }, '40'],
    ['maxLeverage', { maxLeverage: NaN }, 0],
    ['isDelisted', { isDelisted: false }, 'true'],
    ['onlyIsolated', { onlyIsolated: false }, 1],
  ])('does the same with the %s of the universe', (field, expected, bad) => {
    const body = written();
    body[0].universe[0]![field] = bad;
    const { rows, fault } = value(contexts(body));
    expect(rows[0]).toEqual({ ...value(contexts(written())).rows[0]!, ...expected });
    expect(fault).toContain(`AAA.${field} expected `);
  });

  it('refuses the whole block when contexts and universe differ in length', () => {
    const [universe, rows] = written();
    expect(contexts([universe, rows.slice(1)])).toMatchObject({
      ok: false,
      error: 'expected as many contexts as perps, got 2 of 3',
    });
  });

  it('leaves out a perp without a name of its own, and reports it', () => {
    const body = written();
    body[0].universe[0]!['name'] = 'BBB';
    const { rows, fault } = value(contexts(body));
    expect(rows.map(({ symbol }) => symbol)).toEqual(['BBB', 'CCC']);
    expect(fault).toContain('universe[1].name expected a name of its own');
  });

  it('keeps unknown fields out, and names them', () => {
    const [universe, rows] = written();
    const odd = rows.map((row) => ({ ...row, newField: '1' }));
    const answer = contexts([{ ...universe, tomorrow: 1 }, odd]);
    expect(answer.drift.toSorted()).toEqual(['[].tomorrow', '[][].newField']);
    expect(value(answer)).toEqual(value(contexts(written())));
  });
});

describe('mids', () => {
  it('has perps only: no spot pair, no perp of another venue, no outcome', () => {
    const { rows, fault } = value(
      mids({ BTC: '3.5', '@107': '1.0', 'PURR/USDC': '1.0', 'xyz:CL': '1.0', '#2310': '0.5' }),
    );
    expect(rows).toEqual([{ symbol: 'BTC', mid: 3.5 }] satisfies Mid[]);
    expect(fault).toBeUndefined();
  });

  it('leaves out a mid that cannot be, and reports it', () => {
    const { rows, fault } = value(mids({ BTC: 3.5, ETH: '2', SOL: '0' }));
    expect(rows).toEqual([{ symbol: 'ETH', mid: 2 }]);
    expect(fault).toContain('BTC expected a decimal above zero as text, got 3.5');
  });
});

const bar = (t: number, close = '2') => ({
  t,
  T: t + 3_599_999,
  s: 'BTC',
  i: '1h',
  o: '1',
  c: close,
  h: '3',
  l: '1',
  v: '4',
  n: 1,
});
const H = 3_600_000;

describe('bars', () => {
  it('are left out where they open more than a day after the answer', () => {
    const { rows, fault } = value(candles([bar(0), bar(24 * H), bar(25 * H)], 0));
    expect(rows.map(({ time }) => time)).toEqual([0, 24 * H]);
    expect(fault).toBe(`bar.t expected at most a day ahead of now, got ${25 * H}`);
  });

  it('are in order of time, each once, the later one of two', () => {
    const { rows, fault } = value(candles([bar(2 * H), bar(0), bar(2 * H, '3'), bar(H)]));
    expect(rows.map(({ time, close }) => [time, close])).toEqual([[0, 2], [H, 2], [2 * H, 3]]); // prettier-ignore
    expect(rows[0]).toEqual({ time: 0, open: 1, high: 3, low: 1, close: 2, volume: 4 });
    expect(fault).toBeUndefined();
  });

  it.each([
    ['o', null],
    ['h', '1.5'],
    ['l', '1.5'],
    ['c', '-2'],
    ['v', '-1'],
    ['v', 4],
    ['t', 7],
    ['t', '3600000'],
  ])('with a %s of %j are left out and reported, the others stay', (field, bad) => {
    const { rows, fault } = value(candles([bar(0), { ...bar(H), [field]: bad }, bar(2 * H)]));
    expect(rows.map(({ time }) => time)).toEqual([0, 2 * H]);
    expect(fault).toMatch(/^bar/);
  });
});

describe('funding', () => {
  it('is of the hour that it settles, however late it is printed', () => {
    const print = (time: unknown, fundingRate: unknown) => ({ coin: 'BTC', fundingRate, premium: '0.0', time });
    const { rows, fault } = value(funding([print(2 * H + 76, '0.2'), print(H + 1, '-0.1'), print(H + 59_999, '-0.1')]));
    expect(rows).toEqual([{ time: H, rate1h: -0.1 }, { time: 2 * H, rate1h: 0.2 }] satisfies FundingRow[]); // prettier-ignore
    expect(fault).toBeUndefined();
    const bad = value(funding([print(H, 0.2), print('x', '0.1'), print(3 * H, '0.3')]));
    expect(bad.rows).toEqual([{ time: 3 * H, rate1h: 0.3 }]);
    expect(bad.fault).toContain(`${H}.fundingRate expected a decimal as text, got 0.2`);
  });
});

describe('books', () => {
  const level = (px: unknown, sz: unknown = '1', n: unknown = 1) => ({ px, sz, n });
  const of = (bids: unknown[], asks: unknown[], time: unknown = 5) => book({ coin: 'BTC', time, levels: [bids, asks] });
  const untimed = book({ coin: 'BTC', levels: [[], []] });

  it('have both sides from the best level on', () => {
    const { bids, asks, time } = value(of([level('2', '1.5', 3), level('1')], [level('3')]));
    expect([time, [...bids.price], [...bids.size], [...bids.orders], [...asks.price]]).toEqual([5, [2, 1], [1.5, 1], [3, 1], [3]]); // prettier-ignore
    expect(value(of([], [])).bids.price).toHaveLength(0);
    expect(value(untimed).time).toBeNaN();
  });

  it.each([
    ['a price that is none', of([level(2)], [])],
    ['a size of nothing', of([level('2', '0')], [])],
    ['no orders', of([level('2', '1', 0)], [])],
    ['levels out of order', of([level('1'), level('2')], [])],
    ['a level twice', of([], [level('1'), level('1')])],
    ['a bid above an ask', of([level('3')], [level('2')])],
    ['a bid at an ask', of([level('3')], [level('3')])],
    ['a time that is none', of([level('1')], [], 'x')],
    ['one side', book({ coin: 'BTC', time: 5, levels: [[]] })],
    ['no book', book(null)],
  ])('with %s are refused whole', (_, answer) => {
    expect(answer.ok).toBe(false);
  });
});

describe.skipIf(WITHOUT !== undefined)(`recorded payloads (skipped: ${WITHOUT ?? 'no'})`, () => {
  it('of the main network of August 2025 have 203 perps, 32 of them delisted without mid and premium', () => {
    const answer = contexts(recorded('metaAndAssetCtxs__2025-08-22T0703Z_861f.json'));
    const { rows, fault } = value(answer);
    expect([fault, answer.drift, rows.length]).toEqual([undefined, [], 203]);
    const gone = rows.filter(({ isDelisted }) => isDelisted);
    expect(gone).toHaveLength(32);
    for (const { mid, premium, openInterest, fundingRate1h, mark } of gone) {
      expect([mid, premium, openInterest, fundingRate1h, mark > 0]).toEqual([NaN, NaN, 0, 0, true]);
    }
    for (const perp of rows.filter(({ isDelisted }) => !isDelisted)) {
      expect(Object.values(perp).filter((one) => Number.isNaN(one))).toEqual([]);
      expect(Math.abs(perp.mark / perp.oracle - 1)).toBeLessThan(0.05);
      expect(perp.openInterest).toBeGreaterThan(0);
    }
    expect(byName(rows, 'BTC')).toEqual({
      symbol: 'BTC',
      sizeDecimals: 5,
      maxLeverage: 40,
      marginTiers: [
        { from: 0, maxLeverage: 40 },
        { from: 150_000_000, maxLeverage: 20 },
      ],
      isDelisted: false,
      onlyIsolated: false,
      fundingRate1h: 0.0000125,
      openInterest: 25877.14916,
      mark: 113080,
      oracle: 113106,
      mid: 113079.5,
      premium: -0.0002298729,
      dayNotional: 3677355032.5003023148,
      previousDayPrice: 113776,
    });
    expect(byName(rows, 'ETH')).toMatchObject({ openInterest: 1082156.5716000001, mark: 4305.9, mid: 4306.05 });
    const strax = byName(rows, 'STRAX');
    expect(strax).toMatchObject({ isDelisted: true, mark: 1.5829, oracle: 0.0416, previousDayPrice: 1.5848 });
    expect(strax.mark / strax.oracle).toBeCloseTo(38.05, 2);
    expect(rows.reduce((sum, { openInterest, mark }) => sum + openInterest * mark, 0)).toBeCloseTo(12371342940.967, 2);
  });

  it('of a second venue of the chain of February 2026 have 43 perps, 10 of them delisted, and no unknown field', () => {
    const answer = contexts(recorded('metaAndAssetCtxs_dex-xyz__2026-02-06T1254Z_fa06.json'));
    const { rows, fault } = value(answer);
    expect([fault, answer.drift, rows.length]).toEqual([undefined, [], 43]);
    expect(rows.filter(({ isDelisted, mid }) => isDelisted && Number.isNaN(mid))).toHaveLength(10);
    expect(rows[0]).toMatchObject({ symbol: 'xyz:XYZ100', onlyIsolated: true, maxLeverage: 25, mark: 24657, openInterest: 4643.1444 }); // prettier-ignore
    expect(byName(rows, 'xyz:CRCL')).toMatchObject({ fundingRate1h: 0.0000137413, oracle: 52.41 });
  });

  it('of the test network have the form, though a perp that trades may have no mid', () => {
    const { rows, fault } = value(contexts(recorded('metaAndAssetCtxs__2024-12-21.json')));
    expect([fault, rows.length]).toEqual([undefined, 142]);
    const all = value(mids(recorded('allMids__2024-12-21.json')));
    expect(all.fault).toBeUndefined();
    expect(all.rows.length).toBeGreaterThan(100);
    expect(value(book(recorded('l2Book_BTC__2024-12-21.json'))).asks.price.length).toBeGreaterThan(0);
  });

  it('of bars, funding and mids of 2023 have their values', () => {
    const bars = value(candles(recorded('candleSnapshot_1__get_candles_snapshot.json')));
    expect([bars.fault, bars.rows.length]).toEqual([undefined, 24]);
    const first = {
      time: 1684699200000,
      open: 0.001601,
      high: 0.001616,
      low: 0.001601,
      close: 0.001604,
      volume: 520665683,
    };
    expect(bars.rows[0]).toEqual(first);
    expect(bars.rows.at(-1)).toMatchObject({ time: 1684782000000, close: 0.00154, volume: 308219489 });
    const rates = value(funding(recorded('fundingHistory_1__get_funding_history_None.json')));
    expect([rates.fault, rates.rows.length]).toEqual([undefined, 173]);
    expect(rates.rows[0]).toEqual({ time: 1683849600000, rate1h: -0.00061334 });
    const prices = value(mids(recorded('allMids__get_all_mids.json')));
    expect(prices.fault).toBeUndefined();
    expect(prices.rows).toContainEqual({ symbol: 'BTC', mid: 30135 });
  });

  it('of books of 2026 have their levels; samples without orders are refused', () => {
    const { time, bids, asks } = value(book(recorded('mm_l2book_btc_nsf5_m5__1782131344546.json')));
    expect([time, bids.price[0], bids.size[0], bids.orders[0]]).toEqual([1782131344546, 64900, 12.40866, 34]);
    expect(asks.price.every((price, i) => price > (asks.price[i - 1] ?? bids.price[0]!))).toBe(true);
    for (const name of ['nsf3', 'nsf4', 'nsf5']) {
      expect(value(book(recorded(`mm_l2book_btc_${name}__1782131344546.json`))).bids.price).toHaveLength(20);
    }
    expect(value(book(recorded('l2Book_1__get_l2_snapshot.json'))).bids.price.length).toBeGreaterThan(0);
    expect(book(recorded('nautilus_http_l2_book_btc.json')).ok).toBe(false);
    expect(book(recorded('docs_orderbook.json')).ok).toBe(false); // a bid at the ask
  });

  it('of the stream are read, and what is no bar is none', () => {
    const seen: unknown[] = [];
    const reader = {
      mids: (payload: never) => seen.push(parseMids(payload).rows.map(({ symbol }) => symbol)),
      bar: () => seen.push('bar'),
      confirmed: (coin: string) => seen.push(coin),
      unreadable: (reason: string) => seen.push(reason),
    };
    expect(readFrame(recorded('nautilus_ws_allmids.json'), 1, reader)).toBe('data');
    expect(seen.splice(0)).toEqual([['BTC', 'ETH', 'SOL']]);
    const [acknowledged] = recorded('jkorf_ws_Klines.json') as unknown[];
    expect(readFrame(acknowledged, 1, reader)).toBe('control');
    const [row] = recorded('candleSnapshot_1__get_candles_snapshot.json') as unknown[];
    expect(readFrame({ channel: 'candle', data: row }, 1, reader)).toBe('data');
    expect(seen).toEqual(['HYPE', 'bar']);
  });
});

/** The perps that a mutant at a path of a contexts payload may change. */
const sameRows = (
  mutant: readonly PerpContext[],
  original: readonly PerpContext[],
  touched: ReadonlySet<string>,
): boolean =>
  original.every((perp) => {
    const other = mutant.find(({ symbol }) => symbol === perp.symbol);
    return touched.has(perp.symbol) || (other !== undefined && JSON.stringify(other) === JSON.stringify(perp));
  });

function sample(file: string, without: unknown): unknown {
  return WITHOUT === undefined ? recorded(file) : without;
}
const level = { px: '2', sz: '1', n: 1 };
const KINDS: readonly (readonly [string, unknown, (body: unknown) => Checked<unknown>])[] = [
  ['contexts', sample('metaAndAssetCtxs__2025-08-22T0703Z_861f.json', written()), contexts],
  ['mids', sample('allMids__get_all_mids.json', { BTC: '1', ETH: '2' }), mids],
  ['bars', sample('candleSnapshot_1__get_candles_snapshot.json', [bar(0), bar(H)]), candles],
  ['funding', sample('fundingHistory_1__get_funding_history_None.json', [{ coin: 'A', fundingRate: '0.1', premium: '0', time: H }]), funding], // prettier-ignore
  ['books', sample('mm_l2book_btc_nsf5__1782131344546.json', { coin: 'A', time: 5, levels: [[level], []] }), book],
];

/** A number of a row may be NaN where its type says so, and never anything but a number. */
function isTyped(rows: unknown): boolean {
  if (typeof rows !== 'object' || rows === null) return true;
  return Object.entries(rows).every(([name, one]) => {
    if (one === undefined) return name === 'fault';
    if (one instanceof Float64Array) return one.every((level) => level > 0);
    return typeof one === 'object' ? isTyped(one) : ['number', 'string', 'boolean'].includes(typeof one);
  });
}

describe('mutants', () => {
  it.each(KINDS)(`of %s give a value or a reason, never a throw (seeded)`, (name, body, parse) => {
    const original = parse(body);
    expect(original.ok).toBe(true);
    const random = seeded(name);
    let [refused, changed] = [0, 0];
    for (let i = 0; i < MUTANTS / KINDS.length; i++) {
      const { body: mutant, path } = mutate(body, random);
      const answer = parse(mutant);
      if (!answer.ok) {
        refused++;
        expect(answer.error.length, path).toBeGreaterThan(0);
        continue;
      }
      expect(isTyped(answer.value), path).toBe(true);
      if (JSON.stringify(answer.value) !== JSON.stringify((original as { value?: unknown }).value)) changed++;
    }
    expect(refused + changed).toBeGreaterThan(0);
  });

  it('of one field of one perp harm no other perp', () => {
    const body = KINDS[0]![1] as ContextsPayload;
    const original = value(contexts(body)).rows;
    const random = seeded('one field');
    for (let i = 0; i < MUTANTS / 5; i++) {
      const at = Math.floor(random() * body[1].length);
      const { body: row } = mutate(body[1][at], random, 1);
      const rows = body[1].map((one, j) => (j === at ? row : one));
      const answer = contexts([body[0], rows]);
      // A row that is none leaves the whole answer unreadable: the last good one stays.
      if (!answer.ok) continue;
      expect(sameRows(answer.value.rows, original, new Set([String(body[0].universe[at]!.name)]))).toBe(true);
    }
  });
});
