/** Hourly funding and open interest of a perp, for the nowcast. */

import { HOUR_MS } from '@barograph/core';
import { hourlyLevels } from '@barograph/nowcast';
import { SourceError } from './feed.ts';
import type { Market, Pulled } from './market.ts';

/** Query for the last hours of a perp. */
export interface HourlyRequest {
  readonly symbol: string;
  /** Open of the last hour, epoch ms. Later information is excluded. */
  readonly last: number;
  readonly hours: number;
}

async function hourly<Rows extends { readonly time: Float64Array }>(
  { symbol, last, hours }: HourlyRequest,
  pull: (range: { readonly symbol: string; readonly from: number; readonly to: number }) => Promise<Pulled<Rows>>,
  value: (rows: Rows) => Float64Array,
): Promise<Float64Array | null> {
  const answer = await pull({ symbol, from: last - (hours - 1) * HOUR_MS, to: last + HOUR_MS });
  if (answer.ok) return hourlyLevels({ time: answer.value.time, value: value(answer.value) }, last, hours);
  if (answer.error.code === 'stale_source') throw new SourceError(`${symbol}: ${answer.error.reason}`);
  return null;
}

/**
 * Reads hourly funding, fractions of the notional per hour.
 *
 * @returns one value per hour, oldest first, NaN when unknown; null for a perp that no source has.
 * @throws {SourceError} the source failed to bring it.
 */
export async function hourlyFundingRates(
  market: Pick<Market, 'read'>,
  request: HourlyRequest,
): Promise<Float64Array | null> {
  return hourly(
    request,
    async (range) => market.read('funding', range),
    ({ rate1h }) => rate1h,
  );
}

/**
 * Reads hourly open interest, units of the coin.
 *
 * @returns as {@link hourlyFundingRates}.
 * @throws {SourceError} the source failed to bring it.
 */
export async function hourlyOpenInterest(
  market: Pick<Market, 'read'>,
  request: HourlyRequest,
): Promise<Float64Array | null> {
  return hourly(
    request,
    async (range) => market.read('openInterest', range),
    ({ contracts }) => contracts,
  );
}
