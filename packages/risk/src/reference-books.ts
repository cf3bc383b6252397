/** Published books whose risk a host forecasts every hour and grades later. */

import { deepFreeze } from '@barograph/core';

/** Names of the books. */
export const REFERENCE_BOOK_NAMES = ['btc', 'majors', 'long_short'] as const;

/** Rules of the books. */
export interface ReferenceBooksConfig {
  readonly version: `reference_books/${string}`;
  /** Coin of `btc`, and the long side of `long_short`. */
  readonly lead: string;
  /** Number of perps in `majors`, by volume. */
  readonly majors: number;
  /** Number of perps on the short side of `long_short`, by volume without the lead. */
  readonly alts: number;
}

/**
 * Version 1. `btc`: long BTC. `majors`: the five largest perps, a fifth each. `long_short`: long BTC, short a tenth
 * each of the ten largest others.
 */
export const REFERENCE_BOOKS_V1: ReferenceBooksConfig = deepFreeze({
  version: 'reference_books/1',
  lead: 'BTC',
  majors: 5,
  alts: 10,
});

/** Position of a book of unit size. */
export interface WeightedPosition {
  readonly coin: string;
  /** Notional as a share of the unit: positive long, negative short. */
  readonly weight: number;
}

/** Published book. */
export interface ReferenceBook {
  readonly name: (typeof REFERENCE_BOOK_NAMES)[number];
  readonly positions: readonly WeightedPosition[];
}

/**
 * Builds the books of a moment.
 *
 * @param ranked coins with a forecast, by descending volume.
 * @param config parameters. @default REFERENCE_BOOKS_V1
 * @returns the books with enough coins.
 * @example
 * referenceBooks(['ETH', 'BTC']).map(({ name }) => name); // → [ 'btc' ]
 */
export function referenceBooks(
  ranked: readonly string[],
  { lead, majors, alts }: ReferenceBooksConfig = REFERENCE_BOOKS_V1,
): readonly ReferenceBook[] {
  const hasLead = ranked.includes(lead);
  const long = { coin: lead, weight: 1 };
  const others = ranked.filter((coin) => coin !== lead).slice(0, alts);
  const books: ReferenceBook[] = [];
  if (hasLead) books.push({ name: 'btc', positions: [long] });
  if (ranked.length >= majors) {
    books.push({ name: 'majors', positions: ranked.slice(0, majors).map((coin) => ({ coin, weight: 1 / majors })) });
  }
  if (hasLead && others.length === alts) {
    books.push({ name: 'long_short', positions: [long, ...others.map((coin) => ({ coin, weight: -1 / alts }))] });
  }
  return books;
}
