/** Sources of news: those that are asked where no file names any, and the numbers of asking. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { NEWS_V2, type NewsCategory, type NewsTier } from '@barograph/stress/news';

/** Forms of an answer: RSS or Atom, or the announcements of an exchange as JSON. */
export const NEWS_FORMS = ['feed', 'announcements'] as const;

/** A source of news. */
export interface NewsFeed {
  /** Unique; stands in answers and logs. */
  readonly name: string;
  readonly url: string;
  /** 1 regulators and first-hand announcements, 2 papers of the trade, 3 everyone else. */
  readonly tier: NewsTier;
  /** Kind of those of its items whose title says none; left out: they have none. */
  readonly category?: NewsCategory;
  /** `feed` when left out. */
  readonly form?: (typeof NEWS_FORMS)[number];
  /** Set where the publisher wants to know whom it serves: not asked without a contact. */
  readonly wantsContact?: true;
}

/** Source that the documents of the journal of the government are counted under. */
export const REGISTER_NEWS = 'federal register';

/**
 * Sources that ship. What the headlines of the policy risk ask for is not asked a second time.
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
  /** Requests in a minute of all sources together. */
  readonly budget: number;
  /** Time between two questions for a source, and after one that failed. */
  readonly feedMs: number;
  readonly againMs: number;
  /** Items of one answer that are read. */
  readonly items: number;
  /** An item that was published longer before its arrival is too old: the funnel has forgotten it by then. */
  readonly oldestMs: number;
  /** Reports are kept for so long, and identifiers and reports of each source up to so many. */
  readonly keptMs: number;
  readonly mostKept: number;
  /** Age at which all of it is stale. */
  readonly staleMs: number;
  /** Largest answer, bytes, and most redirects to it. */
  readonly maxBytes: number;
  readonly redirects: number;
}

/** A changed number is a new constant. */
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
