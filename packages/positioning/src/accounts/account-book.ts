/** Builds the account book: checks every record once, and stores positions in columns by coin and account. */

import { within } from '@barograph/core';
import type { AccountBook, AccountColumns, PositionColumns } from './book.ts';
import { badAccount, badPosition } from './check.ts';
import { noDrops, type BookDrop } from './drops.ts';
import { solveLiquidations } from './margins.ts';
import type { AccountRecord, CoinTerms, PositionRecord } from './records.ts';
import { termColumns, type TermColumns } from './terms.ts';

/** Options of {@link accountBook}. */
export interface BookOptions {
  /** Least notional of an account, USD; smaller ones are excluded. @default 100,000, as in the contract */
  readonly leastNotional?: number;
}

/** Account of the book with its valid positions. */
interface Held {
  readonly record: AccountRecord;
  readonly positions: readonly PositionRecord[];
  /** Whether no position was dropped: otherwise the backing of the others is unknown. */
  readonly isWhole: boolean;
  readonly gross: number;
  readonly net: number;
  /** Margins of the isolated positions, USD; NaN when one is unknown. */
  readonly isolated: number;
}

/**
 * Builds the book of a moment.
 *
 * Invalid accounts and positions are dropped and counted by reason; the first of several with one address or coin
 * counts. A missing liquidation price is solved from the margin when that is known.
 *
 * @param terms marks and tiers; a position of any other coin is dropped as `mark`.
 * @throws {UsageError} when `terms` lists a coin twice, tiers are invalid, or `leastNotional` is below 0.
 * @example
 * const accounts = [
 *   { address: '0xa', equity: 40_000, positions: [{ coin: 'BTC', size: 2, entry: 95_000 }] },
 *   { address: '0xc', equity: 5_000, positions: [{ coin: 'BTC', size: 0.5, entry: 99_000 }] },
 * ];
 * const book = accountBook(accounts, [{ coin: 'BTC', mark: 100_000, tiers: [{ from: 0, maxLeverage: 40 }] }]);
 * [book.accounts.address, book.small.accounts]; // → [ [ '0xa' ], 1 ]
 * Math.round(book.positions.liquidation[0]!); // → 81013
 */
export function accountBook(
  records: readonly AccountRecord[],
  terms: readonly CoinTerms[],
  { leastNotional = 100_000 }: BookOptions = {},
): AccountBook {
  within('leastNotional', leastNotional, 0, Number.MAX_VALUE);
  const columns = termColumns(terms);
  const dropped = noDrops();
  const small = { accounts: 0, positions: 0, notional: 0 };
  const large: Held[] = [];
  for (const record of sound(records, dropped)) {
    const account = holdings(record, columns, dropped);
    if (account.gross >= leastNotional && account.positions.length > 0) {
      large.push(account);
    } else {
      small.accounts++;
      small.positions += account.positions.length;
      small.notional += account.gross;
    }
  }
  const accounts = accountColumns(large);
  const { positions, starts } = positionColumns(large, columns);
  solveLiquidations(accounts, positions, columns);
  return { coins: columns.coins, marks: columns.marks, starts, accounts, positions, dropped, small };
}

/** Valid accounts by ascending address, each address once. */
function sound(records: readonly AccountRecord[], dropped: Record<BookDrop, number>): AccountRecord[] {
  const kept = records.filter((record) => {
    const reason = badAccount(record);
    if (reason !== null) dropped[reason]++;
    return reason === null;
  });
  kept.sort((a, b) => {
    if (a.address === b.address) return 0;
    return a.address < b.address ? -1 : 1;
  });
  return kept.filter(({ address }, i) => {
    const isFirst = i === 0 || kept[i - 1]!.address !== address;
    if (!isFirst) dropped.duplicate_account++;
    return isFirst;
  });
}

