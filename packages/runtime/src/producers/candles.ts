/** Candle pulls for operations: shared, with a timeout, and counted. */

import type { CandlePulls, PulledBars } from '@barograph/contract';
import { candleColumns, candles, type Candles, symbolIndex } from '@barograph/core';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, deadlines, within, type Market, shownField } from '@barograph/sources';
import { symbolsOf } from './coins.ts';
import { createPulls, type Pull } from './pulls.ts';

const VENUE = 'perpdex_perp';
const NO_BARS: Candles = candles(candleColumns(0));

/** Pulls from the perp venue and their cost. */
export interface CandleService extends CandlePulls {
  /** Venue weight spent on pulls. */
  weight(): number;
}

/**
 * Creates the service that pulls candles for operations.
 * @param report called with each error of the source.
 */
export function createCandleService(source: Market, clock: Clock, report: (error: unknown) => void): CandleService {
  const pulls = createPulls(source, clock, VENUE, report);
  /** One object for callers who share a pull. */
  const arrivedOf = new WeakMap<Pull, PulledBars>();
  const arrived = (pull: Pull | undefined): PulledBars | undefined => {
    if (pull === undefined) return undefined;
    const known = arrivedOf.get(pull);
    const bars = barsOf(source, pull);
    if (bars === undefined) return undefined;
    // A new object when the source fails or recovers, because answers are cached by it.
    if (known !== undefined && isDeepStrictEqual(known.provenance, bars.provenance)) return known;
    arrivedOf.set(pull, bars);
    return bars;
  };
  return {
    coinsOf: async (names, waitMs) => {
      const began = deadlines.now();
      const symbols = await within(waitMs, symbolsOf(source, VENUE, clock.now()));
      if (symbols === undefined) return undefined;
      const leftMs = Math.max(0, waitMs - (deadlines.now() - began));
      const index = symbolIndex(symbols);
      const coins = names.map((name) => index.find(name, 'coin'));
      const strangers = names.filter((_, i) => coins[i] === undefined);
      return { coins, suggestions: [...new Set(strangers.flatMap((name) => index.suggest(name)))], leftMs };
    },
    trailing: async (coin, interval, waitMs) => arrived(await within(waitMs, pulls.trailing(coin, interval))),
    range: async (coin, interval, range, bars, waitMs) =>
      arrived(await within(waitMs, pulls.range(coin, interval, range, bars))),
    weight: () => pulls.weight(),
  };
}

/** Bars of a pull, or the reason that the source never has any; undefined after a transient failure. */
function barsOf(market: Market, { asOf, result }: Pull): PulledBars | undefined {
  if (result.ok) {
    const { closed, forming, provenance } = result.value;
    return { asOf, closed, forming, unavailable: undefined, ...shownField(market, [{ feed: 'bars', ...provenance }]) };
  }
  if (result.error.code === 'stale_source') return undefined;
  return { asOf, closed: NO_BARS, forming: undefined, unavailable: result.error.reason };
}
