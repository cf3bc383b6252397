/** Closed bars of a listing, for those who cannot go on without an answer. */

import type { Candles, Interval } from '@barograph/core';
import { SourceError } from '../market/feed.ts';
import type { Listing } from '../market/listing.ts';
import type { Market } from '../market/market.ts';

/**
 * The bars that open from `from` on and had closed by `asOf`, both epoch ms.
 *
 * @returns undefined where the source has no bars that fine.
 * @throws {SourceError} the source did not bring its bars.
 */
export async function closedBars(
  source: Market,
  listing: Listing,
  interval: Interval,
  from: number,
  asOf: number,
): Promise<Candles | undefined> {
  const answer = await source.bars({ ...listing, interval, window: { kind: 'range', from, to: asOf }, asOf });
  if (answer.ok) return answer.value.closed;
  if (answer.error.code === 'unavailable') return undefined;
  throw new SourceError(`${listing.venue} ${listing.symbol} ${interval}: ${answer.error.reason}`);
}
