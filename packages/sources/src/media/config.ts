/** Settings of the source of media volume, and the query for counted articles. */

import { deepFreeze, MINUTE_MS } from '@barograph/core';

/** Base of the bulk files of the source itself, keyless. */
export const MEDIA_URL = 'http://data.gdeltproject.org/gdeltv2';

/** Settings; times in ms. */
export interface MediaConfig {
  readonly version: `media-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two requests of the newest file. */
  readonly newestMs: number;
  /** Time between two files of the past. */
  readonly pastMs: number;
  /** Hours of history before the newest file. */
  readonly pastHours: number;
  /** Attempts at a file before it counts as missing. */
  readonly attempts: number;
  /** Age at which the counts are stale. */
  readonly staleMs: number;
  /** Maximum file size, compressed and unpacked, bytes. */
  readonly maxBytes: number;
  readonly maxUnpackedBytes: number;
}

/**
 * Every 15 minutes there are three files. The mentions file is used: the address and tone of each article with an event,
 * a few hundred kilobytes by its description. The themes file has every article at some twenty times the size. Neither was
 * measured. A week is 672 files, three hours at this pace. Counts are archived, so the base of 30 days grows without new requests.
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

/** Patterns of counted articles, matched against the words of their address. */
export interface MediaQuery {
  /** CalVer. */
  readonly version: `media-query/${string}`;
  /** Pattern for the words of a path: lower case, separated and surrounded by single spaces. */
  readonly coins: RegExp;
  readonly regulation: RegExp;
}

/** First version: English articles about coins and regulators, by the words of their address. */
export const MEDIA_QUERY_V1: MediaQuery = deepFreeze({
  version: 'media-query/2026.11.1',
  coins:
    / (?:crypto|cryptos|cryptocurrency|cryptocurrencies|cryptoassets?|bitcoin|bitcoins|btc|ethereum|stablecoins?|blockchain|defi|nfts?|altcoins?|memecoins?|dogecoin|binance|coinbase|kraken|ripple|xrp|tether|usdt|usdc|digital (?:assets?|currency|currencies)) /,
  regulation:
    / (?:sec|cftc|fca|esma|mica|fincen|ofac|doj|irs|cbdc|regulat(?:e|es|ed|ing|ion|ions|or|ors|ory)|laws?|lawmakers?|legislation|legislators?|bills?|senate|senators?|congress|parliament|courts?|judge|lawsuits?|sues?|sued|suing|bans?|banned|banning|fines?|fined|charges|charged|indict(?:s|ed|ment)|sanctions?|sanctioned|licen[cs]es?|licensed|licensing|approves?|approved|approval|enforcement|probes?|investigations?|crackdown|compliance|tax|taxes|taxation|prosecutors?|guilty|sentenced|etfs?) /,
});
