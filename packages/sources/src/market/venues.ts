/**
 * Statements of the other venues: spot pairs, perps, settlements, open interest, accounts, forced closes.
 *
 * A feed of several venues names the venue in its query; a source answers `unavailable` for a venue that is not its own, so
 * that the next one is asked. Symbols are written as the venue lists them (`BTCUSDT`). NaN where the venue says nothing, or
 * nothing that can be true.
 */

import type { Bar, Candles, Interval } from '@barograph/core';
import type { BarsWindow } from './bars.ts';
import type { Liquidations } from './liquidations.ts';
import type { LearnedRange } from './trades.ts';

/** Venues with perps beside the perp venue itself: the large exchange, the one whose forced closes alone are read, the second. */
export type OtherVenue = 'cexa' | 'cexb' | 'dexb';

/** A spot pair of the large exchange over the last 24 hours. Prices are of one unit of the base, in the quote. */
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

/** Rows of the feed of tickers: all pairs that can be, once each. */
export interface SpotTickers {
  readonly tickers: readonly SpotTicker[];
  /** Pairs whose price is 0, or whose numbers contradict each other. */
  readonly leftOut: number;
}

/** Terms of a spot pair of the large exchange. */
export interface SpotPair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** The venue's own word, `TRADING` while it trades. */
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

/** Query of the bars of a pair, by the name that its venue writes. */
export interface PairBarsQuery {
  readonly symbol: string;
  readonly interval: Interval;
  readonly window: BarsWindow;
  /** Epoch ms; no bar that closes later is among the closed. */
  readonly asOf: number;
}

/** Rows of the feed of pair bars, oldest first. */
export interface PairBars {
  readonly closed: Candles;
  /** Units of the base that takers bought, of each closed bar. */
  readonly takerBuy: Float64Array;
  /** Units of the quote, of each closed bar. */
  readonly quoteVolume: Float64Array;
  readonly trades: Float64Array;
  readonly forming: Bar | undefined;
}

/** Query for all perps of another venue at a moment, epoch ms. */
export interface VenueQuery {
  readonly venue: OtherVenue;
  readonly asOf: number;
}

/** One perp of another venue. */
export interface VenuePerp {
  readonly symbol: string;
  /** Coin, in the spelling of the perp venue's listings where it is the same coin: `BTC`, `kPEPE`. */
  readonly coin: string;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly index: number;
  /** Fraction of the notional per interval, of the settlement to come; negative: shorts pay longs. */
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

/** Rows of the feed of perps of a venue: those that trade against a dollar, once each. */
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
  /** Hours since the settlement before it; NaN where that is not known. */
  readonly intervalHours: Float64Array;
}

/** Query of sampled observations. `now`: the newest alone, as the venue states it at `to`. */
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

/** Rows of the feed of account ratios, oldest first: of all accounts with a position, how many are long. */
export interface LongShort {
  /** Epoch ms, when each became known. */
  readonly time: Float64Array;
  /** Share of accounts that are net long, 0 to 1; the others are net short. */
  readonly long: Float64Array;
}

/** Query of forced closes of a venue by when they became known. */
export interface ForcedQuery extends LearnedRange {
  readonly venue: OtherVenue;
}

/** Rows of the feed of forced closes of other venues; symbols are coins as in {@link VenuePerp.coin}. */
export interface ForcedCloses extends Liquidations {
  /** Whether the stream was up at `to`, and since when it has been so, epoch ms. */
  readonly isUp: boolean;
  readonly changedAt: number | null;
}
