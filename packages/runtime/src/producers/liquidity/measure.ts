/** Depth of one perp at a moment: the exact book, and aggregated ones where it does not reach. */

import type { BookUsed } from '@barograph/contract';
import type { FeedQuery } from '@barograph/sources';
import { depth, widenDepth, type BookDepth } from '@barograph/stress';
import type { MarketReader } from '../../market-reader.ts';
import type { BookCounts } from './book-counts.ts';
import { LIQUIDITY_SAMPLER_V1, type LiquiditySamplerConfig } from './config.ts';

/** A measured book. */
export interface MeasuredBook {
  readonly depth: BookDepth;
  /** Book behind each number, in the order of the bands. */
  readonly books: { readonly bids: readonly BookUsed[]; readonly asks: readonly BookUsed[] };
  /** The venue's own time of the exact book, epoch ms; null where it gives none. */
  readonly time: number | null;
  /** Moment at which the exact book was fetched, epoch ms of the market. */
  readonly fetchedAt: number;
}

/** Step between prices of so many significant figures. @param price highest price of the levels. */
export function stepOf(price: number, figures: number): number {
  const exponent = Number(price.toExponential().split('e')[1]);
  return Number(`1e${exponent - figures + 1}`);
}

/** True when a band of a side was cut, or not measured. */
function isCut({ bids, asks }: BookDepth): boolean {
  return [...bids.truncated, ...asks.truncated].some((cut) => cut !== false);
}

/**
 * The measured book; undefined when the exact one is no sample, which is counted. An aggregated book that cannot be used
 * leaves the bands as they were.
 *
 * @param asOf moment of the question, epoch ms.
 */
export async function measureBook(
  market: Pick<MarketReader, 'read'>,
  symbol: string,
  asOf: number,
  counts: BookCounts,
  { figures }: LiquiditySamplerConfig = LIQUIDITY_SAMPLER_V1,
): Promise<MeasuredBook | undefined> {
  const exact = await bookOf(market, { symbol, asOf }, counts);
  if (exact === undefined) return undefined;
  const fine = depth(exact);
  if (!fine.ok) {
    counts.refused(fine.error.reason, 'exact');
    return undefined;
  }
  let whole: BookDepth = fine.value;
  const { mid, bandsBps } = whole;
  const farthest = mid * (1 + bandsBps.at(-1)! / 1e4);
  let books: MeasuredBook['books'] = {
    bids: bandsBps.map(() => 'exact' as const),
    asks: bandsBps.map(() => 'exact' as const),
  };
  for (const digits of figures) {
    if (!isCut(whole)) break;
    const coarse = await bookOf(market, { symbol, asOf, figures: digits }, counts);
    if (coarse === undefined) continue;
    const wide = depth(coarse, { mid, grid: stepOf(farthest, digits) });
    if (!wide.ok) {
      counts.refused(wide.error.reason, 'aggregated');
      continue;
    }
    const { sources, ...widened } = widenDepth(whole, wide.value);
    whole = widened;
    const used: BookUsed = `figures_${digits}`;
    const named = (side: 'bids' | 'asks'): readonly BookUsed[] =>
      books[side].map((book, i) => (sources[side][i] === 'wide' ? used : book));
    books = { bids: named('bids'), asks: named('asks') };
  }
  const time = Number.isFinite(exact.time) ? exact.time : null;
  return { depth: whole, books, time, fetchedAt: exact.provenance.asOf };
}

async function bookOf(market: Pick<MarketReader, 'read'>, query: FeedQuery<'book'>, counts: BookCounts) {
  const kind = query.figures === undefined ? 'exact' : 'aggregated';
  try {
    const answer = await market.read('book', query);
    if (answer.ok) return answer.value;
    counts.refused(answer.error.code === 'stale_source' ? 'failed' : 'unavailable', kind);
  } catch {
    // The market has recorded it: the book is not fresh, and its feed says why.
    counts.refused('failed', kind);
  }
  return undefined;
}
