/** Default news sources, and limits of requests. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { NEWS_V2, type NewsCategory, type NewsTier } from '@barograph/stress/news';

/** Answer formats: RSS or Atom, or exchange announcements as JSON. */
export const NEWS_FORMS = ['feed', 'announcements'] as const;

/** A source of news. */
export interface NewsFeed {
  /** Unique name in answers and logs. */
  readonly name: string;
  readonly url: string;
  /** 1 regulators and first-hand announcements, 2 trade papers, 3 others. */
  readonly tier: NewsTier;
  /** Default kind of items whose title has no kind. */
  readonly category?: NewsCategory;
  /** @default 'feed' */
  readonly form?: (typeof NEWS_FORMS)[number];
  /** Set when the publisher requires a contact; the feed is skipped without one. */
  readonly wantsContact?: true;
}

/** News source name of Federal Register documents. */
export const REGISTER_NEWS = 'federal register';

/**
 * Built-in sources. Feeds that the policy headlines request are not requested twice.
 *
 * @source the publishers' own pages about their feeds; recorded answers of the SEC, CoinDesk, Cointelegraph and Bybit.
 */
export const NEWS_FEEDS_V1: readonly NewsFeed[] = deepFreeze([
  { name: 'sec press', url: 'https://www.sec.gov/news/pressreleases.rss', tier: 1, wantsContact: true },
  {
    name: 'sec litigation',
    url: 'https://www.sec.gov/enforcement-litigation/litigation-releases/rss',
    tier: 1,
    wantsContact: true,
  },
  { name: 'cftc press', url: 'https://www.cftc.gov/RSS/RSSGP/rssgp.xml', tier: 1 },
  { name: 'cftc enforcement', url: 'https://www.cftc.gov/RSS/RSSENF/rssenf.xml', tier: 1 },
  { name: 'federal reserve', url: 'https://www.federalreserve.gov/feeds/press_all.xml', tier: 1 },
  { name: 'rekt', url: 'https://rekt.news/rss/feed.xml', tier: 2 },
  { name: 'coindesk', url: 'https://www.coindesk.com/arc/outboundfeeds/rss', tier: 2 },
  { name: 'cointelegraph', url: 'https://cointelegraph.com/rss', tier: 2 },
  {
    name: 'bybit',
    url: 'https://api.bybit.com/v5/announcements/index?locale=en-US&limit=50',
    tier: 1,
    form: 'announcements',
  },
]);

/** Settings; times in ms. */
export interface NewsSourceConfig {
  readonly version: `news-source/${string}`;
  /** Requests a minute over all sources. */
  readonly budget: number;
  /** Time between two requests of a source, and after a failed request. */
  readonly feedMs: number;
  readonly againMs: number;
  /** Maximum items read per answer. */
  readonly items: number;
  /** Maximum age of an item at arrival; older items exceed the funnel's memory. */
  readonly oldestMs: number;
  /** Maximum age of reports, and maximum identifiers and reports per source. */
  readonly keptMs: number;
  readonly mostKept: number;
  /** Age at which the feed is stale. */
  readonly staleMs: number;
  /** Maximum answer size, bytes, and maximum redirects. */
  readonly maxBytes: number;
  readonly redirects: number;
}

/** Add a constant instead of changing a number. */
export const NEWS_SOURCE_V1: NewsSourceConfig = deepFreeze({
  version: 'news-source/1',
  budget: 60,
  feedMs: 5 * MINUTE_MS,
  againMs: MINUTE_MS,
  items: 300,
  oldestMs: NEWS_V2.memoryHours * HOUR_MS,
  keptMs: DAY_MS,
  mostKept: 2000,
  staleMs: HOUR_MS,
  maxBytes: 2_097_152,
  redirects: 5,
});
