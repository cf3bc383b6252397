/** Book of perps as a caller gives it, and the same book in signed numbers. */

import { finite, oneOf, shown, UsageError } from '@barograph/core';
import { marginTable, type MarginTable, type MarginTier } from '@barograph/positioning';
import type { RiskConfig } from './config.ts';

/** Largest amount of a position: its square and sums of squares stay finite. */
const MOST_USD = 1e15;

/** Position of a book. */
export interface RiskPosition {
  /** Name of a coin of the panel. */
  readonly coin: string;
  readonly side: 'long' | 'short';
  /**
   * Size in base units, > 0; requires a mark. Exactly one of `size` and `notional`.
   * Absent with `notional`.
   */
  readonly size?: number | undefined;
  /** Notional at mark, USD, ≥ 0. Absent with `size`. */
  readonly notional?: number | undefined;
  /** Average entry price, USD. @default the mark */
  readonly entry?: number | undefined;
  /** Current price, USD. @default the last close of the panel, at its last hour */
  readonly mark?: number | undefined;
  /** Leverage, at least 1. Absent: an isolated position needs `collateral`. */
  readonly leverage?: number | undefined;
  /** Margin mode; a cross position is backed by the whole account. @default 'cross' */
  readonly margin?: 'cross' | 'isolated' | undefined;
  /** Collateral of an isolated position at entry, USD. @default the notional at entry over the leverage */
  readonly collateral?: number | undefined;
  /** Funding that a long pays per hour, share of the notional. @default 0 */
  readonly funding?: number | undefined;
}

/** Positions of an account. */
export interface RiskBook {
  readonly positions: readonly RiskPosition[];
  /**
   * Balance behind the cross positions without unrealised profit, USD. @default the initial margins of the cross
   * positions, when all have a leverage
   */
  readonly collateral?: number | undefined;
  /** Margin tiers by coin. @default those of the config */
  readonly tiers?: Readonly<Record<string, readonly MarginTier[]>> | undefined;
}

/** Position in numbers. */
export interface OpenPosition {
  readonly coin: string;
  /** Notional at mark, USD: positive long, negative short. */
  readonly notional: number;
  /** Unrealised profit, USD. */
  readonly unrealized: number;
  readonly isolated: boolean;
  /** Margin of an isolated position at mark, including unrealised profit, USD; null for cross positions. */
  readonly margin: number | null;
  /** Funding per hour, share of the notional: positive when the position pays. */
  readonly payment: number;
  readonly table: MarginTable;
}

/** Account in numbers. */
export interface OpenBook {
  readonly positions: readonly OpenPosition[];
  /** Equity behind the cross positions at mark, USD; null when unknown, or when no position is cross. */
  readonly crossEquity: number | null;
}

/**
 * Checks a book and converts it to numbers.
 *
 * @param markOf last price of a coin, USD; NaN when unknown.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * const positions = [{ coin: 'BTC', side: 'short', notional: 1_000, leverage: 10, margin: 'isolated' } as const];
 * const { notional, margin } = openBook({ positions }, () => 60_000, RISK_V1).positions[0];
 * [notional, margin]; // → [ -1000, 100 ]
 */
export function openBook(book: RiskBook, markOf: (coin: string) => number, config: RiskConfig): OpenBook {
  const shared = marginTable(config.tiers);
  const tables = new Map(Object.entries(book.tiers ?? {}).map(([coin, tiers]) => [coin, marginTable(tiers)]));
  let initial: number | null = 0;
  let unrealized = 0;
  let hasCross = false;
  const positions = book.positions.map((position, i) => {
    const open = openPosition(position, `positions[${i}]`, markOf, tables.get(position.coin) ?? shared);
    if (!open.isolated) {
      hasCross = true;
      unrealized += open.unrealized;
      initial =
        initial === null || position.leverage === undefined ? null : initial + atEntry(open) / position.leverage;
    }
    return open;
  });
  const { collateral } = book;
  if (collateral !== undefined) atLeast('collateral', collateral, 0);
  const balance = collateral ?? initial;
  return { positions, crossEquity: balance === null || !hasCross ? null : balance + unrealized };
}

/** Notional at the entry price, USD. */
function atEntry({ notional, unrealized }: Pick<OpenPosition, 'notional' | 'unrealized'>): number {
  return Math.abs(notional - unrealized);
}

function openPosition(
  { coin, side, size, notional, entry, mark, leverage, margin = 'cross', collateral, funding = 0 }: RiskPosition,
  name: string,
  markOf: (coin: string) => number,
  table: MarginTable,
): OpenPosition {
  const sign = oneOf(`${name}.side`, side, ['long', 'short']) === 'long' ? 1 : -1;
  const isolated = oneOf(`${name}.margin`, margin, ['cross', 'isolated']) === 'isolated';
  if ((size === undefined) === (notional === undefined)) {
    throw new UsageError(`"${name}" expected either size or notional, got ${size === undefined ? 'neither' : 'both'}`);
  }
  const price = mark ?? markOf(coin);
  if (mark !== undefined) more(`${name}.mark`, mark);
  if (entry !== undefined) more(`${name}.entry`, entry);
  if ((size !== undefined || entry !== undefined) && !(price > 0)) {
    throw new UsageError(
      `"${name}.mark" expected a price of ${shown(coin)}, which has no known one, got ${shown(mark)}`,
    );
  }
  const usd = size === undefined ? atLeast(`${name}.notional`, notional, 0) : more(`${name}.size`, size) * price;
  atMost(size === undefined ? `${name}.notional` : `${name}.size`, usd);
  const unrealized = entry === undefined ? 0 : sign * usd * (1 - entry / price);
  atMost(`${name}.entry`, Math.abs(unrealized));
  if (leverage !== undefined) atLeast(`${name}.leverage`, leverage, 1);
  if (collateral !== undefined) atLeast(`${name}.collateral`, collateral, 0);
  const own = {
    coin,
    notional: sign * usd,
    unrealized,
    isolated,
    table,
    payment: sign * finite(`${name}.funding`, funding),
  };
  if (!isolated) {
    if (collateral === undefined) return { ...own, margin: null };
    throw new UsageError(
      `"${name}.collateral" expected none of a cross position: the account has it, got ${collateral}`,
    );
  }
  if (collateral === undefined && leverage === undefined) {
    throw new UsageError(`"${name}.leverage" expected leverage or collateral of an isolated position, got neither`);
  }
  const left = (collateral ?? atEntry(own) / leverage!) + unrealized;
  // An earlier loss is no future loss, and losing a negative margin would count as a profit.
  if (left < 0) {
    throw new UsageError(
      `"${name}.entry" expected an isolated position with margin left at the price of now, ${price}, got ${shown(entry)}, which leaves ${left} USD`,
    );
  }
  return { ...own, margin: left };
}

function atMost(name: string, usd: number): void {
  if (!(usd <= MOST_USD)) throw new UsageError(`"${name}" expected an amount of at most ${MOST_USD} USD, got ${usd}`);
}

function more(name: string, value: unknown): number {
  const number = finite(name, value);
  if (!(number > 0)) throw new UsageError(`"${name}" expected a number > 0, got ${number}`);
  return number;
}

function atLeast(name: string, value: unknown, least: number): number {
  const number = finite(name, value);
  if (number < least) throw new UsageError(`"${name}" expected a number ≥ ${least}, got ${number}`);
  return number;
}
