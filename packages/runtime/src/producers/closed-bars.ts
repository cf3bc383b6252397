/** Closed bars of a listing, for those who cannot go on without an answer. */

import type { Candles, Interval } from '@barograph/core';
import { SourceError, type Listing, type Market, type Provided } from '@barograph/sources';

/**
 * The bars that open from `from` on and had closed by `asOf`, both epoch ms.
 *
 * @param urgency `bulk`: scheduled work, which lets callers go before it.
 * @returns undefined where the source has no bars that fine.
 * @throws {SourceError} the source did not bring its bars.
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
