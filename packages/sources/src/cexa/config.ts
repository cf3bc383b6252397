/** Settings of the large exchange: addresses, budgets, weights, what one answer holds, and how old it may be. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS, type Interval } from '@barograph/core';
import { STREAM_V1, UPSTREAM_V1, type StreamConfig, type UpstreamConfig } from '../upstream/config.ts';

/** Base of the requests of its spot market. */
export const CEXA_URL = 'https://api.binance.com';
/** Base of the requests of its futures in USDT. */
export const CEXA_FUTURES_URL = 'https://fapi.binance.com';
/** Base of the streams of its futures. */
export const CEXA_WS_URL = 'wss://fstream.binance.com';

/** A budget of the venue: weight in a span. */
interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The parts of the venue that count on their own. */
export type CexaPart = 'spot' | 'futures' | 'funding' | 'data';

/** Step of the sampled history, as the venue writes it. */
export type SampleStep = '5m' | '1h' | '1d';

/** Settings; times in ms. */
export interface CexaConfig {
  readonly version: `cexa/${string}`;
  readonly budgets: Readonly<Record<CexaPart, Limit>>;
  readonly weights: {
    readonly klines: number;
    /** Of the 24 hours of all spot pairs, and of all perps. */
    readonly tickers: number;
    readonly perpTickers: number;
    readonly pairs: number;
    /** Of the premiums of all perps. */
    readonly premiums: number;
    /** Of everything else. */
    readonly light: number;
  };
  /** Rows that one answer holds. */
  readonly rows: { readonly klines: number; readonly settlements: number; readonly samples: number };
  /** Bars of each interval that are asked for at most: the first pass of a pair ends some day. */
  readonly barsKept: number;
  /** Bars of a pair that are kept in memory, by interval: later passes ask for those behind them. */
  readonly tails: Readonly<Partial<Record<Interval, number>>>;
  /** Time after the close of a bar at which the venue changes nothing in it. */
  readonly settleMs: number;
  /** The venue keeps samples of open interest and accounts for so long. */
  readonly samplesKeptMs: number;
  readonly sampleSteps: Readonly<Record<SampleStep, number>>;
  /** Longest time between two settlements of a perp. */
  readonly longestIntervalMs: number;
  /** Hours between settlements of a perp that the venue names no terms of. */
  readonly usualIntervalHours: number;
  /** Time between two polls of pairs, of tickers, and of perps; a question may ask sooner, but not before `freshMs`. */
  readonly pollMs: {
    readonly pairs: number;
    readonly tickers: number;
    readonly perps: number;
    readonly terms: number;
  };
  readonly freshMs: number;
  /** Time after a failed poll in which questions ask no more. */
  readonly againMs: number;
  /** Polls after which what did not come is stale. */
  readonly lateAfterPolls: number;
  /** Age up to which an answer about one symbol serves again. */
  readonly sharedMs: number;
  /** Answers about one symbol that are kept. */
  readonly sharedKept: number;
  /** Largest answer, bytes. */
  readonly maxBytes: number;
  /** Quote volume of 24 hours, USD, from which on a pair fills a gap of the perps. */
  readonly leastNotional: number;
  /** Forced closes are kept for so long, and so many. */
  readonly forcedKeptMs: number;
  readonly forcedKept: number;
  /** Time without any data after which forced closes may be missing; the mark price ticks every 3 s. */
  readonly forcedQuietMs: number;
  readonly upstream: UpstreamConfig;
  readonly stream: StreamConfig;
}

/**
 * First version.
 *
 * @source the venue's public API reference of 2026-04: limits and weights of spot and USD-M futures; `klines` weigh 2 whatever
 *   their number; `fundingRate` and `fundingInfo` share 500 requests in 5 minutes, `/futures/data` has 1,000 of its own.
 */
export const CEXA_V1: CexaConfig = deepFreeze({
  version: 'cexa/1',
  budgets: {
    spot: { limit: 6000, windowMs: MINUTE_MS },
    futures: { limit: 2400, windowMs: MINUTE_MS },
    funding: { limit: 500, windowMs: 5 * MINUTE_MS },
    data: { limit: 1000, windowMs: 5 * MINUTE_MS },
  },
  weights: { klines: 2, tickers: 80, perpTickers: 40, pairs: 20, premiums: 10, light: 1 },
  rows: { klines: 1000, settlements: 1000, samples: 500 },
  barsKept: 5000,
  tails: { '1h': 72, '1d': 40 },
  settleMs: 2000,
  samplesKeptMs: 30 * DAY_MS,
  sampleSteps: { '5m': 5 * MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS },
  longestIntervalMs: 8 * HOUR_MS,
  usualIntervalHours: 8,
  pollMs: { pairs: HOUR_MS, tickers: 5 * MINUTE_MS, perps: MINUTE_MS, terms: HOUR_MS },
  freshMs: MINUTE_MS,
  againMs: 10_000,
  lateAfterPolls: 2.5,
  sharedMs: 30_000,
  sharedKept: 512,
  maxBytes: 33_554_432,
  leastNotional: 100_000,
  forcedKeptMs: HOUR_MS,
  forcedKept: 20_000,
  forcedQuietMs: 15_000,
  // A place that is not served stays so: it is asked again by the hour.
  upstream: { ...UPSTREAM_V1, version: 'cexa-upstream/1', restrictedMs: HOUR_MS },
  stream: STREAM_V1,
});
