/** Prices of coins at the time of transfers, from perps of our own market. */

import { stepMs, type Interval } from '@barograph/core';
import type { MarketReader } from '../../market-reader.ts';
import { listingOf } from '../market-health/universe.ts';
import { WHALE_TRANSFERS_V1, type WhaleTransfersConfig } from './config.ts';

/** USD price of a coin at a moment, epoch ms; NaN when unknown. */
export type PriceAt = (symbol: string, time: number) => number;

/** Closes of a perp, oldest first, with the times they became known. */
interface Closes {
  readonly known: readonly number[];
  readonly close: ArrayLike<number>;
}

/** Index of the last time that is not after a moment; -1 without one. */
function lastBy(known: readonly number[], time: number): number {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (known[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Prices over a span: minute closes for a short span when the market has them, else hourly closes. A dollar coin costs one dollar.
 *
 * @throws {SourceError} when the source of a perp failed: transfers without a price would be lost.
 */
export async function pricesOver(
  market: MarketReader,
  span: { readonly from: number; readonly to: number },
  config: WhaleTransfersConfig = WHALE_TRANSFERS_V1,
): Promise<PriceAt> {
  const { from, to } = span;
  const closes = new Map<string, Closes>();
  const listings = await market.listings(to);
  const read = async (symbol: string, interval: Interval): Promise<Closes | undefined> => {
    const listing = listingOf(listings, symbol);
    const bars =
      listing === undefined ? undefined : await market.closedBars(listing, interval, from - config.priceMs, to);
    if (bars === undefined || bars.length === 0) return undefined;
    return { known: Array.from(bars.time, (open) => open + stepMs(interval)), close: bars.close };
  };
  for (const symbol of config.coins) {
    const minutes = to - from <= config.minutesMs ? await read(symbol, '1m') : undefined;
    const found = minutes ?? (await read(symbol, '1h'));
    if (found !== undefined) closes.set(symbol, found);
  }
  return (symbol, time) => {
    if (config.dollars.includes(symbol)) return 1;
    const { known, close } = closes.get(symbol) ?? { known: [], close: [] };
    const i = lastBy(known, time);
    return i >= 0 && time - known[i]! <= config.priceMs ? close[i]! : NaN;
  };
}
