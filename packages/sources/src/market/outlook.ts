/** Point-in-time data around the coin market: moods, dollar, rates, stablecoins, hacks, headlines. */

import type { MacroPrint } from '@barograph/stress/risk';

/** Query for values after `from` that were known by `asOf`, epoch ms. Rows never contain later information. */
export interface OutlookQuery {
  readonly from: number;
  readonly asOf: number;
}

/** Series of unique times, oldest first, with values. Missing values have no row, so there are no NaN. */
export interface OutlookSeries {
  /** Epoch ms when each value became known: at publication, not at the start of its day. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Rows of the fear and greed feed: 0 fear … 100 greed, a value a day. */
export interface FearGreed {
  readonly indices: readonly (OutlookSeries & {
    /** Publisher of the index, as in `alternative_me`. */
    readonly publisher: string;
  })[];
}

/** Names of macro series. Rates are percent a year, the others levels. */
export const MACRO_SERIES = [
  'dollar_index',
  'broad_dollar',
  'eur_usd',
  'gold_usd',
  'us_3m',
  'us_2y',
  'us_5y',
  'us_10y',
  'us_30y',
  'fed_funds',
  'nasdaq100',
  'sp500',
  'vix',
] as const;
/** One of them. */
export type MacroName = (typeof MACRO_SERIES)[number];

/** Rows of the macro feed: at most one daily series per name. */
export interface MacroSeries {
  readonly series: readonly (OutlookSeries & {
    readonly name: MacroName;
    /** Publisher of the values; for a proxy its market, such as `PAXG/USDT`. */
    readonly publisher: string;
    /** Set for a proxy, such as a token for gold. */
    readonly isProxy?: true;
  })[];
}

/** Scheduled macro release or rate decision. */
export interface MacroRelease {
  readonly print: MacroPrint;
  readonly name: string;
  /** Epoch ms of the release. */
  readonly time: number;
  /** Publisher of the date. */
  readonly publisher: string;
  /** Expected move of rates, basis points; null when unknown. */
  readonly expectedMoveBp: number | null;
}

/** Rows of the calendar feed, oldest first. A query's `from` refers to the release, not to when its date became known. */
export interface MacroCalendar {
  readonly releases: readonly MacroRelease[];
}

/** Rows of the stablecoins feed: circulating value in USD, by the day. */
export interface StablecoinSupplies {
  /** All stablecoins. */
  readonly total: OutlookSeries;
  /** Stablecoins with their own series. */
  readonly coins: readonly (OutlookSeries & { readonly symbol: string })[];
}

/** Rows of the pegs feed: prices of stablecoins in USD, at least hourly. */
export interface StablecoinPrices {
  readonly coins: readonly (OutlookSeries & {
    readonly symbol: string;
    /** Origin of the price, as in `USDC/USDT`. */
    readonly publisher: string;
  })[];
}

/** Hack, as its source reports it. */
export interface HackReport {
  readonly name: string;
  /** Epoch ms, when it became known. */
  readonly time: number;
  /** USD; null without an estimate. */
  readonly lossUsd: number | null;
  /** Symbols of the affected coins; empty when unknown. */
  readonly symbols: readonly string[];
}

/** Rows of the hacks feed, oldest first. Empty means no hacks. */
export interface Hacks {
  readonly hacks: readonly HackReport[];
}

/** Rows of the media feed: hourly articles about the regulation of coins. */
export interface MediaHours {
  /** End of each hour, epoch ms, oldest first. An hour without articles has a row with 0; a missing hour is unknown. */
  readonly time: Float64Array;
  readonly articles: Float64Array;
  /** Mean tone, −10…10; NaN for an hour without articles. */
  readonly tone: Float64Array;
}

/** Subjects of headlines. */
export const HEADLINE_TOPICS = ['policy', 'security', 'market'] as const;
/** One of them. */
export type HeadlineTopic = (typeof HEADLINE_TOPICS)[number];

/** A headline: title, link and time only, never the text of an article. */
export interface Headline {
  /** Stable id of the headline at its publisher. */
  readonly id: string;
  readonly title: string;
  /** Absent without an address. */
  readonly url?: string;
  /** Epoch ms of publication, never after the query. */
  readonly time: number;
  readonly publisher: string;
  readonly topic: HeadlineTopic;
}

/** Rows of the headlines feed, oldest first. */
export interface Headlines {
  readonly headlines: readonly Headline[];
}
