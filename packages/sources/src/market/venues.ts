/**
 * Data of the other venues: spot pairs, perps, settlements, open interest, accounts, forced closes.
 *
 * Queries name the venue. A source answers `unavailable` for another venue, so that the next
 * source is tried. Symbols are written as the venue lists them (`BTCUSDT`). NaN when a value is absent
 * or invalid.
 */

import type { Bar, Candles, Interval } from '@barograph/core';
import type { BarsWindow } from './bars.ts';
import type { Liquidations } from './liquidations.ts';
import type { LearnedRange } from './trades.ts';

/** Other venues with perps: the large exchange, the third venue (forced closes only), and the second perp exchange. */
export type OtherVenue = 'cexa' | 'cexb' | 'dexb';

/** 24-hour ticker of a spot pair of the large exchange. Prices are quote units per base unit. */
export interface SpotTicker {
  readonly symbol: string;
  readonly last: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Volume-weighted mean. */
  readonly mean: number;
  readonly bid: number;
  readonly ask: number;
  /** Units of the base. */
  readonly volume: number;
  /** Units of the quote. */
  readonly quoteVolume: number;
  readonly trades: number;
  /** Start and end of the 24 hours, epoch ms. */
  readonly from: number;
  readonly to: number;
}

/** Rows of the tickers feed: valid pairs without duplicates. */
export interface SpotTickers {
  readonly tickers: readonly SpotTicker[];
  /** Number of dropped pairs, with a price of 0 or inconsistent values. */
  readonly leftOut: number;
}

/** Terms of a spot pair of the large exchange. */
export interface SpotPair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** The venue's status, `TRADING` while it trades. */
  readonly status: string;
  readonly isTrading: boolean;
  readonly tickSize: number;
  readonly stepSize: number;
  readonly minQuantity: number;
  readonly minNotional: number;
}

/** Rows of the feed of pairs. */
export interface SpotPairs {
  readonly pairs: readonly SpotPair[];
}

/** Query for the bars of a pair, by the venue's own name. */
export interface PairBarsQuery {
  readonly symbol: string;
  readonly interval: Interval;
  readonly window: BarsWindow;
  /** Epoch ms. Bars that close later are not returned as closed. */
  readonly asOf: number;
}

/** Rows of the feed of pair bars, oldest first. */
export interface PairBars {
  readonly closed: Candles;
  /** Base units bought by takers, per closed bar. */
  readonly takerBuy: Float64Array;
  /** Quote units, per closed bar. */
  readonly quoteVolume: Float64Array;
  readonly trades: Float64Array;
  readonly forming: Bar | undefined;
}

/** Query for all perps of another venue at a time, epoch ms. */
export interface VenueQuery {
  readonly venue: OtherVenue;
  readonly asOf: number;
}

/** One perp of another venue. */
export interface VenuePerp {
  readonly symbol: string;
  /** Coin in the spelling of the perp venue's listings: `BTC`, `kPEPE`. */
  readonly coin: string;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly index: number;
  /** Rate of the next settlement, fraction of the notional per interval; shorts pay longs when negative. */
  readonly fundingRate: number;
  /** Hours between settlements: 1, 4 or 8. */
  readonly intervalHours: number;
  /** Epoch ms of the next settlement. */
  readonly nextFundingAt: number;
  /** Units of the coin. */
  readonly openInterest: number;
  /** Notional of the last 24 hours, USD. */
  readonly dayNotional: number;
}

/** Rows of a venue's perps feed: dollar-quoted perps without duplicates. */
export interface VenuePerps {
  readonly perps: readonly VenuePerp[];
}

/** Query for a perp's observations that became known after `from`, up to and including `to`, epoch ms. */
export interface VenueRange {
  readonly venue: OtherVenue;
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** Rows of the feed of settlements, oldest first. */
export interface Settlements {
  /** Epoch ms of the settlement. */
  readonly time: Float64Array;
  /** Fraction of the notional per interval. */
  readonly rate: Float64Array;
  /** Hours since the previous settlement; NaN when unknown. */
  readonly intervalHours: Float64Array;
}

/** Query for sampled observations. `now` returns only the newest value, at `to`. */
export interface VenueSamplesQuery extends VenueRange {
  readonly step: 'now' | '5m' | '1h' | '1d';
}

/** Rows of the feed of a venue's open interest, oldest first. */
export interface VenueOpenInterest {
  /** Epoch ms, when each became known. */
  readonly time: Float64Array;
  /** Units of the coin. */
  readonly contracts: Float64Array;
  /** USD. */
  readonly notional: Float64Array;
}

/** Rows of the feed of account ratios, oldest first: the fraction of accounts with a position that are long. */
export interface LongShort {
  /** Epoch ms, when each became known. */
  readonly time: Float64Array;
  /** Fraction of accounts that are net long, 0 to 1; the others are net short. */
  readonly long: Float64Array;
}

/** Query for forced closes of a venue by arrival time. */
export interface ForcedQuery extends LearnedRange {
  readonly venue: OtherVenue;
}

/** Rows of the feed of forced closes of other venues; symbols are coins as in {@link VenuePerp.coin}. */
export interface ForcedCloses extends Liquidations {
  /** Whether the stream was up at `to`, and the time of its last change, epoch ms. */
  readonly isUp: boolean;
  readonly changedAt: number | null;
}
