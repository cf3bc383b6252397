/** The venues of a host side by side, as operations ask them: perps, settlements, samples, spot pairs, own archives. */

import type { Bar, Candles, Interval } from '@barograph/core';
import type { FundingHistoryStatus } from '@barograph/positioning';
import { port } from './context.ts';
import type { DataSource } from './parameters.ts';
import type { FeedKind, Provenance } from './published.ts';

/** Venues with perps, in the order of answers. */
export const PERP_VENUES = ['perpdex', 'cexa', 'dexb'] as const;
/** A venue with perps. */
export type PerpVenueName = (typeof PERP_VENUES)[number];

/** A perp that trades, as its venue states it. NaN where the venue says nothing. */
export interface ListedPerp {
  /** As the venue writes it. */
  readonly symbol: string;
  /** In the spelling of the perp venue. */
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
  /** USD, of the last 24 hours. */
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
  /** NaN where it is not known. */
  readonly intervalHours: number;
}

/** One sample of open interest. */
export interface InterestSample {
  /** Epoch ms. */
  readonly time: number;
  /** Units of the coin; NaN where it is not known. */
  readonly contracts: number;
  /** USD; NaN where it is not known. */
  readonly notional: number;
}

/** One sample of account ratios. */
export interface LongShareSample {
  /** Epoch ms. */
  readonly time: number;
  /** Share of accounts that are net long, 0 to 1. */
  readonly long: number;
}

/** Steps of samples; `now` is the newest alone. */
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

/** All pairs, once each, and how many were left out because their numbers cannot be. */
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

/** Bars of a pair, oldest first, with what stands beside each closed one. */
export interface PairBarsFound {
  readonly closed: Candles;
  /** Units of the base; NaN where it is not known, as the two below. */
  readonly takerBuy: Float64Array;
  readonly quoteVolume: Float64Array;
  readonly trades: Float64Array;
  readonly forming: Bar | undefined;
}

/** Query of bars of a pair. */
export interface PairBarsAsked {
  readonly symbol: string;
  readonly interval: Interval;
  /** The last bars. */
  readonly count: number;
  /** Never an answer that was made for somebody else. */
  readonly isAnew?: true;
}

/** Rows that a venue answered. */
export interface Answered<Rows> {
  readonly ok: true;
  readonly rows: Rows;
  /** Moment up to which the source knew, epoch ms. */
  readonly asOf: number;
  /** False where the source served older rows instead of current ones. */
  readonly isFresh: boolean;
  readonly dataSource: DataSource;
  /** Of a host with several sources only. */
  readonly provenance?: readonly Provenance[];
}

/** Reason of a venue that answered nothing. */
export interface NotAnswered {
  readonly ok: false;
  /** `unlisted`: the venue has no such thing; `no_source`: this host never asks it; `away`: not now. */
  readonly why: 'unlisted' | 'no_source' | 'away';
  /** In words. */
  readonly reason: string;
  /** Moment of the last answer of this kind, epoch ms; null without one since the start of the service. */
  readonly asOf: number | null;
}

/** Rows of a venue, or the reason that there are none. */
export type Reached<Rows> = Answered<Rows> | NotAnswered;

/** Perps of a venue; of one that is away, the names that it listed last. */
export type ReachedPerps = Answered<readonly ListedPerp[]> | (NotAnswered & { readonly known: readonly PerpNames[] });

/** Funding history of a perp of the perp venue, fetched behind the answer. */
export interface FundingHistory {
  readonly status: FundingHistoryStatus;
  /** Recent settlements, oldest first; none while the first fetch runs. */
  readonly rows: readonly Settlement[];
}

/** One UTC day of a perp in the archive of the service. Null where it is not known. */
export interface PerpDay {
  /** Open of the day, epoch ms. */
  readonly day: number;
  /** Sum of the settlements, fraction of the notional; of the perp venue the mean hourly rate times 24. */
  readonly funding: number | null;
  /** Settlements, or samples of the rate. */
  readonly fundingCount: number;
  /** Units of the coin at the end of the day. */
  readonly openInterest: number | null;
  /** USD. */
  readonly openInterestUsd: number | null;
  /** Share of accounts that are net long, 0 to 1, at the end of the day; of `cexa` alone. */
  readonly longShare: number | null;
}

/** Days of a perp. */
export interface PerpDays {
  /** Oldest first; days of which nothing is known are not there. */
  readonly days: readonly PerpDay[];
  /** Moment that the archive begins with, epoch ms; null while it is empty. */
  readonly archiveStart: number | null;
}

/** Venues on demand. Nothing rejects, and nothing takes longer than an operation has. */
export interface OtherVenues {
  /** False where no source of the host will ever have such data. */
  has(feed: FeedKind): boolean;
  perps(venue: PerpVenueName): Promise<ReachedPerps>;
  settlements(venue: 'cexa' | 'dexb', symbol: string, from: number): Promise<Reached<readonly Settlement[]>>;
  openInterest(
    venue: 'cexa' | 'dexb',
    symbol: string,
    step: SampleStep,
    from: number,
  ): Promise<Reached<readonly InterestSample[]>>;
  /** Of `cexa`. */
  longShare(symbol: string, step: SampleStep, from: number): Promise<Reached<readonly LongShareSample[]>>;
  tickers(): Promise<Reached<PairTickers>>;
  pairs(): Promise<Reached<readonly PairTerms[]>>;
  pairBars(asked: PairBarsAsked): Promise<Reached<PairBarsFound>>;
  /** Of a perp of the perp venue. */
  fundingHistory(coin: string): Promise<FundingHistory>;
  /** Archived days of a perp of `cexa` from a day on, epoch ms of its open. */
  cexaDays(symbol: string, from: number): Promise<PerpDays>;
  /** The same of the perp venue, from its samples of every five minutes; the running day is among them. */
  perpdexDays(coin: string, from: number): Promise<PerpDays>;
}

/** Port of what other venues answer. */
export const OTHER_VENUES = port<OtherVenues>('other venues', ['has']);
