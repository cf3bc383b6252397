/** Bars and funding used for rows and grades. */

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
 * Closes of a listing over completed hours.
 *
 * @returns all NaN when the source has no hourly bars.
 * @throws {SourceError} when the source did not return its bars.
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

/** Mean of the known hourly funding rates of a range, fraction; null without any. */
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
