/** States of accounts, fills and margin tables: recorded answers by value, and 10,000 mutants of them. */

import { accountBook, type CoinTerms } from '@barograph/positioning';
import { describe, expect, it } from 'vitest';
import { accountPayload, readAccount, type AccountPayload } from '../../src/perpdex/account-state.ts';
import { readAccountFills } from '../../src/perpdex/account-fill-rows.ts';
import { fillsPayload } from '../../src/perpdex/fill-rows.ts';
import { readMarginTables } from '../../src/perpdex/margin-tables.ts';
import { createFaults } from '../../src/upstream/payload/values.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from './mutants.ts';
import { recorded, WITHOUT } from './recorded.ts';

const ADDRESS = `0x${'a'.repeat(40)}`;
const STATES = [
  'mm_clearinghouse_small__1782131344477.json',
  'mm_clearinghouse_whale__1782131344381.json',
  'clearinghouseState__2025-03-07T1045Z_a44f.json',
  'clearinghouseState__2026-06-01T0800Z_2b82.json',
  'clearinghouseState__get_user_state.json',
  'docs_clearinghouse_state.json',
  'nautilus_http_clearinghouse_state_negative_total_raw_usd.json',
];

/** A state as the host reads it: the schema first. */
function read(body: unknown): ReturnType<typeof readAccount> | 'refused' {
  const shaped = shape(accountPayload, structuredClone(body), () => undefined);
  return shaped.ok ? readAccount(shaped.value, ADDRESS) : 'refused';
}

const position = (more: object = {}, leverage: object = { type: 'cross', value: 20 }) => ({
  type: 'oneWay',
  position: {
    coin: 'kPEPE',
    szi: '-100.5',
    leverage,
    entryPx: '0.0125',
    positionValue: '1.3',
    unrealizedPnl: '0.1',
    returnOnEquity: '0.2',
    liquidationPx: '0.02',
    marginUsed: '0.5',
    maxLeverage: 10,
    cumFunding: {},
    ...more,
  },
});
const state = (positions: readonly unknown[], more: object = {}) => ({
  marginSummary: { accountValue: '1000.5', totalNtlPos: '250.25', totalRawUsd: '0', totalMarginUsed: '0' },
  crossMarginSummary: { accountValue: '900.5', totalNtlPos: '0', totalRawUsd: '0', totalMarginUsed: '0' },
  assetPositions: positions,
  ...more,
});

describe.skipIf(WITHOUT !== undefined)('a recorded isolated position (needs ../shared/data)', () => {
  it('is backed by its own margin alone, whatever the account holds, and is liquidated where the venue says', () => {
    const body = recorded('jkorf_Futures_Account_GetAccountInfo.json');
    const got = read(body);
    if (got === 'refused') throw new Error('refused');
    const { record, bad } = got;
    expect(bad).toEqual([]);
    const [held] = record.positions;
    expect(held).toMatchObject({ coin: 'HYPE', size: 2, leverage: 10, marginMode: 'isolated', margin: 7.525754 });
    // rawUsd of the payload is the money in the position: margin less value.
    const mark = 75.652 / 2;
    expect(held!.margin! - 2 * mark).toBeCloseTo(-68.126246, 9);
    const terms: readonly CoinTerms[] = [{ coin: 'HYPE', mark, tiers: [{ from: 0, maxLeverage: 10 }] }];
    const solved = [75.781884, 0, 1e6].map((crossEquity) => {
      const positions = [{ ...held!, liquidation: undefined }];
      return accountBook([{ ...record, crossEquity, positions }], terms, { leastNotional: 0 }).positions
        .liquidation[0]!;
    });
    for (const price of solved) expect(price / 35.8559189474 - 1).toBeCloseTo(0, 9);
    expect(solved[1]).toBe(solved[0]);
    expect(held!.liquidation).toBe(35.8559189474);
  });
});

