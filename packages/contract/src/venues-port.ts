/** Port of the venues of a host: perps, settlements, samples, spot pairs, and archived days. */

import type { Bar, Candles, Interval } from '@barograph/core';
import type { FundingHistoryStatus } from '@barograph/positioning';
import { port } from './context.ts';
import type { DataSource } from './parameters.ts';
import type { FeedKind, Provenance } from './published.ts';

/** Venues with perps, in the order of answers. */
export const PERP_VENUES = ['perpdex', 'cexa', 'dexb'] as const;
/** A venue with perps. */
export type PerpVenueName = (typeof PERP_VENUES)[number];

/** Perp as its venue reports it. NaN when absent. */
export interface ListedPerp {
  /** Symbol in the venue's spelling. */
  readonly symbol: string;
  /** Coin in the perp venue's spelling. */
  readonly coin: string;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly index: number;
  /** Fraction of the notional per interval. */
  readonly fundingRate: number;
  readonly intervalHours: number;
  /** Epoch ms. */
  readonly nextFundingAt: number;
  /** Units of the coin. */
  readonly openInterest: number;
  /** USD, over the last 24 hours. */
  readonly dayNotional: number;
}

/** Names of a perp. */
export type PerpNames = Pick<ListedPerp, 'symbol' | 'coin'>;

/** One settlement of a perp. */
export interface Settlement {
  /** Epoch ms. */
  readonly time: number;
  /** Fraction of the notional per interval. */
  readonly rate: number;
  /** NaN when unknown. */
  readonly intervalHours: number;
}

/** One sample of open interest. */
export interface InterestSample {
  /** Epoch ms. */
  readonly time: number;
  /** Units of the coin; NaN when unknown. */
  readonly contracts: number;
  /** USD; NaN when unknown. */
  readonly notional: number;
}

/** One sample of account ratios. */
export interface LongShareSample {
  /** Epoch ms. */
  readonly time: number;
  /** Share of accounts that are net long, 0 to 1. */
  readonly long: number;
}

/** Steps of samples; `now` is only the newest. */
export type SampleStep = 'now' | '5m' | '1h' | '1d';

/** A spot pair over the last 24 hours. */
export interface PairTicker {
  readonly symbol: string;
  readonly last: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly mean: number;
  readonly bid: number;
  readonly ask: number;
  readonly volume: number;
  readonly quoteVolume: number;
  readonly trades: number;
  readonly from: number;
  readonly to: number;
}

/** All pairs, each once, with the number of pairs dropped for impossible numbers. */
export interface PairTickers {
  readonly tickers: readonly PairTicker[];
  readonly leftOut: number;
}

/** Terms of a spot pair. */
export interface PairTerms {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly status: string;
  readonly isTrading: boolean;
  readonly tickSize: number;
  readonly stepSize: number;
  readonly minQuantity: number;
  readonly minNotional: number;
}

/** Bars of a pair, oldest first, with trade figures of each closed bar. */
export interface PairBarsFound {
  readonly closed: Candles;
  /** Units of the base; NaN when unknown, as the two below. */
  readonly takerBuy: Float64Array;
  readonly quoteVolume: Float64Array;
  readonly trades: Float64Array;
  readonly forming: Bar | undefined;
}

/** Query of bars of a pair. */
export interface PairBarsAsked {
  readonly symbol: string;
  readonly interval: Interval;
  /** Number of most recent bars. */
  readonly count: number;
  /** Bypasses cached answers. */
  readonly isAnew?: true;
}

/** Rows that a venue returned. */
export interface Answered<Rows> {
  readonly ok: true;
  readonly rows: Rows;
  /** Time up to which the source had data, epoch ms. */
  readonly asOf: number;
  /** False where the source served older rows instead of current ones. */
  readonly isFresh: boolean;
  readonly dataSource: DataSource;
  /** Present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
}

/** Reason for a missing answer of a venue. */
export interface NotAnswered {
  readonly ok: false;
  /** `unlisted`: the venue does not list it; `no_source`: the host has no source for it; `away`: temporarily unavailable. */
  readonly why: 'unlisted' | 'no_source' | 'away';
  /** In words. */
  readonly reason: string;
  /** Time of the last answer of this kind, epoch ms; null without one since the service started. */
  readonly asOf: number | null;
}

/** Rows of a venue, or the reason why they are missing. */
export type Reached<Rows> = Answered<Rows> | NotAnswered;

/** Perps of a venue; while it is away, the names that it last listed. */
export type ReachedPerps = Answered<readonly ListedPerp[]> | (NotAnswered & { readonly known: readonly PerpNames[] });

/** Funding history of a perp, fetched in the background. */
export interface FundingHistory {
  readonly status: FundingHistoryStatus;
  /** Recent settlements, oldest first; empty during the first fetch. */
  readonly rows: readonly Settlement[];
}

/** UTC day of a perp in the service's archive. Null when unknown. */
export interface PerpDay {
  /** Open of the day, epoch ms. */
  readonly day: number;
  /** Sum of the settlements, fraction of the notional; for the perp venue, the mean hourly rate times 24. */
  readonly funding: number | null;
  /** Settlements, or samples of the rate. */
  readonly fundingCount: number;
  /** Units of the coin at the end of the day. */
  readonly openInterest: number | null;
  /** USD. */
  readonly openInterestUsd: number | null;
  /** Share of accounts that are net long, 0 to 1, at the end of the day; only `cexa`. */
  readonly longShare: number | null;
}

/** Days of a perp. */
export interface PerpDays {
  /** Oldest first; unknown days are absent. */
  readonly days: readonly PerpDay[];
  /** Start of the archive, epoch ms; null while empty. */
  readonly archiveStart: number | null;
}

/** Venues on demand. Nothing rejects, and every call ends within an operation's time limit. */
export interface OtherVenues {
  /** False when no source of the host provides such data. */
  has(feed: FeedKind): boolean;
  perps(venue: PerpVenueName): Promise<ReachedPerps>;
  settlements(venue: 'cexa' | 'dexb', symbol: string, from: number): Promise<Reached<readonly Settlement[]>>;
  openInterest(
    venue: 'cexa' | 'dexb',
    symbol: string,
    step: SampleStep,
    from: number,
  ): Promise<Reached<readonly InterestSample[]>>;
  /** Fractions of long accounts; `cexa` only. */
  longShare(symbol: string, step: SampleStep, from: number): Promise<Reached<readonly LongShareSample[]>>;
  tickers(): Promise<Reached<PairTickers>>;
  pairs(): Promise<Reached<readonly PairTerms[]>>;
  pairBars(request: PairBarsAsked): Promise<Reached<PairBarsFound>>;
  /** Funding of a perp of the perp venue. */
  fundingHistory(coin: string): Promise<FundingHistory>;
  /** Archived days of a `cexa` perp since a day, epoch ms of its open. */
  cexaDays(symbol: string, from: number): Promise<PerpDays>;
  /** Archived days of a perp on the perp venue, from its five-minute samples, including the current day. */
  perpdexDays(coin: string, from: number): Promise<PerpDays>;
}

/** Port of the other venues. */
export const OTHER_VENUES = port<OtherVenues>('other venues', ['has']);
