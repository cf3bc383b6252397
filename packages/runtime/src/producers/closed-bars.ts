/** Closed bars of a listing, for callers that cannot continue without an answer. */

import type { Candles, Interval } from '@barograph/core';
import { SourceError, type Listing, type Market, type Provided } from '@barograph/sources';

/**
 * Bars that open at `from` or later and had closed by `asOf`, both epoch ms.
 *
 * @param urgency `bulk` for scheduled work, which yields to callers.
 * @returns undefined when the source has no bars of that interval.
 * @throws {SourceError} when the source did not return its bars.
 */
export async function closedBars(
  source: Market,
  { symbol, venue }: Listing,
  interval: Interval,
  from: number,
  asOf: number,
  urgency?: 'bulk',
): Promise<Provided<Candles> | undefined> {
  const window = { kind: 'range', from, to: asOf } as const;
  const how = urgency === undefined ? {} : { urgency };
  const answer = await source.read('bars', { symbol, venue, interval, window, asOf, ...how });
  if (answer.ok) return { ...answer.value.closed, provenance: answer.value.provenance };
  const { code, reason, source: failed } = answer.error;
  if (code === 'unavailable') return undefined;
  const error = new SourceError(`${venue} ${symbol} ${interval}: ${reason}`);
  error.source = failed;
  throw error;
}
