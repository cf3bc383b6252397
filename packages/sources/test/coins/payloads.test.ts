/** Answers of the source of coins: recorded ones, and what must not get through. */

import { coinTable } from '@barograph/stress';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  parseCategories,
  parseContracts,
  parseDetail,
  parseMarkets,
  categoriesPayload,
  detailPayload,
  listPayload,
  marketsPayload,
  refusalOf,
} from '../../src/coins/payloads.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const FOLDER = '../shared/data/api/coingecko';
const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;

function recorded(file: string): unknown {
  const bytes = readFileSync(join(FOLDER, file));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}

function read<P, Rows>(
  schema: Parameters<typeof shape>[0],
  body: unknown,
  parse: (payload: P) => { readonly rows: Rows; readonly fault: string | undefined },
  drift: string[] = [],
) {
  const made = shape(schema, structuredClone(body), (field) => void drift.push(field));
  return made.ok ? parse(made.value as P) : undefined;
}
const markets = (body: unknown, drift?: string[]) => read(marketsPayload, body, parseMarkets, drift);
const contracts = (body: unknown) => read(listPayload, body, parseContracts);

const written = [
  {
    id: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    current_price: 77_671,
    market_cap: 1_555_886_872_303,
    market_cap_rank: 1,
    circulating_supply: 20_030_493,
    total_supply: 20_030_843,
    max_supply: 21_000_000,
    price_change_percentage_24h: -0.95,
    price_change_percentage_7d_in_currency: -4.04,
  },
  { id: 'new', symbol: 'NEW', name: null, current_price: '1', market_cap: null, market_cap_rank: null },
  { id: '', symbol: 'x' },
];

describe('a page of coins', () => {
  it('has tickers in capitals, null where the source has none, and says what is no number', () => {
    const { rows, fault } = markets(written)!;
    expect(rows).toEqual([
      {
        id: 'bitcoin',
        symbol: 'BTC',
        name: 'Bitcoin',
        rank: 1,
        price: 77_671,
        marketCap: 1_555_886_872_303,
        circulating: 20_030_493,
        total: 20_030_843,
        max: 21_000_000,
        change24h: -0.95,
        change7d: -4.04,
      },
      expect.objectContaining({ id: 'new', name: 'NEW', rank: null, price: null, marketCap: null, max: null }),
    ]);
    expect(fault).toBe('new.current_price expected a number or null, got "1"; [2].id expected a text, got ""');
  });

  it('of any changed body either is refused or gives a table without a number that cannot be', () => {
    const random = seeded('coins');
    let refused = 0;
    for (let i = 0; i < MUTANTS; i++) {
      const page = markets(mutate(written, random).body);
      if (page === undefined) {
        refused++;
        continue;
      }
      const { coins } = coinTable(page.rows.map((row) => ({ ...row, categories: [], contracts: [] })));
      for (const { price, circulating, total, max, marketCap, symbol } of coins) {
        for (const value of [price, circulating, total, max, marketCap]) {
          expect(value === null || (value > 0 && value < Infinity)).toBe(true);
        }
        expect(symbol).not.toBe('');
      }
    }
    expect(refused).toBeLessThan(MUTANTS);
  });

  it.skipIf(without)('is read from the recorded answer, without drift and without a fault', () => {
    const drift: string[] = [];
    const { rows, fault } = markets(recorded('coins_markets.json'), drift)!;
    expect([drift, fault, rows.length]).toEqual([[], undefined, 1]);
    expect(rows[0]).toMatchObject({ id: 'bitcoin', symbol: 'BTC', price: 77_671, max: 21_000_000 });
  });
});

describe('categories and contracts', () => {
  it('have names and addresses that are texts; the rest is left out', () => {
    expect(read(categoriesPayload, [{ name: 'Meme' }, { name: 7 }], parseCategories)).toEqual({
      rows: ['Meme'],
      fault: '[1].name expected a text, got 7',
    });
    const { rows, fault } = contracts([
      { id: 'trump', platforms: { solana: '6p6x', '': '', base: null } },
      { id: 'bitcoin', platforms: {} },
      { id: 'bad', platforms: 'solana' },
      { id: 'long', platforms: { ethereum: 'x'.repeat(10_000) } },
    ])!;
    expect([...rows]).toEqual([['trump', [{ chain: 'solana', address: '6p6x' }]]]);
    expect(fault).toContain('bad.platforms expected chains with addresses');
    expect(read(detailPayload, { id: 'x', categories: ['A', null, 3] }, parseDetail)).toEqual({
      rows: ['A'],
      fault: 'categories[2] expected a text, got 3',
    });
  });

  it('has the text of an error that came with 200', () => {
    expect(refusalOf({ status: { error_code: 429, error_message: 'Too many' } })).toBe('Too many');
    expect(refusalOf([])).toBeUndefined();
    expect(refusalOf({ id: 'x' })).toBeUndefined();
  });

  it.skipIf(without)('are read from the recorded answers', () => {
    expect(read(categoriesPayload, recorded('coins_categories.json'), parseCategories)?.rows).toEqual([
      'Smart Contract Platform',
      'Layer 1 (L1)',
    ]);
    expect(contracts(recorded('coins_list.json'))?.rows.get('ondo-finance')).toEqual([
      { chain: 'ethereum', address: '0xfaba6f8e4a5e8ab82f62fe7c39859fa577269be3' },
    ]);
    const whole = contracts(recorded('coins_list__2025-05.json.gz'))!;
    expect([whole.fault, whole.rows.size]).toEqual([undefined, 0]);
    const details = [
      'coins__id.json',
      'coins_bitcoin__2024-05-30T1152Z_2619.json',
      'coins_yearn_finance__2024-05-30T1152Z_d0bd.json',
      'coins_zksync__2024-10-11T1158Z_a057.json',
    ];
    for (const file of details) {
      const detail = read(detailPayload, recorded(file), parseDetail)!;
      expect(detail.fault).toBeUndefined();
      expect(detail.rows.length).toBeGreaterThan(1);
    }
  });
});