describe('the state of an account', () => {
  it('is read by value: cross and isolated margin, a price that is null, and the case of a coin', () => {
    const isolated = position(
      { coin: 'BTC', szi: '2', liquidationPx: null },
      { type: 'isolated', value: 3, rawUsd: '-1' },
    );
    expect(read(state([position(), isolated]))).toEqual({
      record: {
        address: ADDRESS,
        equity: 1000.5,
        crossEquity: 900.5,
        positions: [
          { coin: 'kPEPE', size: -100.5, entry: 0.0125, leverage: 20, marginMode: 'cross', liquidation: 0.02 },
          { coin: 'BTC', size: 2, entry: 0.0125, leverage: 3, marginMode: 'isolated', margin: 0.5, liquidation: null },
        ],
      },
      notional: 250.25,
      bad: [],
    });
    expect(read(state([], { marginSummary: undefined }))).toMatchObject({
      record: { equity: null },
      notional: 0,
      bad: [],
    });
    expect(readAccount(state([]), ADDRESS, true).record.isMarketMaker).toBe(true);
    expect(read(state([position({ szi: '0.0' })]))).toMatchObject({ record: { positions: [] }, bad: [] });
  });

  it.each([
    ['coin', { coin: 7 }],
    ['size', { szi: 'NaN' }],
    ['size', { szi: 3 }],
    ['entry', { entryPx: '0.0' }],
    ['entry', { entryPx: null }],
    ['leverage', { leverage: { type: 'odd', value: 3 } }],
    ['leverage', { leverage: null }],
    ['margin', { leverage: { type: 'isolated', value: 3 }, marginUsed: 'x' }],
    ['liquidation', { liquidationPx: '1e999' }],
  ])('without a %s that can be has that position dropped by the book, and counted by reason', (field, more) => {
    const found = read(state([position(more), position({ coin: 'BTC', szi: '10' })]));
    if (found === 'refused') return expect.fail('refused');
    expect(found.bad).toEqual([field]);
    const terms: CoinTerms[] = ['kPEPE', 'BTC'].map((coin) => ({ coin, mark: 100 }));
    const { dropped, positions } = accountBook([found.record], terms, { leastNotional: 0 });
    expect(Object.entries(dropped).filter(([, count]) => count > 0)).toEqual([[field, 1]]);
    expect(positions.size).toHaveLength(1);
  });

  it('with an equity that cannot be is dropped whole, and counted', () => {
    const found = read(state([position()], { marginSummary: { accountValue: 'NaN' } }));
    if (found === 'refused') return expect.fail('refused');
    expect(found.bad).toEqual(['equity']);
    expect(accountBook([found.record], [], { leastNotional: 0 }).dropped.equity).toBe(1);
  });
});

