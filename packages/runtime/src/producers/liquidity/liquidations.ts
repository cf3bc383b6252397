/** Forced notional in the hour before a sample, by coin. */

import { HOUR_MS } from '@barograph/core';
import type { MarketReader } from '../../market-reader.ts';

/** Liquidations of the 60 minutes before a moment. */
export interface HourOfLiquidations {
  readonly basis: 'venue' | 'fills' | null;
  /** USD; null when unknown for any part of the hour. */
  readonly of: (symbol: string) => number | null;
}

/** Unknown. */
const UNKNOWN: HourOfLiquidations = Object.freeze({ basis: null, of: () => null });

/**
 * Sums the liquidations of the last hour by coin.
 * @param asOf end of the hour, epoch ms. Unknown without a source, or when its memory is shorter than an hour.
 */
export async function hourOfLiquidations(
  market: Pick<MarketReader, 'read'>,
  asOf: number,
): Promise<HourOfLiquidations> {
  const from = asOf - HOUR_MS;
  const answer = await market.read('liquidations', { from, to: asOf });
  if (!answer.ok) return UNKNOWN;
  const { liquidations, basis, since } = answer.value;
  if (since > from) return { basis, of: () => null };
  const sums = new Map<string, number>();
  for (const { symbol, time, price, size } of liquidations) {
    if (time > from && time <= asOf) sums.set(symbol, (sums.get(symbol) ?? 0) + price * size);
  }
  return { basis, of: (symbol) => sums.get(symbol) ?? 0 };
}
