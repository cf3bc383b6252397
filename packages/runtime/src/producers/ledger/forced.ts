/** Depth and forced closes behind the outcome of liquidation risk. */

import { rounded, type ClassForecast, type ForcedNotional } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { liquidationBand, type Horizon } from '@barograph/nowcast';
import type { MarketReader } from '../../market-reader.ts';
import type { DepthFor } from '../quant/sampled-depth.ts';

/**
 * Depth that the head compares with forced notional, `D·√(b/measured)` beyond the measured distance.
 *
 * @param volatility standard deviation of an hour's log return; NaN when unknown.
 * @returns undefined without volatility or a recent sample.
 */
export function restingDepth(
  depthFor: DepthFor,
  symbol: string,
  volatility: number,
  horizon: Horizon,
): ClassForecast['depth'] {
  if (!(volatility > 0)) return undefined;
  const resting = depthFor(symbol, volatility, horizon);
  if (resting === null) return undefined;
  const { move, depth } = liquidationBand(volatility, horizon);
  const grown = Math.sqrt(move / depth);
  return [rounded(resting.bids * grown), rounded(resting.asks * grown)];
}

/** Forced notional of a perp over some hours, open of the first in epoch ms; null when no source has all of it. */
export type ForcedWithin = (symbol: string, first: number, count: number) => Promise<ForcedNotional | null>;

const NOTHING: ForcedNotional = { longs: 0, shorts: 0 };
const added = (a: ForcedNotional, b: ForcedNotional): ForcedNotional => {
  return { longs: a.longs + b.longs, shorts: a.shorts + b.shorts };
};

/**
 * Reads forced closes hour by hour, each hour once. Only the simulator has all of them; venues report some, or those of watched
 * accounts.
 *
 * @throws {SourceError} when the source did not return them.
 */
export function forcedReader(market: Pick<MarketReader, 'kind' | 'read'>): ForcedWithin {
  const hours = new Map<number, ReturnType<typeof sumsOf>>();
  const sumsOf = async (from: number): Promise<ReadonlyMap<string, ForcedNotional> | null> => {
    const answer = await market.read('liquidations', { from, to: from + HOUR_MS });
    if (!answer.ok || answer.value.basis !== 'venue' || answer.value.since > from) return null;
    const sums = new Map<string, ForcedNotional>();
    for (const { symbol, side, price, size } of answer.value.liquidations) {
      sums.set(symbol, added(sums.get(symbol) ?? NOTHING, side === 'long' ? { longs: price * size, shorts: 0 } : { longs: 0, shorts: price * size })); // prettier-ignore
    }
    return sums;
  };
  return async (symbol, first, count) => {
    if (market.kind !== 'simulated') return null;
    let sum = NOTHING;
    for (let from = first; from < first + count * HOUR_MS; from += HOUR_MS) {
      const hour = hours.get(from) ?? sumsOf(from);
      hours.set(from, hour);
      const known = await hour;
      if (known === null) return null;
      sum = added(sum, known.get(symbol) ?? NOTHING);
    }
    return sum;
  };
}
