/** Settings of the source of media volume, and the query that it counts. */

import { deepFreeze, MINUTE_MS } from '@barograph/core';

/** Base of the bulk files of the source itself, keyless. */
export const MEDIA_URL = 'http://data.gdeltproject.org/gdeltv2';

/** Settings; times in ms. */
export interface MediaConfig {
  readonly version: `media-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two questions for the newest file. */
  readonly newestMs: number;
  /** Time between two files of the past. */
  readonly pastMs: number;
  /** Hours back from the newest file that are read. */
  readonly pastHours: number;
  /** Attempts at a file before it counts as missing. */
  readonly attempts: number;
  /** Age at which the counts are stale. */
  readonly staleMs: number;
  /** Largest file as it comes, and unpacked, bytes. */
  readonly maxBytes: number;
  readonly maxUnpackedBytes: number;
}

/**
 * Of the three files of 15 minutes the one of mentions is asked for: an address and a tone for each article in which an event was
 * found, by what is said of it a few hundred kilobytes; the one of themes has every article and some twenty times the size. Neither was measured. A week is 672 files, three
 * hours at this pace; what was seen is archived, so that the base of 30 days grows without asking again.
 *
 * @source the public format descriptions of the event database, version 2.0. No recorded file was found.
 */
export const MEDIA_V1: MediaConfig = deepFreeze({
  version: 'media-source/1',
  budget: 30,
  newestMs: 5 * MINUTE_MS,
  pastMs: 15_000,
  pastHours: 168,
  attempts: 2,
  staleMs: 120 * MINUTE_MS,
  maxBytes: 8_388_608,
  maxUnpackedBytes: 67_108_864,
});

/** Words of an address by which an article is counted. */
export interface MediaQuery {
  /** CalVer. */
  readonly version: `media-query/${string}`;
  /** Each on the words of a path, small letters with one space between and around them. */
  readonly coins: RegExp;
  readonly regulation: RegExp;
}

/** First edition: articles in English about coins and their regulators, by the words of their address. */
export const MEDIA_QUERY_V1: MediaQuery = deepFreeze({
  version: 'media-query/2026.11.1',
  coins:
    / (?:crypto|cryptos|cryptocurrency|cryptocurrencies|cryptoassets?|bitcoin|bitcoins|btc|ethereum|stablecoins?|blockchain|defi|nfts?|altcoins?|memecoins?|dogecoin|binance|coinbase|kraken|ripple|xrp|tether|usdt|usdc|digital (?:assets?|currency|currencies)) /,
  regulation:
    / (?:sec|cftc|fca|esma|mica|fincen|ofac|doj|irs|cbdc|regulat(?:e|es|ed|ing|ion|ions|or|ors|ory)|laws?|lawmakers?|legislation|legislators?|bills?|senate|senators?|congress|parliament|courts?|judge|lawsuits?|sues?|sued|suing|bans?|banned|banning|fines?|fined|charges|charged|indict(?:s|ed|ment)|sanctions?|sanctioned|licen[cs]es?|licensed|licensing|approves?|approved|approval|enforcement|probes?|investigations?|crackdown|compliance|tax|taxes|taxation|prosecutors?|guilty|sentenced|etfs?) /,
});
