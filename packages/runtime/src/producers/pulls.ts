/** Candle pulls: trailing ranges are shared for a minute, other ranges are not. */

import { err, type Interval } from '@barograph/core';
import type { CandleRange } from '@barograph/contract';
import type { Clock, Bars, BarsRequest, Venue, Market, Pulled } from '@barograph/sources';

/** Sharing and cost of pulls. */
export interface PullsConfig {
  readonly version: `pulls/${string}`;
  readonly cacheMs: number;
  /** Bars per trailing pull: the maximum of any caller, so that all callers share it. */
  readonly trailingBars: number;
  readonly weightPerPage: number;
  readonly barsPerPage: number;
}

/** A changed number is a new constant. */
export const PULLS_V1: PullsConfig = Object.freeze({
  version: 'pulls/1',
  cacheMs: 60_000,
  trailingBars: 1000,
  weightPerPage: 20,
  barsPerPage: 1500,
});

/** Result of a pull, and its moment. */
export interface Pull {
  readonly asOf: number;
  readonly result: Pulled<Bars>;
}

/** Pulls from one venue. */
export interface Pulls {
  trailing(symbol: string, interval: Interval): Promise<Pull>;
  range(symbol: string, interval: Interval, range: CandleRange, bars: number): Promise<Pull>;
  /** Weight spent so far. */
  weight(): number;
}

/** Venue weight of a pull by its number of bars. */
export function pullWeight(bars: number): number {
  return PULLS_V1.weightPerPage * Math.max(1, Math.ceil(bars / PULLS_V1.barsPerPage));
}

/**
 * Creates the pulls from one venue.
 * @param onError called with each error of the source; the caller of the pull gets a rejection.
 */
export function createPulls(source: Market, clock: Clock, venue: Venue, onError: (error: unknown) => void): Pulls {
  const ask = async (request: Omit<BarsRequest, 'venue'>): Promise<Pull> => {
    try {
      const result = await source.read('bars', { ...request, venue });
      // Another replica may have received the answer a moment earlier.
      const asOf = result.ok ? Math.min(request.asOf, result.value.provenance.asOf) : request.asOf;
      return { asOf, result };
    } catch (error) {
      onError(error);
      return { asOf: request.asOf, result: err({ code: 'stale_source', reason: 'the source failed' }) };
    }
  };
  const cache = new Map<string, { readonly asOf: number; readonly pull: Promise<Pull> }>();
  let spent = 0;
  return {
    trailing: async (symbol, interval) => {
      const key = `${symbol}|${interval}`;
      const asOf = clock.now();
      const known = cache.get(key);
      if (known !== undefined && asOf - known.asOf < PULLS_V1.cacheMs) return known.pull;
      spent += pullWeight(PULLS_V1.trailingBars);
      const window = { kind: 'last', count: PULLS_V1.trailingBars } as const;
      const pull = ask({ symbol, interval, window, asOf });
      cache.set(key, { asOf, pull });
      const { result } = await pull;
      // Failed pulls are repeated; "never available" is cached like bars.
      if (!result.ok && result.error.code === 'stale_source' && cache.get(key)?.pull === pull) cache.delete(key);
      return pull;
    },
    range: async (symbol, interval, { start, end }, bars) => {
      spent += pullWeight(bars);
      return ask({ symbol, interval, window: { kind: 'range', from: start, to: end }, asOf: clock.now() });
    },
    weight: () => spent,
  };
}
