/** Settings of the large exchange: addresses, budgets, weights, rows of an answer and cache ages. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS, type Interval } from '@barograph/core';
import { STREAM_V1, UPSTREAM_V1, type StreamConfig, type UpstreamConfig } from '../upstream/config.ts';

/** Base of the requests of its spot market. */
export const CEXA_URL = 'https://api.binance.com';
/** Base of the requests of its futures in USDT. */
export const CEXA_FUTURES_URL = 'https://fapi.binance.com';
/** Base of the streams of its futures. */
export const CEXA_WS_URL = 'wss://fstream.binance.com';

/** Budget of the venue: weight per time span. */
interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

/** Parts of the venue that count requests separately. */
export type CexaPart = 'spot' | 'futures' | 'funding' | 'data';

/** Step of the sampled history, as the venue writes it. */
export type SampleStep = '5m' | '1h' | '1d';

/** Settings; times in ms. */
export interface CexaConfig {
  readonly version: `cexa/${string}`;
  readonly budgets: Readonly<Record<CexaPart, Limit>>;
  readonly weights: {
    readonly klines: number;
    /** Weight of the 24-hour tickers of all spot pairs, and of all perps. */
    readonly tickers: number;
    readonly perpTickers: number;
    readonly pairs: number;
    /** Weight of the premiums of all perps. */
    readonly premiums: number;
    /** Weight of any other request. */
    readonly light: number;
  };
  /** Maximum rows of an answer. */
  readonly rows: { readonly klines: number; readonly settlements: number; readonly samples: number };
  /** Maximum bars requested of each interval, which bounds the first pass of a pair. */
  readonly barsKept: number;
  /** Bars of a pair cached in memory, by interval; later passes request newer bars only. */
  readonly tails: Readonly<Partial<Record<Interval, number>>>;
  /** Time after its close when a bar is final. */
  readonly settleMs: number;
  /** Age up to which the venue keeps samples of open interest and accounts. */
  readonly samplesKeptMs: number;
  readonly sampleSteps: Readonly<Record<SampleStep, number>>;
  /** Longest time between two settlements of a perp. */
  readonly longestIntervalMs: number;
  /** Hours between settlements of a perp that the venue lists no terms for. */
  readonly usualIntervalHours: number;
  /** Time between two polls of pairs, tickers and perps. A query may poll sooner, but not before `freshMs`. */
  readonly pollMs: {
    readonly pairs: number;
    readonly tickers: number;
    readonly perps: number;
    readonly terms: number;
  };
  readonly freshMs: number;
  /** Time after a failed poll during which queries do not poll. */
  readonly againMs: number;
  /** Missed polls after which a list is stale. */
  readonly lateAfterPolls: number;
  /** Age up to which an answer about one symbol is reused. */
  readonly sharedMs: number;
  /** Maximum cached answers about one symbol. */
  readonly sharedKept: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
  /** Minimum 24-hour quote volume of a pair that fills a gap of the perps, USD. */
  readonly leastNotional: number;
  /** Maximum age and number of forced closes in memory. */
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
  // A region that is not served stays so: retry hourly.
  upstream: { ...UPSTREAM_V1, version: 'cexa-upstream/1', restrictedMs: HOUR_MS },
  stream: STREAM_V1,
});
