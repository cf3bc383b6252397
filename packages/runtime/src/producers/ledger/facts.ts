/** Bars and funding that rows and grades are made of. */

import { firstAtOrAfter, HOUR_MS, type Candles } from '@barograph/core';
import { hourlyFundingRates, type Listing, type Market } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';

/** Closes of the hours from `first` to `last`, opens in epoch ms; NaN for an hour without a bar. */
export function hourCloses(bars: Candles, first: number, last: number): Float64Array {
  const closes = new Float64Array((last - first) / HOUR_MS + 1).fill(NaN);
  for (let i = firstAtOrAfter(bars, first); i < bars.length && bars.time[i]! <= last; i++) {
    closes[(bars.time[i]! - first) / HOUR_MS] = bars.close[i]!;
  }
  return closes;
}

/**
 * Closes of a listing over hours that have ended.
 *
 * @returns all NaN where the source has no bars that fine.
 * @throws {SourceError} the source did not bring its bars.
 */
export async function closesOf(
  market: Pick<MarketReader, 'closedBars'>,
  listing: Listing,
  first: number,
  last: number,
): Promise<Float64Array> {
  const bars = await market.closedBars(listing, '1h', first, last + HOUR_MS);
  return bars === undefined ? new Float64Array((last - first) / HOUR_MS + 1).fill(NaN) : hourCloses(bars, first, last);
}

/** Mean of the funding rates per hour that are known of some hours, a fraction; null without any. */
export async function meanFunding(
  market: Pick<Market, 'read'>,
  symbol: string,
  last: number,
  hours: number,
): Promise<number | null> {
  const rates = await hourlyFundingRates(market, { symbol, last, hours });
  const known = rates?.filter((rate) => !Number.isNaN(rate)) ?? new Float64Array();
  return known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0) / known.length;
}
