/** Holdings of all accounts of a book, by coin, class and tag. */

import type { AccountBook } from '../accounts/book.ts';
import {
  MARKET_MAKER,
  OTHER,
  TRADER_CLASSES,
  WHALE,
  type AccountClasses,
  type TraderClass,
  type TraderTag,
} from '../split/classes.ts';
import type { Holding } from '../split/split.ts';

/** Holders of one coin. */
export interface CoinHoldings {
  readonly coin: string;
  /** Long notional, USD at mark. */
  readonly long: number;
  /** Short notional, USD at mark. */
  readonly short: number;
  /** Long minus short, USD. */
  readonly net: number;
  /** Long plus short, USD. */
  readonly gross: number;
  /** Number of accounts on each side. */
  readonly longAccounts: number;
  readonly shortAccounts: number;
  /** Longs minus shorts of the accounts that are neither market makers nor vaults, USD. */
  readonly directionalNet: number;
}

/** Holders of all coins. */
export interface BookHoldings {
  /** Coins by ascending name, without those that nobody holds. */
  readonly coins: readonly CoinHoldings[];
  /** Holdings of all accounts: the classes added in their order. */
  readonly all: Holding;
  readonly byClass: Readonly<Record<TraderClass, Holding>>;
  /** Holdings by tag, which overlap and add up to nothing. */
  readonly byTag: Readonly<Record<TraderTag, Holding>>;
  /** Holdings of the accounts that are neither market makers nor vaults. */
  readonly directional: Holding;
}

/** Classes, without and with vaults, and each with two sides. */
const CLASSES = TRADER_CLASSES.length;
const CELLS = 4 * CLASSES;

/** Sums of a group of accounts by side, USD. */
type Sides = readonly [long: number, short: number];

function holding([long, short]: Sides, accounts: number): Holding {
  return { long, short, net: long - short, gross: long + short, accounts };
}

/**
 * Sums a book in one pass. The book has an order of its own, so the order of its accounts changes no bit. Accounts
 * count by position in a coin, and once in the sums over all coins.
 *
 * @param classes classes of the same book.
 * @example
 * const whale = { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] };
 * const book = accountBook([whale], [{ coin: 'BTC', mark: 100_000 }]);
 * const { all, coins } = bookHoldings(book, classesNow(book));
 * [all.short, all.accounts, coins[0]?.shortAccounts]; // → [ 900000, 1, 1 ]
 */
export function bookHoldings(book: AccountBook, classes: AccountClasses): BookHoldings {
  const { coins, starts, accounts, positions } = book;
  const { account, size, notional } = positions;
  const { classOf, smartMoney, highLeverage } = classes;
  const rows: CoinHoldings[] = [];
  const total = new Float64Array(CELLS);
  const tags = new Float64Array(4);
  const usd = new Float64Array(CELLS);
  const sides = new Int32Array(2);
  for (const [k, coin] of coins.entries()) {
    const [from, to] = [starts[k]!, starts[k + 1]!];
    if (from === to) continue;
    usd.fill(0);
    sides.fill(0);
    for (let i = from; i < to; i++) {
      const holder = account[i]!;
      const side = Number(size[i]! < 0);
      const value = notional[i]!;
      usd[2 * (classOf[holder]! + CLASSES * accounts.vault[holder]!) + side]! += value;
      sides[side]!++;
      if (smartMoney[holder] === 1) tags[side]! += value;
      if (highLeverage[holder] === 1) tags[2 + side]! += value;
    }
    for (let cell = 0; cell < CELLS; cell++) total[cell]! += usd[cell]!;
    rows.push(coinHoldings(coin, usd, sides));
  }
  const ofClass = (index: number): Holding =>
    holding(
      classSides(total, index),
      countOf(classOf, (value) => value === index),
    );
  const [maker, whale, other] = [ofClass(MARKET_MAKER), ofClass(WHALE), ofClass(OTHER)];
  const ofTag = (flags: Uint8Array, at: number): Holding =>
    holding(
      [tags[at]!, tags[at + 1]!],
      countOf(flags, (value) => value === 1),
    );
  return {
    coins: rows,
    all: holding(
      [maker.long + whale.long + other.long, maker.short + whale.short + other.short],
      accounts.address.length,
    ),
    byClass: { market_maker: maker, whale, other },
    byTag: { smart_money: ofTag(smartMoney, 0), high_leverage: ofTag(highLeverage, 2) },
    directional: holding(
      directionalSides(total),
      countOf(classOf, (value, i) => value !== MARKET_MAKER && accounts.vault[i] === 0),
    ),
  };
}

function countOf(values: Uint8Array, isIn: (value: number, index: number) => boolean): number {
  let count = 0;
  for (const [i, value] of values.entries()) count += Number(isIn(value, i));
  return count;
}

/** Sides of a class, including vaults. */
function classSides(usd: Float64Array, index: number): Sides {
  const vault = index + CLASSES;
  return [usd[2 * index]! + usd[2 * vault]!, usd[2 * index + 1]! + usd[2 * vault + 1]!];
}

/** Sides of whales and others, without vaults. */
function directionalSides(usd: Float64Array): Sides {
  return [usd[2 * WHALE]! + usd[2 * OTHER]!, usd[2 * WHALE + 1]! + usd[2 * OTHER + 1]!];
}

function coinHoldings(coin: string, usd: Float64Array, sides: Int32Array): CoinHoldings {
  let [long, short] = [0, 0];
  for (let index = 0; index < CLASSES; index++) {
    const [bought, sold] = classSides(usd, index);
    long += bought;
    short += sold;
  }
  const [directionalLong, directionalShort] = directionalSides(usd);
  return {
    coin,
    long,
    short,
    net: long - short,
    gross: long + short,
    longAccounts: sides[0]!,
    shortAccounts: sides[1]!,
    directionalNet: directionalLong - directionalShort,
  };
}
