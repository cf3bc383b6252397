/** Candle requests of the host, shared by callers and counted against the venue's budget. */

import type { Bar, Candles, Interval } from '@barograph/core';
import { port } from '../context.ts';
import type { Provenance } from '../published.ts';
import type { CandleRange } from './query.ts';

/** Received bars. Callers who share a pull get the same object. */
export interface PulledBars {
  /** Time of the request, epoch ms. */
  readonly asOf: number;
  /** Oldest first. */
  readonly closed: Candles;
  readonly forming: Bar | undefined;
  /** Reason why the source lacks this interval; undefined when supported. */
  readonly unavailable: string | undefined;
  /** Source of the bars and its freshness; present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Resolved names, and the remaining wait, real ms. */
export interface FoundCoins {
  readonly coins: readonly (string | undefined)[];
  /** Similar listed perps for unknown names. */
  readonly suggestions: readonly string[];
  readonly leftMs: number;
}

/** Pulls of the perp venue. */
export interface CandlePulls {
  /**
   * Listed perp of each name, in any usual spelling; undefined when not listed.
   *
   * @returns undefined when the listings did not arrive within `waitMs`.
   */
  coinsOf(names: readonly string[], waitMs: number): Promise<FoundCoins | undefined>;
  /** The last bars; undefined when they did not arrive within `waitMs`. */
  trailing(coin: string, interval: Interval, waitMs: number): Promise<PulledBars | undefined>;
  /** Bars of a range, up to a maximum; undefined when they did not arrive within `waitMs`. */
  range(
    coin: string,
    interval: Interval,
    range: CandleRange,
    bars: number,
    waitMs: number,
  ): Promise<PulledBars | undefined>;
}

/** Port for candles that the host does not store. */
export const CANDLE_PULLS = port<CandlePulls>('candle pulls');
