/** Ladders of all coins in columns: one pass over the positions of a book, without allocation per position. */

import { givenColumn } from '@barograph/core';
import type { AccountBook } from '../accounts/book.ts';
import type { AccountClasses } from '../split/classes.ts';
import { checkLadderConfig, halfGrid, LADDER_V1, type LadderConfig } from './config.ts';

/** Groups of accounts: the three classes, then the vaults of each. */
export const LADDER_GROUPS = 6;
/** Reasons why a position is in no bin, in the order of the columns `leftOut` and `leftOutCount`. */
export const BELOW = 0;
export const ABOVE = 1;
export const CROSSED = 2;
export const UNLIQUIDATABLE = 3;
export const FATES = 4;

/**
 * Tolerance at the edges of the grid, as a share of a bin. Rounding moves a price on an edge: 101 over 100 is
 * 0.010000000000000009 above it, and 99 over 100 as much below.
 */
const ROOM = 1e-9;

/** Sums of a book's ladders; {@link ladderOf} reads the ladder of a coin from them. */
export interface LadderColumns {
  readonly config: LadderConfig;
  readonly coins: readonly string[];
  /** Mark prices, USD. */
  readonly marks: Float64Array;
  /** Number of bins of a coin's grid. */
  readonly bins: number;
  /** USD at mark by coin, group and bin: `usd[(coin · 6 + group) · bins + bin]`. Longs below the middle, shorts above. */
  readonly usd: Float64Array;
  /** Positions by coin and bin. */
  readonly count: Int32Array;
  /** USD at mark and number of positions by coin and reason. */
  readonly leftOut: Float64Array;
  readonly leftOutCount: Int32Array;
}

const SUMS = ['usd', 'count', 'leftOut', 'leftOutCount'] as const;
type LadderSums = Pick<LadderColumns, (typeof SUMS)[number]>;

/**
 * Builds the ladders of a book.
 *
 * A bin contains the notional at mark of the positions whose liquidation price lies in it. Longs to be liquidated above
 * mark and shorts below it are `crossed`; prices beyond the grid are left out. A price exactly at mark belongs to the
 * nearest bin of its side, the far edge of the grid to the last bin.
 *
 * @param classes classes of the same book.
 * @param config parameters. @default LADDER_V1
 * @param into sums to fill, for the same number of coins and bins; a previous result may be overwritten. @default new
 * ones
 * @throws {UsageError} when the config is invalid, or the sums have another length.
 * @example
 * const short = { coin: 'BTC', size: -9, entry: 99_000, liquidation: 118_300 };
 * const book = accountBook([{ address: '0xb', equity: 2e6, positions: [short] }], [{ coin: 'BTC', mark: 100_000 }]);
 * const columns = ladderColumns(book, classesNow(book));
 * [columns.coins, columns.bins]; // → [ [ 'BTC' ], 200 ]
 */
export function ladderColumns(
  book: AccountBook,
  classes: AccountClasses,
  config: LadderConfig = LADDER_V1,
  into?: LadderSums,
): LadderColumns {
  checkLadderConfig(config);
  const { coins, marks } = book;
  const bins = 2 * halfGrid(config);
  const columns: LadderColumns = {
    config,
    coins,
    marks,
    bins,
    usd: givenColumn('into.usd', coins.length * LADDER_GROUPS * bins, into?.usd),
    count: givenColumn('into.count', coins.length * bins, into?.count, Int32Array),
    leftOut: givenColumn('into.leftOut', coins.length * FATES, into?.leftOut),
    leftOutCount: givenColumn('into.leftOutCount', coins.length * FATES, into?.leftOutCount, Int32Array),
  };
  if (into !== undefined) for (const name of SUMS) columns[name].fill(0);
  const groupOf = new Uint8Array(book.accounts.address.length);
  for (let a = 0; a < groupOf.length; a++) groupOf[a] = classes.classOf[a]! + 3 * book.accounts.vault[a]!;
  for (let k = 0; k < coins.length; k++) fill(columns, book, groupOf, k);
  return columns;
}

/** Adds the positions of coin `k`, which are contiguous; its cells fit in the first-level cache. */
function fill(columns: LadderColumns, { positions, starts }: AccountBook, groupOf: Uint8Array, k: number): void {
  const { bins, usd, count, leftOut, leftOutCount } = columns;
  const { account, size, notional, liquidation } = positions;
  const mark = columns.marks[k]!;
  const half = bins / 2;
  const scale = 100 / columns.config.binPct / mark;
  const firstCell = k * LADDER_GROUPS * bins + half;
  const firstCount = k * bins + half;
  const firstFate = k * FATES;
  const to = starts[k + 1]!;
  for (let i = starts[k]!; i < to; i++) {
    const above = liquidation[i]! - mark;
    const units = size[i]!;
    const distance = above * scale;
    let bin = Math.floor(distance + ROOM);
    if (bin === 0 && units > 0) bin = -1;
    if (bin === half && distance <= half + ROOM) bin = half - 1;
    // One product covers both sides: a branch on the side would be mispredicted every other time.
    const crossing = above * units;
    if (crossing <= 0 && bin >= -half && bin < half) {
      usd[firstCell + groupOf[account[i]!]! * bins + bin]! += notional[i]!;
      count[firstCount + bin]!++;
      continue;
    }
    let fate = UNLIQUIDATABLE;
    if (crossing > 0) fate = CROSSED;
    else if (crossing <= 0) fate = units > 0 ? BELOW : ABOVE;
    leftOut[firstFate + fate]! += notional[i]!;
    leftOutCount[firstFate + fate]!++;
  }
}
