/** Accounts of known holdings for the tests of this folder. */

import * as fc from 'fast-check';
import { accountBook } from '../src/accounts/account-book.ts';
import type { AccountBook } from '../src/accounts/book.ts';
import type { AccountRecord } from '../src/accounts/records.ts';
import type { AccountClasses, TraderClass } from '../src/split/classes.ts';
import { TRADER_CLASSES } from '../src/split/classes.ts';

/** An account with given class and tags: signed USD by coin at a mark of 1. */
export interface Trader {
  readonly address: string;
  readonly traderClass: TraderClass;
  readonly isVault?: boolean;
  readonly smart?: boolean;
  readonly leveraged?: boolean;
  readonly usd: Readonly<Record<string, number>>;
}

export const COINS = ['BTC', 'ETH', 'SOL'] as const;
const TERMS = COINS.map((coin) => ({ coin, mark: 1 }));

/** Creates the book of the traders and their classes. */
export function cycleOf(traders: readonly Trader[]): { readonly book: AccountBook; readonly classes: AccountClasses } {
  const records = traders.map(({ address, isVault, usd }): AccountRecord => ({
    address,
    equity: 1e6,
    isVault,
    positions: Object.entries(usd).map(([coin, size]) => ({ coin, size, entry: 1, liquidation: null })),
  }));
  const book = accountBook(records, TERMS, { leastNotional: 0 });
  const byAddress = new Map(traders.map((trader) => [trader.address, trader]));
  const column = (read: (trader: Trader) => number): Uint8Array =>
    Uint8Array.from(book.accounts.address, (address) => read(byAddress.get(address)!));
  return {
    book,
    classes: {
      version: 'classifier/2026.11.1',
      classOf: column(({ traderClass }) => TRADER_CLASSES.indexOf(traderClass)),
      smartMoney: column(({ smart }) => Number(smart === true)),
      highLeverage: column(({ leveraged }) => Number(leveraged === true)),
    },
  };
}

/** Traders with positions of any size on either side. */
export const anyTraders: fc.Arbitrary<Trader[]> = fc.uniqueArray(
  fc.record({
    address: fc.integer({ min: 0, max: 999 }).map((n) => `0x${n}`),
    traderClass: fc.constantFrom(...TRADER_CLASSES),
    isVault: fc.boolean(),
    smart: fc.boolean(),
    leveraged: fc.boolean(),
    usd: fc
      .array(
        fc.tuple(fc.constantFrom(...COINS), fc.double({ min: 1, max: 1e8, noNaN: true }), fc.constantFrom(1, -1)),
        { minLength: 1, maxLength: 3 },
      )
      .map((positions) => Object.fromEntries(positions.map(([coin, usd, sign]) => [coin, usd * sign]))),
  }),
  { maxLength: 25, selector: ({ address }) => address },
);
