/** Past nowcast of a scope from bars alone: the hours that would have been published. */

import { pointHour, type PublishedHour } from '@barograph/contract';
import { firstAtOrAfter, HOUR_MS, sliceCandles, type Candles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import type { Listing } from '@barograph/sources';
import { setImmediate } from 'node:timers/promises';
import type { MarketReader } from '../../market-reader.ts';
import { QUANT_V2 } from '../quant/config.ts';
import { MARKET } from '../quant/listings.ts';
import { countsOwn, mixtureOf, monthOf, pooledMixture } from '../quant/mixture.ts';
import { createScope, type Scope } from '../quant/scope.ts';
import { hourCloses } from './facts.ts';
import { createPastStates } from './past-states.ts';

/** Hours ingested between two pauses for requests. */
const BREATH = 512;

/** Hour with its values. */
export interface PastHour {
  /** undefined when nothing would have been published. */
  readonly hour: PublishedHour | undefined;
  /** Open, epoch ms. */
  readonly time: number;
}

/** Hourly bars closed by a moment; undefined when the listing had none by then, as before the first bar of a file. */
async function barsWhileListed(market: MarketReader, listing: Listing, from: number, asOf: number) {
  try {
    return await market.closedBars(listing, '1h', from, asOf);
  } catch (error) {
    const listed = await market.listings(asOf);
    if (listed.some(({ symbol, venue }) => symbol === listing.symbol && venue === listing.venue)) throw error;
    return undefined;
  }
}

/** A scope of the past. */
export interface PastScope {
  readonly name: string;
  /** Reads the states derived from bars, other than the shock. */
  readonly states: ReturnType<typeof createPastStates>;
  /**
   * Hours of a range, opens in epoch ms, the last inclusive. Each range begins where the previous one ended.
   *
   * @param closes number of hours of closes to read before the range.
   */
  hours(
    market: MarketReader,
    first: number,
    last: number,
    closes: number,
  ): Promise<{ readonly hours: readonly PastHour[]; readonly closes: Float64Array; readonly from: number }>;
}

function publishedOf(scope: Scope, name: string, symbol: string, model: NowcastModel): PublishedHour | undefined {
  const { point, shock } = scope;
  if (point === null) return undefined;
  const { modelVersion } = model.artifact;
  return pointHour({ scope: name, symbol, model: modelVersion, point, shock, simulated: scope.monteCarlo() });
}

/**
 * Creates the past of a scope, before its first bar.
 * @param name `market`, or the perp.
 */
export function createPastScope(model: NowcastModel, name: string, listing: Listing): PastScope {
  const scope = createScope(model, name);

  /** Coin's transitions of the month of an hour. */
  const mix = (bars: Candles, time: number): void => {
    const month = monthOf(time);
    if (name === MARKET || (scope.mixture !== null && scope.mixture.month >= month)) return;
    if (!countsOwn(model)) {
      if (scope.mixture === null) scope.mix(pooledMixture(model, month));
      return;
    }
    const from = firstAtOrAfter(bars, month - QUANT_V2.mixtureHours * HOUR_MS);
    scope.mix(mixtureOf(model, month, sliceCandles(bars, from, firstAtOrAfter(bars, month))));
  };

  return {
    name,
    states: createPastStates(name, listing),
    hours: async (market, first, last, closes) => {
      const isFirst = scope.point === null;
      const warm = name === MARKET ? first : (QUANT_V2.coinHours + QUANT_V2.mixtureHours) * HOUR_MS;
      const reach = isFirst ? warm : QUANT_V2.mixtureHours * HOUR_MS;
      const from = Math.max(0, first - Math.max(reach, closes * HOUR_MS));
      const bars = await barsWhileListed(market, listing, from, last + HOUR_MS);
      if (bars === undefined) return { hours: [], closes: new Float64Array(), from: first };
      const begin = isFirst ? (name === MARKET ? 0 : first - QUANT_V2.coinHours * HOUR_MS) : scope.point.time + HOUR_MS;
      const hours: PastHour[] = [];
      for (let i = firstAtOrAfter(bars, begin); i < bars.length && bars.time[i]! <= last; i++) {
        const time = bars.time[i]!;
        mix(bars, time);
        scope.hours(sliceCandles(bars, i, i + 1), bars.provenance.kind);
        if (time >= first) hours.push({ time, hour: publishedOf(scope, name, listing.symbol, model) });
        if (i % BREATH === 0) await setImmediate();
      }
      const start = Math.max(0, first - (closes - 1) * HOUR_MS);
      return { hours, closes: hourCloses(bars, start, last), from: start };
    },
  };
}
