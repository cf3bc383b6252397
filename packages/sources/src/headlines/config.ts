/** Settings of the source of headlines. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { HeadlineTopic } from '../market/outlook.ts';

/** Base of the requests of the journal of the government, keyless. */
export const REGISTER_URL = 'https://www.federalregister.gov/api/v1';

/** Agencies whose documents are asked for, in the names of the journal. */
export const REGISTER_AGENCIES: readonly string[] = Object.freeze([
  'securities-and-exchange-commission',
  'commodity-futures-trading-commission',
  'treasury-department',
]);

/** A feed of headlines, RSS or Atom. */
export interface HeadlineFeed {
  /** Name of its publisher, in small letters. */
  readonly publisher: string;
  readonly url: string;
  /** Topic of all of its headlines; `news`: each by its own words. */
  readonly topic: HeadlineTopic | 'news';
  /** Set where the publisher wants to know whom it serves: not asked without a contact. */
  readonly wantsContact?: true;
}

/**
 * Feeds that are asked where the configuration names none: three regulators, two papers of the trade, one of hacks.
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
  /** Requests in a minute of all feeds together, each of weight 1. */
  readonly budget: number;
  /** Time between two questions for a feed, and for the documents of an agency. */
  readonly feedMs: number;
  readonly registerMs: number;
  /** Wait after a question that failed. */
  readonly againMs: number;
  /** Documents of an agency in one answer. */
  readonly documents: number;
  /** Words that the journal looks for in its documents. */
  readonly term: string;
  /** Time of the day at which an issue of the journal is out, after midnight UTC. */
  readonly issueMs: number;
  /** Headlines that are kept, by age and of each publisher. */
  readonly keptMs: number;
  readonly mostKept: number;
  /** Items of one answer that are read. */
  readonly items: number;
  /** Characters of a title. */
  readonly titleLength: number;
  /** Age at which all of it is stale. */
  readonly staleMs: number;
  /** Largest answer, bytes. */
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
