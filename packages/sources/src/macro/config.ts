/** Settings of the sources of moods and macro series: addresses, budgets, pace and requests. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { FileMacroName, Publication } from '@barograph/files';
import type { MacroPrint } from '@barograph/stress/risk';

/** Base URL of each source's own API. */
export const MACRO_URLS: Readonly<
  Record<'fearGreedUrl' | 'cmcUrl' | 'fredUrl' | 'fredApiUrl' | 'treasuryUrl' | 'ecbUrl', string>
> = deepFreeze({
  fearGreedUrl: 'https://api.alternative.me',
  cmcUrl: 'https://pro-api.coinmarketcap.com',
  fredUrl: 'https://fred.stlouisfed.org',
  fredApiUrl: 'https://api.stlouisfed.org',
  treasuryUrl: 'https://home.treasury.gov',
  ecbUrl: 'https://www.ecb.europa.eu',
});

/** A series of FRED. */
export interface FredSeries {
  readonly id: string;
  readonly name: FileMacroName;
  readonly publication: Publication;
}

/** Settings; times in ms, budgets in requests a minute. */
export interface MacroSourceConfig {
  readonly version: `macro-source/${string}`;
  readonly budgets: {
    readonly fearGreed: number;
    readonly cmc: number;
    readonly fred: number;
    readonly fredApi: number;
    readonly treasury: number;
    readonly ecb: number;
    readonly gold: number;
  };
  /** Time between two requests of a kind, and after a failed request. */
  readonly everyMs: {
    readonly fearGreed: number;
    readonly cmc: number;
    readonly fred: number;
    readonly calendar: number;
    readonly treasury: number;
    readonly treasuryPast: number;
    readonly ecb: number;
    readonly gold: number;
  };
  readonly againMs: number;
  /** Age at which an answer is stale, in multiples of `everyMs`. */
  readonly lateAfter: number;
  /** Days of history requested. */
  readonly historyDays: number;
  /** Maximum answer sizes, bytes. */
  readonly maxBytes: number;
  readonly fred: readonly FredSeries[];
  /** Releases of FRED whose dates are requested, by print. */
  readonly releases: readonly { readonly id: number; readonly print: Exclude<MacroPrint, 'other'> }[];
  /** Pair of a token for an ounce of gold, and its publisher name. */
  readonly gold: { readonly pair: string; readonly publisher: string };
  /** Lag of a publisher's newest day behind another's after which the other is used. */
  readonly behindMs: number;
}

/**
 * Version 1. All series are daily, so hourly requests suffice: some 600 requests a day over six hosts. A CoinMarketCap key of the
 * free plan allows 10,000 requests a month, of which 750 are used.
 *
 * @source FRED, `fredgraph.csv` and the API reference of `fred/release/dates` (120 requests a minute); U.S. Treasury, XML feeds
 *   of interest rates; ECB, euro foreign exchange reference rates; alternative.me, Crypto Fear & Greed API (60 a minute);
 *   CoinMarketCap API reference, `/v3/fear-and-greed/historical`.
 */
export const MACRO_SOURCE_V1: MacroSourceConfig = deepFreeze<MacroSourceConfig>({
  version: 'macro-source/1',
  budgets: { fearGreed: 10, cmc: 10, fred: 20, fredApi: 20, treasury: 5, ecb: 5, gold: 5 },
  everyMs: {
    fearGreed: 15 * MINUTE_MS,
    cmc: HOUR_MS,
    fred: HOUR_MS,
    calendar: DAY_MS,
    treasury: HOUR_MS,
    treasuryPast: DAY_MS,
    ecb: 30 * MINUTE_MS,
    gold: HOUR_MS,
  },
  againMs: 5 * MINUTE_MS,
  lateAfter: 4,
  historyDays: 800,
  maxBytes: 4_194_304,
  fred: [
    { id: 'DGS3MO', name: 'us_3m', publication: 'h15' },
    { id: 'DGS2', name: 'us_2y', publication: 'h15' },
    { id: 'DGS5', name: 'us_5y', publication: 'h15' },
    { id: 'DGS10', name: 'us_10y', publication: 'h15' },
    { id: 'DGS30', name: 'us_30y', publication: 'h15' },
    { id: 'DFF', name: 'fed_funds', publication: 'h15' },
    { id: 'DTWEXBGS', name: 'broad_dollar', publication: 'h10' },
    { id: 'DEXUSEU', name: 'eur_usd', publication: 'h10' },
    { id: 'NASDAQ100', name: 'nasdaq100', publication: 'next_morning' },
    { id: 'SP500', name: 'sp500', publication: 'next_morning' },
    { id: 'VIXCLS', name: 'vix', publication: 'next_morning' },
  ],
  releases: [
    { id: 10, print: 'CPI' },
    { id: 50, print: 'NFP' },
    { id: 53, print: 'GDP' },
    { id: 54, print: 'PCE' },
  ],
  gold: { pair: 'PAXGUSDT', publisher: 'PAXG/USDT' },
  behindMs: 4 * DAY_MS,
});