describe.skipIf(WITHOUT !== undefined)(`recorded states (skipped: ${WITHOUT ?? 'no'})`, () => {
  it('are read whole: every position with its price, and the notional of the venue', () => {
    const whale = recorded('mm_clearinghouse_whale__1782131344381.json') as AccountPayload;
    const found = read(whale);
    if (found === 'refused') return expect.fail('refused');
    expect(found.bad).toEqual([]);
    expect(found.record.positions).toHaveLength(whale.assetPositions.length);
    expect(found.record.equity).toBe(12_985_854.207_864);
    expect(found.record.positions[0]).toEqual({
      coin: 'ATOM',
      size: -62_371.56,
      entry: 3.1584,
      leverage: 5,
      marginMode: 'cross',
      liquidation: 183.156_499_982_3,
    });
    expect(found.notional).toBe(7_605_757.935_832);
    for (const file of STATES) expect(read(recorded(file))).toMatchObject({ bad: [] });
  });

  it('changed in 10,000 ways never throw, and never give a book a number that cannot be', () => {
    const random = seeded('accounts');
    const originals = STATES.map((file) => recorded(file));
    const coins = [...new Set(originals.flatMap((body) => {
      const found = read(body);
      return found === 'refused' ? [] : found.record.positions.map(({ coin }) => coin);
    }))]; // prettier-ignore
    const terms = coins.map((coin): CoinTerms => ({ coin, mark: 100, tiers: [{ from: 0, maxLeverage: 10 }] }));
    let [refused, dropped, whole] = [0, 0, 0];
    for (let i = 0; i < 10_000; i++) {
      const { body } = mutate(originals[i % originals.length], random);
      const found = read(body);
      if (found === 'refused') {
        refused++;
        continue;
      }
      const book = accountBook([found.record], terms, { leastNotional: 0 });
      expect(book.positions.notional.every((notional) => notional > 0 && notional < Infinity)).toBe(true);
      const count = Object.entries(book.dropped).reduce(
        (sum, [reason, number]) => (reason === 'mark' || reason === 'duplicate_position' ? sum : sum + number),
        0,
      );
      // One reason for each that is left out, the same here and there; an account without equity takes its positions along.
      expect(count).toBe(found.bad[0] === 'equity' ? 1 : found.bad.length);
      if (count > 0) dropped++;
      else whole++;
    }
    expect(refused).toBeGreaterThan(100);
    expect(dropped).toBeGreaterThan(200);
    expect(whole).toBeGreaterThan(1000);
  });

  it('of fills have what they closed and paid, oldest first, and mutants of them never throw', () => {
    const bad: string[] = [];
    const span = { from: 0, to: Infinity, since: 0 };
    // Not every fill of the wallet is on record.
    for (const [file, least] of [['userFillsByTime_one_wallet__2026-06-10_2026-06-14.json', 0.5]] as const) {
      const rows = recorded(file) as readonly unknown[];
      const fills = readAccountFills(rows, ADDRESS, span, (field) => void bad.push(field));
      expect(bad).toEqual([]);
      expect(fills.time.every((time, i) => i === 0 || time >= fills.time[i - 1]!)).toBe(true);
      const twice = readAccountFills([...rows, ...rows.slice(0, 9)], ADDRESS, span, () => undefined);
      expect(twice.time).toEqual(fills.time);
      const held = new Map<number, number>();
      let [joined, later] = [0, 0];
      for (let i = 0; i < fills.time.length; i++) {
        const coin = fills.coin[i]!;
        const before = held.get(coin);
        later += Number(before !== undefined);
        if (before !== undefined && Math.abs(before - fills.startPosition[i]!) < 1e-6) joined++;
        held.set(coin, fills.startPosition[i]! + (fills.isBuy[i] === 1 ? 1 : -1) * fills.size[i]!);
      }
      expect(joined / later).toBeGreaterThan(least);
    }
    const body = recorded('userFillsByTime_one_wallet__2026-06-10_2026-06-14.json') as readonly unknown[];
    // Fills of 2023 have no number of their trade.
    const old = recorded('userFills__get_user_fills.json') as readonly unknown[];
    expect(readAccountFills(old, ADDRESS, span, (field) => void bad.push(field)).time).toHaveLength(0);
    expect(new Set(bad)).toEqual(new Set(['id']));
    const random = seeded('fills');
    for (let i = 0; i < 10_000; i++) {
      const shaped = shape(fillsPayload, mutate(body.slice(0, 5), random).body, () => undefined);
      if (!shaped.ok) continue;
      const read = readAccountFills(shaped.value, ADDRESS, span, () => undefined);
      expect([...read.price, ...read.size].every((number) => number > 0)).toBe(true);
      expect([...read.closedPnl, ...read.fee, ...read.startPosition].every(Number.isFinite)).toBe(true);
    }
  });

  it('of margin tables have every tier, and what is no table is left out and reported', () => {
    const [{ marginTables }] = [recorded('meta__2025-12-13T2123Z_ca89.json') as { readonly marginTables: unknown[] }];
    const faults = createFaults();
    const tables = readMarginTables(marginTables, faults);
    expect(faults.summary()).toBeUndefined();
    expect(tables.get(55)).toEqual([
      { from: 0, maxLeverage: 25 },
      { from: 100_000_000, maxLeverage: 15 },
    ]);
    const random = seeded('tables');
    let left = 0;
    for (let i = 0; i < 2000; i++) {
      const mutated = readMarginTables(mutate(marginTables, random).body, createFaults());
      for (const tiers of mutated.values()) {
        expect(() => accountBook([], [{ coin: 'BTC', mark: 1, tiers }])).not.toThrow();
      }
      left += Number(mutated.size < tables.size);
    }
    expect(left).toBeGreaterThan(100);
  });
});
