/** Long and short notional of each coin by the class of its holders. */

import type { AccountBook } from '../accounts/book.ts';
import { MARKET_MAKER, OTHER, WHALE, type AccountClasses, type TraderClass, type TraderTag } from './classes.ts';

/** Longs and shorts of a group of accounts in a coin. */
export interface Holding {
  /** Long notional, USD at mark. */
  readonly long: number;
  readonly short: number;
  /** `long − short`. */
  readonly net: number;
  /** `long + short`. */
  readonly gross: number;
  /** Number of accounts with a position. */
  readonly accounts: number;
}

/** Holders of one coin. The classes add up to `all`; tags overlap and add up to nothing. */
export interface CoinSplit {
  readonly coin: string;
  readonly all: Holding;
  readonly byClass: Readonly<Record<TraderClass, Holding>>;
  readonly byTag: Readonly<Record<TraderTag, Holding>>;
}

/** Cells of a coin: class (4 slots, 3 used), smart money, high leverage; 16 groups, each with a side. */
const GROUPS = 16;
const SMART = 4;
const LEVERAGED = 8;

const ALL_GROUPS = Array.from({ length: GROUPS }, (_, group) => group);
const ofClass = (index: number): readonly number[] => ALL_GROUPS.filter((group) => group % SMART === index);
const withBit = (bit: number): readonly number[] => ALL_GROUPS.filter((group) => (group & bit) !== 0);
const [MAKERS, WHALES, OTHERS] = [ofClass(MARKET_MAKER), ofClass(WHALE), ofClass(OTHER)];
const [SMARTS, LEVERAGES] = [withBit(SMART), withBit(LEVERAGED)];

/**
 * Computes the splits of the coins with a position, by ascending name.
 *
 * `long`, `short` and `accounts` of the classes sum to those of `all`; notionals to the bit when added in the order
 * market maker, whale, other. Permuting the accounts of the records changes no bit.
 *
 * @param classes classes of the same book.
 * @example
 * const accounts = [
 *   { address: '0xa', equity: 40_000, positions: [{ coin: 'BTC', size: 2, entry: 95_000 }] },
 *   { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] },
 * ];
 * const book = accountBook(accounts, [{ coin: 'BTC', mark: 100_000 }]);
 * const [btc] = split(book, classesNow(book));
 * [btc!.all.net, btc!.byClass.whale.short]; // → [ -700000, 900000 ]
 */
export function split({ coins, starts, accounts, positions }: AccountBook, classes: AccountClasses): CoinSplit[] {
  const groupOf = groups(classes, accounts.address.length);
  const { account, size, notional } = positions;
  const usd = new Float64Array(2 * GROUPS);
  const count = new Int32Array(GROUPS);
  const rows: CoinSplit[] = [];
  for (const [k, coin] of coins.entries()) {
    const [from, to] = [starts[k]!, starts[k + 1]!];
    if (from === to) continue;
    usd.fill(0);
    count.fill(0);
    for (let i = from; i < to; i++) {
      const group = groupOf[account[i]!]!;
      usd[2 * group + Number(size[i]! < 0)]! += notional[i]!;
      count[group]!++;
    }
    rows.push(coinSplit(coin, usd, count));
  }
  return rows;
}

function groups({ classOf, smartMoney, highLeverage }: AccountClasses, length: number): Uint8Array {
  const group = new Uint8Array(length);
  for (let a = 0; a < length; a++) group[a] = classOf[a]! + SMART * smartMoney[a]! + LEVERAGED * highLeverage[a]!;
  return group;
}

function coinSplit(coin: string, usd: Float64Array, count: Int32Array): CoinSplit {
  const holdingOf = (members: readonly number[]): Holding => {
    let [long, short, accounts] = [0, 0, 0];
    for (const group of members) {
      long += usd[2 * group]!;
      short += usd[2 * group + 1]!;
      accounts += count[group]!;
    }
    return holding(long, short, accounts);
  };
  const [maker, whale, other] = [holdingOf(MAKERS), holdingOf(WHALES), holdingOf(OTHERS)];
  const all = holding(
    maker.long + whale.long + other.long,
    maker.short + whale.short + other.short,
    maker.accounts + whale.accounts + other.accounts,
  );
  return {
    coin,
    all,
    byClass: { market_maker: maker, whale, other },
    byTag: { smart_money: holdingOf(SMARTS), high_leverage: holdingOf(LEVERAGES) },
  };
}

function holding(long: number, short: number, accounts: number): Holding {
  return { long, short, net: long - short, gross: long + short, accounts };
}
