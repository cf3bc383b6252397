/** Closed bars of a listing, for those who cannot go on without an answer. */

import type { Candles, Interval } from '@barograph/core';
import { SourceError } from '../market/feed.ts';
import type { Listing } from '../market/listing.ts';
import type { Market } from '../market/market.ts';
import type { Provided } from '../market/provenance.ts';

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
): Promise<Provided<Candles> | undefined> {
  const answer = await source.bars({ ...listing, interval, window: { kind: 'range', from, to: asOf }, asOf });
  if (answer.ok) return { ...answer.value.closed, provenance: answer.value.provenance };
  const { code, reason, source: failed } = answer.error;
  if (code === 'unavailable') return undefined;
  const error = new SourceError(`${listing.venue} ${listing.symbol} ${interval}: ${reason}`);
  error.source = failed;
  throw error;
}
