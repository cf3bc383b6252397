import { describe, expect, it } from 'vitest';
import { TERMS } from '../../test/books.ts';
import { ladderColumns } from '../ladder/columns.ts';
import { ladderOf } from '../ladder/ladder.ts';
import { classesNow } from '../split/rules.ts';
import { split } from '../split/split.ts';
import { accountBook } from './account-book.ts';
import { BOOK_DROPS, type BookDrop } from './drops.ts';
import type { AccountRecord, PositionRecord } from './records.ts';

const BTC: PositionRecord = { coin: 'BTC', size: 2, entry: 60_000, liquidation: 50_000 };
const ETH: PositionRecord = { coin: 'ETH', size: -40, entry: 3_000, liquidation: 4_000 };
const good: AccountRecord = { address: '0xb', equity: 1e5, positions: [BTC, ETH] };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of files may be anything
const bad = (fields: object): PositionRecord => ({ ...ETH, ...fields }) as PositionRecord;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const badAccount = (fields: object): AccountRecord => ({ ...good, address: '0xa', ...fields }) as AccountRecord;

describe('the account book', () => {
  it('lays positions down by coin and account, whatever the order of the records', () => {
    const other: AccountRecord = { address: '0xa', equity: null, isVault: true, positions: [ETH] };
    const { coins, starts, accounts, positions, small } = accountBook([good, other], TERMS);
    expect(coins).toEqual(['BTC', 'ETH', 'kPEPE']);
    expect([...starts]).toEqual([0, 1, 3, 3]);
    expect(accounts.address).toEqual(['0xa', '0xb']);
    expect([...accounts.vault]).toEqual([1, 0]);
    expect([...accounts.equity]).toEqual([NaN, 1e5]);
    expect([...accounts.gross]).toEqual([125_100, 131_072 + 125_100]);
    expect([...accounts.net]).toEqual([-125_100, 131_072 - 125_100]);
    expect([...positions.account]).toEqual([1, 0, 1]);
    expect([...positions.notional]).toEqual([131_072, 125_100, 125_100]);
    expect(small).toEqual({ accounts: 0, positions: 0, notional: 0 });
  });

  it('leaves accounts below 100,000 dollars out, and says what they held [#474]', () => {
    const account = (address: string, usd: number): AccountRecord => ({
      address,
      equity: 1,
      positions: [{ ...BTC, size: usd / 65_536 }],
    });
    const { accounts, small } = accountBook(
      [account('a', 99_999), account('b', 100_000), account('c', 100_001)],
      TERMS,
    );
    expect(accounts.address).toEqual(['b', 'c']);
    expect(small).toEqual({ accounts: 1, positions: 1, notional: 99_999 });
    expect(accountBook([account('a', 99_999)], TERMS, { leastNotional: 0 }).accounts.address).toEqual(['a']);
    expect(() => accountBook([], TERMS, { leastNotional: NaN })).toThrow('"leastNotional" expected a number within');
  });

  it.each<[BookDrop, object]>([
    ['coin', { coin: '' }],
    ['coin', { coin: 7 }],
    ['mark', { coin: 'eth' }],
    ['duplicate_position', { coin: 'BTC' }],
    ['size', { size: NaN }],
    ['size', { size: 0 }],
    ['size', { size: Infinity }],
    ['size', { size: '1' }],
    ['entry', { entry: null }],
    ['entry', { entry: undefined }],
    ['entry', { entry: NaN }],
    ['entry', { entry: -3 }],
    ['leverage', { leverage: NaN }],
    ['leverage', { leverage: 0 }],
    ['margin', { marginMode: 'portfolio' }],
    ['margin', { margin: NaN }],
    ['liquidation', { liquidation: NaN }],
    ['liquidation', { liquidation: Infinity }],
  ])('drops a position for its %s: %j', (reason, fields) => {
    const { positions, dropped, accounts } = accountBook([{ ...good, positions: [BTC, bad(fields)] }], TERMS);
    expect([...positions.size]).toEqual([2]);
    expect(dropped).toEqual({ ...Object.fromEntries(BOOK_DROPS.map((name) => [name, 0])), [reason]: 1 });
    // The equity behind the rest is unknown when a part of the account is unknown.
    expect(accounts.crossEquity[0]).toBeNaN();
  });

  it.each<[BookDrop, object]>([
    ['address', { address: '' }],
    ['address', { address: null }],
    ['duplicate_account', { address: '0xb' }],
    ['equity', { equity: NaN }],
    ['equity', { equity: '5' }],
    ['equity', { crossEquity: NaN }],
    ['positions', { positions: null }],
  ])('drops an account for its %s: %j', (reason, fields) => {
    const { accounts, dropped } = accountBook([good, badAccount(fields)], TERMS);
    expect(accounts.address).toEqual(['0xb']);
    expect(dropped[reason]).toBe(1);
    expect(Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('takes a liquidation price of 0 or below for none, as null, and none of both is solved', () => {
    const of = (liquidation: number | null): AccountRecord => ({ ...good, positions: [{ ...BTC, liquidation }] });
    for (const liquidation of [0, -5, null]) {
      const { positions } = accountBook([of(liquidation)], TERMS);
      expect([positions.liquidation[0], positions.solved[0]]).toEqual([NaN, 0]);
    }
  });

  it('leaves a coin without a usable mark out, and refuses one that comes twice', () => {
    for (const mark of [NaN, 0, -1, Infinity]) {
      const { coins, dropped } = accountBook([good], [{ coin: 'BTC', mark }, TERMS[1]!]);
      expect(coins).toEqual(['ETH']);
      expect(dropped.mark).toBe(1);
    }
    expect(() => accountBook([], [TERMS[0]!, TERMS[0]!])).toThrow('expected every coin once, got "BTC" twice');
  });
});

/** Numbers 0 ≤ x < 1 from a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD: readonly unknown[] = [
  NaN, Infinity, -Infinity, 0, -0, -1, 5e-324, 1e-51, 1e-50, 1e50, 1e51, 1e308, 65_536, '', 'BTC', 'kPEPE', '__proto__',
  'constructor', 'cross', 'isolated', '100', null, undefined, true, {}, [],
]; // prettier-ignore

describe('10,000 damaged accounts', () => {
  it('are dropped and counted, or taken as what they say: nothing is lost, and nothing but numbers comes out', () => {
    const next = random(15);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    let [taken, left] = [0, 0];
    for (let round = 0; round < 10_000; round++) {
      const position = (): Record<string, unknown> => ({
        ...pick([BTC, ETH]),
        [pick(['coin', 'size', 'entry', 'leverage', 'marginMode', 'margin', 'liquidation'])]: pick(ODD),
      });
      const account: Record<string, unknown> = { address: 'm', equity: 1e4, positions: [BTC, position(), position()] };
      if (next() < 0.3)
        account[pick(['address', 'equity', 'crossEquity', 'isVault', 'stats'])] = pick([NaN, '', null, 1e5]);
      if (account['stats'] !== undefined) delete account['stats'];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is the point
      const book = accountBook([good, account as unknown as AccountRecord], TERMS, { leastNotional: 0 });
      const drops = Object.values(book.dropped).reduce((sum, count) => sum + count, 0);
      const isHeld = book.accounts.address.includes('m');
      expect(book.positions.size.length + drops).toBe(isHeld ? 5 : 3);
      if (isHeld) taken++;
      left += drops;
      const classes = classesNow(book);
      const columns = ladderColumns(book, classes);
      for (const { coin, all } of split(book, classes)) {
        expect(Object.values(all).every(Number.isFinite)).toBe(true);
        const { notional } = ladderOf(columns, coin)!;
        expect(Math.abs(notional - all.gross)).toBeLessThanOrEqual(1e-12 * all.gross);
      }
    }
    expect(taken).toBeGreaterThan(5_000);
    expect(left).toBeGreaterThan(5_000);
  });
});
