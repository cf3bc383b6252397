/** Serializes order books in the venue's format. */

import type { BookColumns, BookSideColumns } from '@barograph/simulator';
import { decimalText } from './decimal-text.ts';
import type { Payload } from './payloads.ts';

function levelsOf({ price, size, orders }: BookSideColumns) {
  return Array.from(price, (px, i) => ({ px: decimalText(px), sz: decimalText(size[i]!), n: orders[i]! }));
}

/**
 * A book: bids, then asks, best first.
 *
 * @param book undefined for a perp that does not trade; both sides are then empty.
 */
export function bookPayload(coin: string, book: BookColumns | undefined, now: number): Payload {
  if (book === undefined) return { coin, time: now, levels: [[], []] as const };
  return { coin, time: book.time, levels: [levelsOf(book.bids), levelsOf(book.asks)] as const };
}

/** Significant digits of a price at the venue. */
const DIGITS = 5;

/** Spread, which answers include and frames do not. */
export function spreadOf({ bids, asks }: BookColumns): string {
  return decimalText(Number((asks.price[0]! - bids.price[0]!).toPrecision(DIGITS)));
}
