/** Depth of one perp at a moment: from the exact book, and from aggregated ones beyond its range. */

import type { BookUsed } from '@barograph/contract';
import type { FeedQuery } from '@barograph/sources';
import { depth, widenDepth, type BookDepth } from '@barograph/stress';
import type { MarketReader } from '../../market-reader.ts';
import type { BookCounts } from './book-counts.ts';
import { LIQUIDITY_SAMPLER_V1, type LiquiditySamplerConfig } from './config.ts';

/** Measured book. */
export interface MeasuredBook {
  readonly depth: BookDepth;
  /** Book behind each number, in the order of the bands. */
  readonly books: { readonly bids: readonly BookUsed[]; readonly asks: readonly BookUsed[] };
  /** Venue time of the exact book, epoch ms; null without one. */
  readonly time: number | null;
  /** Market time at which the exact book was fetched, epoch ms. */
  readonly fetchedAt: number;
}

/** Price step for a number of significant figures. @param price highest price of the levels. */
export function stepOf(price: number, figures: number): number {
  const exponent = Number(price.toExponential().split('e')[1]);
  return Number(`1e${exponent - figures + 1}`);
}

/** True when a band of a side was truncated or not measured. */
function isCut({ bids, asks }: BookDepth): boolean {
  return [...bids.truncated, ...asks.truncated].some((cut) => cut !== false);
}

/**
 * Measures a book; undefined, and counted, when the exact one is not a valid sample. An unusable aggregated book leaves the
 * bands unchanged.
 *
 * @param asOf time of the request, epoch ms.
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
    // The market has recorded the failure: the feed is marked as not fresh, with the reason.
    counts.refused('failed', kind);
  }
  return undefined;
}
