/** Book of perps as a caller gives it, and the same in numbers of one sign convention. */

import { finite, oneOf, shown, UsageError } from '@barograph/core';
import { marginTable, type MarginTable, type MarginTier } from '@barograph/positioning';
import type { RiskConfig } from './config.ts';

/** Largest amount of a position: its square and sums of it are numbers still. */
const MOST_USD = 1e15;

/** One position of a book. */
export interface RiskPosition {
  /** Name of a coin of the panel. */
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** Base units, > 0; needs the mark. Give either this or `notional`. */
  readonly size?: number | undefined;
  /** USD at mark, ≥ 0. */
  readonly notional?: number | undefined;
  /** Average price of entry, USD; by default the mark. */
  readonly entry?: number | undefined;
  /** Price of now, USD; by default the last close of the panel where the last hour is asked. */
  readonly mark?: number | undefined;
  /** At least 1. */
  readonly leverage?: number | undefined;
  /** `cross` by default: the position is backed by the whole account. */
  readonly margin?: 'cross' | 'isolated' | undefined;
  /** Isolated: what was put behind the position at entry, USD; by default the notional at entry over the leverage. */
  readonly collateral?: number | undefined;
  /** Funding that a long pays per hour, as a share of the notional; 0 by default. */
  readonly funding?: number | undefined;
}

/** Positions of an account. */
export interface RiskBook {
  readonly positions: readonly RiskPosition[];
  /**
   * Balance behind the cross positions without their unrealised result, USD. By default the initial margins of the cross
   * positions, when all have a leverage.
   */
  readonly collateral?: number | undefined;
  /** Margin tiers by coin; those of the config for others. */
  readonly tiers?: Readonly<Record<string, readonly MarginTier[]>> | undefined;
}

/** Position in numbers. */
export interface OpenPosition {
  readonly coin: string;
  /** USD at mark: positive long, negative short. */
  readonly notional: number;
  /** Unrealised result, USD. */
  readonly unrealized: number;
  readonly isolated: boolean;
  /** Isolated: what backs the position at mark, unrealised result included, USD; null of cross positions. */
  readonly margin: number | null;
  /** Share of the notional that is paid per hour: positive when the position pays. */
  readonly payment: number;
  readonly table: MarginTable;
}

/** Account in numbers. */
export interface OpenBook {
  readonly positions: readonly OpenPosition[];
  /** Equity behind the cross positions at mark, USD; null when it is not known, or when no position is cross. */
  readonly crossEquity: number | null;
}

/**
 * Checks a book and brings it to numbers.
 *
 * @param markOf last price of a coin, USD; NaN when it is not known.
 * @throws {UsageError} naming the field, what it expects and what it got.
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

/** Notional at the price of entry, USD. */
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
  // What was lost before is no loss ahead, and a negative margin that is lost would be a profit.
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
