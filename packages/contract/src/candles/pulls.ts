/** Candle pulls of the host, shared by callers and counted against the venue's budget. */

import type { Bar, Candles, Interval } from '@barograph/core';
import { port } from '../context.ts';
import type { Provenance } from '../published.ts';
import type { CandleRange } from './query.ts';

/** Bars as they arrived. The same object for callers who share a pull. */
export interface PulledBars {
  /** Moment of the request, epoch ms. */
  readonly asOf: number;
  /** Oldest first. */
  readonly closed: Candles;
  readonly forming: Bar | undefined;
  /** Reason why the source never has bars of this interval; undefined when it does. */
  readonly unavailable: string | undefined;
  /** Source of the bars, and whether they are fresh now; only of a host with several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Names as they were found, and the real milliseconds of the wait that are left for what comes after. */
export interface FoundCoins {
  readonly coins: readonly (string | undefined)[];
  /** Listed perps near to the names without one. */
  readonly suggestions: readonly string[];
  readonly leftMs: number;
}

/** Pulls of the perp venue. */
export interface CandlePulls {
  /**
   * The listed perp of each name, in any usual spelling; undefined where there is none.
   *
   * @returns undefined when the listings did not arrive within `waitMs`.
   */
  coinsOf(names: readonly string[], waitMs: number): Promise<FoundCoins | undefined>;
  /** The last bars; undefined when they did not arrive within `waitMs`. */
  trailing(coin: string, interval: Interval, waitMs: number): Promise<PulledBars | undefined>;
  /** The bars of a range, so many at most; undefined when they did not arrive within `waitMs`. */
  range(
    coin: string,
    interval: Interval,
    range: CandleRange,
    bars: number,
    waitMs: number,
  ): Promise<PulledBars | undefined>;
}

/** Port that fetches candles which the host does not keep. */
export const CANDLE_PULLS = port<CandlePulls>('candle pulls');
