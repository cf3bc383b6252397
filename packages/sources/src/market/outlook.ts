/** Surroundings of the market of coins: moods, dollar, rates, stablecoins, hacks, headlines. Each as it was known at a moment. */

import type { MacroPrint } from '@barograph/stress/risk';

/** Query for what was known by `asOf` of moments after `from`, epoch ms. Nothing that became known later is ever in the rows. */
export interface OutlookQuery {
  readonly from: number;
  readonly asOf: number;
}

/** A series: moments, oldest first, each once, and a value at each. No NaN: what is missing is left out. */
export interface OutlookSeries {
  /** Epoch ms, when each became known: a day's value is known when its publisher says it, not when the day begins. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Rows of the fear and greed feed: 0 fear … 100 greed, one a day. */
export interface FearGreed {
  readonly indices: readonly (OutlookSeries & {
    /** Publisher of the index, as in `alternative_me`. */
    readonly publisher: string;
  })[];
}

/** Macro series that are known by name. Rates in percent a year, the others as levels. */
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

/** Rows of the macro feed: of each name at most one series, by the day. */
export interface MacroSeries {
  readonly series: readonly (OutlookSeries & {
    readonly name: MacroName;
    /** Publisher of the values; of a stand-in the thing that stands in, as in `PAXG/USDT`. */
    readonly publisher: string;
    /** Set where another thing stands in for it: a token for gold. */
    readonly isProxy?: true;
  })[];
}

/** A release of macro data or a decision on rates, known beforehand. */
export interface MacroRelease {
  readonly print: MacroPrint;
  readonly name: string;
  /** Epoch ms of the release. */
  readonly time: number;
  /** Publisher of the date. */
  readonly publisher: string;
  /** Move of rates that is expected, basis points; null where nobody says. */
  readonly expectedMoveBp: number | null;
}

/** Rows of the calendar feed, oldest first. A query's `from` counts the release, not when its date became known. */
export interface MacroCalendar {
  readonly releases: readonly MacroRelease[];
}

/** Rows of the stablecoins feed: circulating value in USD, by the day. */
export interface StablecoinSupplies {
  /** All of them. */
  readonly total: OutlookSeries;
  /** Those that are known one by one. */
  readonly coins: readonly (OutlookSeries & { readonly symbol: string })[];
}

/** Rows of the pegs feed: prices of stablecoins in USD, by the hour or closer. */
export interface StablecoinPrices {
  readonly coins: readonly (OutlookSeries & {
    readonly symbol: string;
    /** Origin of the price, as in `USDC/USDT`. */
    readonly publisher: string;
  })[];
}

/** A hack, as its source says it. */
export interface HackReport {
  readonly name: string;
  /** Epoch ms, when it became known. */
  readonly time: number;
  /** USD; null where nobody has put a number on it. */
  readonly lossUsd: number | null;
  /** Coins that it concerns, in our symbols; empty where none is known. */
  readonly symbols: readonly string[];
}

/** Rows of the hacks feed, oldest first. No row is an answer: nothing happened. */
export interface Hacks {
  readonly hacks: readonly HackReport[];
}

/** Rows of the media feed: articles about regulation of coins, by the hour. */
export interface MediaHours {
  /** Epoch ms: the end of each hour, oldest first. An hour without articles is there with 0; one that is missing is not known. */
  readonly time: Float64Array;
  readonly articles: Float64Array;
  /** Mean tone, −10…10; NaN of an hour without articles. */
  readonly tone: Float64Array;
}

/** Subjects of headlines. */
export const HEADLINE_TOPICS = ['policy', 'security', 'market'] as const;
/** One of them. */
export type HeadlineTopic = (typeof HEADLINE_TOPICS)[number];

/** A headline: title, link and time only, never the text of an article. */
export interface Headline {
  /** Of its publisher; the same headline has the same one again. */
  readonly id: string;
  readonly title: string;
  /** Absent where the source has none. */
  readonly url?: string;
  /** Epoch ms of publication, never after the question. */
  readonly time: number;
  readonly publisher: string;
  readonly topic: HeadlineTopic;
}

/** Rows of the headlines feed, oldest first. */
export interface Headlines {
  readonly headlines: readonly Headline[];
}