/** Valid positions of an account, by coin. */
function holdings(record: AccountRecord, { marks, indexOf }: TermColumns, dropped: Record<BookDrop, number>): Held {
  const byCoin = new Map<number, PositionRecord>();
  for (const position of record.positions) {
    const reason = badPosition(position) ?? missing(position.coin);
    if (reason === null) byCoin.set(indexOf.get(position.coin)!, position);
    else dropped[reason]++;
  }
  let [gross, net, isolated] = [0, 0, 0];
  const found = [...byCoin].sort(([a], [b]) => a - b);
  for (const [coin, position] of found) {
    const mark = marks[coin]!;
    const notional = Math.abs(position.size) * mark;
    gross += notional;
    net += position.size > 0 ? notional : -notional;
    if (position.marginMode === 'isolated') isolated += isolatedMargin(position, mark);
  }
  const positions = found.map(([, position]) => position);
  return { record, positions, isWhole: positions.length === record.positions.length, gross, net, isolated };

  function missing(coin: string): BookDrop | null {
    const index = indexOf.get(coin);
    if (index === undefined) return 'mark';
    return byCoin.has(index) ? 'duplicate_position' : null;
  }
}

function accountColumns(accounts: readonly Held[]): AccountColumns {
  return {
    address: accounts.map(({ record }) => record.address),
    equity: Float64Array.from(accounts, ({ record }) => record.equity ?? NaN),
    crossEquity: Float64Array.from(accounts, crossEquity),
    gross: Float64Array.from(accounts, ({ gross }) => gross),
    net: Float64Array.from(accounts, ({ net }) => net),
    positions: Int32Array.from(accounts, ({ positions }) => positions.length),
    vault: Uint8Array.from(accounts, ({ record }) => Number(record.isVault === true)),
    marketMaker: Uint8Array.from(accounts, ({ record }) => Number(record.isMarketMaker === true)),
    stats: accounts.map(({ record }) => record.stats),
  };
}

/** Equity behind the cross positions; NaN unless every part is known. */
function crossEquity({ record, isWhole, isolated }: Held): number {
  if (!isWhole) return NaN;
  return record.crossEquity ?? (record.equity ?? NaN) - isolated;
}

/** Margin of an isolated position at mark: the given value, or derived from entry and leverage. */
function isolatedMargin({ size, entry, leverage, marginMode, margin }: PositionRecord, mark: number): number {
  if (marginMode !== 'isolated') return NaN;
  return margin ?? (Math.abs(size) * entry!) / (leverage ?? NaN) + size * (mark - entry!);
}

function positionColumns(
  accounts: readonly Held[],
  { coins, marks, indexOf }: TermColumns,
): { readonly positions: PositionColumns; readonly starts: Int32Array } {
  const starts = new Int32Array(coins.length + 1);
  for (const { positions } of accounts) for (const { coin } of positions) starts[indexOf.get(coin)! + 1]!++;
  for (let k = 0; k < coins.length; k++) starts[k + 1]! += starts[k]!;
  const count = starts[coins.length]!;
  const positions = {
    account: new Int32Array(count),
    coin: new Int32Array(count),
    size: new Float64Array(count),
    notional: new Float64Array(count),
    entry: new Float64Array(count),
    leverage: new Float64Array(count),
    isolated: new Uint8Array(count),
    margin: new Float64Array(count),
    liquidation: new Float64Array(count),
    solved: new Uint8Array(count),
  };
  const next = starts.slice();
  for (const [account, { positions: open }] of accounts.entries()) {
    for (const position of open) {
      const k = indexOf.get(position.coin)!;
      const i = next[k]!++;
      const mark = marks[k]!;
      positions.account[i] = account;
      positions.coin[i] = k;
      positions.size[i] = position.size;
      positions.notional[i] = Math.abs(position.size) * mark;
      positions.entry[i] = position.entry!;
      positions.leverage[i] = position.leverage ?? NaN;
      positions.isolated[i] = Number(position.marginMode === 'isolated');
      positions.margin[i] = isolatedMargin(position, mark);
      positions.liquidation[i] = (position.liquidation ?? 0) > 0 ? position.liquidation! : NaN;
      positions.solved[i] = Number(position.liquidation === undefined);
    }
  }
  return { positions, starts };
}
