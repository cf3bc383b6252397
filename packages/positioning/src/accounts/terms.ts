/** Coins of a book: marks and margin tables by ascending name. */

import { shown, UsageError } from '@barograph/core';
import { isMark } from './check.ts';
import { marginTable, type MarginTable } from './margin-table.ts';
import type { CoinTerms } from './records.ts';

/** Coins in columns. */
export interface TermColumns {
  readonly coins: readonly string[];
  readonly marks: Float64Array;
  readonly tables: readonly (MarginTable | undefined)[];
  /** Index of a coin. */
  readonly indexOf: ReadonlyMap<string, number>;
}

/**
 * Builds the columns of coins with a usable mark; positions of other coins are dropped as `mark`.
 *
 * @throws {UsageError} when a coin occurs twice or tiers are invalid.
 */
export function termColumns(terms: readonly CoinTerms[]): TermColumns {
  const usable = terms.filter(({ mark }) => isMark(mark)).sort((a, b) => (a.coin < b.coin ? -1 : 1));
  const tables = usable.map(({ tiers }) => (tiers === undefined ? undefined : marginTable(tiers)));
  const indexOf = new Map(usable.map(({ coin }, k) => [coin, k]));
  const twice = usable.find(({ coin }, k) => indexOf.get(coin) !== k);
  if (twice !== undefined) throw new UsageError(`"terms" expected every coin once, got ${shown(twice.coin)} twice`);
  return {
    coins: usable.map(({ coin }) => coin),
    marks: Float64Array.from(usable, ({ mark }) => mark),
    tables,
    indexOf,
  };
}
