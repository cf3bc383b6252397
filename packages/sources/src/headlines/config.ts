/** Settings of the source of headlines. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { HeadlineTopic } from '../market/outlook.ts';

/** Base URL of the Federal Register, keyless. */
export const REGISTER_URL = 'https://www.federalregister.gov/api/v1';

/** Agencies whose documents are requested, by the journal's names. */
export const REGISTER_AGENCIES: readonly string[] = Object.freeze([
  'securities-and-exchange-commission',
  'commodity-futures-trading-commission',
  'treasury-department',
]);

/** Headline feed, RSS or Atom. */
export interface HeadlineFeed {
  /** Name of its publisher, lower case. */
  readonly publisher: string;
  readonly url: string;
  /** Topic of all its headlines; `news` classifies each headline by its words. */
  readonly topic: HeadlineTopic | 'news';
  /** Set when the publisher requires a contact; the feed is skipped without one. */
  readonly wantsContact?: true;
}

/**
 * Default feeds: three regulators, two trade papers, one feed of hacks.
 *
 * @source the publishers' own pages about their feeds; recorded answers of the SEC, CoinDesk and Cointelegraph.
 */
export const HEADLINE_FEEDS_V1: readonly HeadlineFeed[] = deepFreeze([
  { publisher: 'sec', url: 'https://www.sec.gov/news/pressreleases.rss', topic: 'policy', wantsContact: true },
  {
    publisher: 'sec',
    url: 'https://www.sec.gov/enforcement-litigation/litigation-releases/rss',
    topic: 'policy',
    wantsContact: true,
  },
  { publisher: 'cftc', url: 'https://www.cftc.gov/RSS/RSSGP/rssgp.xml', topic: 'policy' },
  { publisher: 'cftc', url: 'https://www.cftc.gov/RSS/RSSENF/rssenf.xml', topic: 'policy' },
  { publisher: 'federal-reserve', url: 'https://www.federalreserve.gov/feeds/press_all.xml', topic: 'policy' },
  { publisher: 'rekt', url: 'https://rekt.news/rss/feed.xml', topic: 'security' },
  { publisher: 'coindesk', url: 'https://www.coindesk.com/arc/outboundfeeds/rss', topic: 'news' },
  { publisher: 'cointelegraph', url: 'https://cointelegraph.com/rss', topic: 'news' },
]);

/** Settings; times in ms. */
export interface HeadlinesConfig {
  readonly version: `headlines-source/${string}`;
  /** Requests a minute over all feeds, each of weight 1. */
  readonly budget: number;
  /** Time between two requests of a feed, and of an agency's documents. */
  readonly feedMs: number;
  readonly registerMs: number;
  /** Wait after a failed request. */
  readonly againMs: number;
  /** Documents of an agency in one answer. */
  readonly documents: number;
  /** Search term for the journal's documents. */
  readonly term: string;
  /** Publication time of the journal, ms after midnight UTC. */
  readonly issueMs: number;
  /** Maximum age of headlines, and maximum number per publisher. */
  readonly keptMs: number;
  readonly mostKept: number;
  /** Maximum items read per answer. */
  readonly items: number;
  /** Maximum length of a title, characters. */
  readonly titleLength: number;
  /** Age at which the feed is stale. */
  readonly staleMs: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
}

/** The journal is out by 08:45 in Washington, 13:45 UTC in winter. */
export const HEADLINES_V1: HeadlinesConfig = deepFreeze({
  version: 'headlines-source/1',
  budget: 60,
  feedMs: 10 * MINUTE_MS,
  registerMs: HOUR_MS,
  againMs: MINUTE_MS,
  documents: 50,
  term: 'crypto | cryptocurrency | bitcoin | stablecoin | blockchain | "digital asset"',
  issueMs: 13.75 * HOUR_MS,
  keptMs: 46 * DAY_MS,
  mostKept: 2000,
  items: 300,
  titleLength: 300,
  staleMs: HOUR_MS,
  maxBytes: 2_097_152,
});
