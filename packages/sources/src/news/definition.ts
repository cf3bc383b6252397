/** Headlines and reports of news as a host registers them: two sources that share their requests. */

import { ok, type Result } from '@barograph/core';
import { addressOf, defineSource, type SourceDefinition } from '../define-source.ts';
import { filePath, ownWithLive, webAddress } from '../fields/kinds.ts';
import { HEADLINE_FEEDS_V1, REGISTER_URL, type HeadlineFeed } from '../headlines/config.ts';
import { readHeadlineFeeds } from '../headlines/feed-list.ts';
import { createHeadlinesSource } from '../headlines/source.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { NEWS_FEEDS_V1, type NewsFeed } from './config.ts';
import { readNewsFeeds } from './feed-list.ts';
import { newsSourceOf } from './open.ts';

/** Configuration of headlines and news. */
export interface NewsSettings {
  /** Base URL of the Federal Register. When undefined, its own with `live`, otherwise off. */
  readonly registerUrl: string | undefined;
  /** JSON file of headline feeds. When undefined, the built-in list with `live`, otherwise off. */
  readonly headlines: string | undefined;
  /** JSON file of news sources. When undefined, the built-in list with `live`, otherwise off. */
  readonly news: string | undefined;
  /** Contact address for publishers. When undefined, feeds that require a contact are skipped. */
  readonly contact: string | undefined;
}

function headlineFeedsOf({ headlines }: NewsSettings): Result<readonly HeadlineFeed[] | undefined, string> {
  return headlines === undefined ? ok(undefined) : readHeadlineFeeds(headlines);
}

function newsFeedsOf({ news }: NewsSettings): Result<readonly NewsFeed[] | undefined, string> {
  return news === undefined ? ok(undefined) : readNewsFeeds(news);
}

/** Headlines, and reports of news. */
export const NEWS: SourceDefinition<NewsSettings> = defineSource<NewsSettings>({
  id: 'news',
  fields: {
    registerUrl: webAddress(
      ownWithLive(REGISTER_URL),
      'Base of the requests of the Federal Register, in addition to live data; not used if `reference` has such files.',
    ),
    headlines: filePath(
      'a list of regulators and papers that ships, with `--live` and no `perpdexUrl`',
      'JSON list of feeds of headlines (RSS or Atom), each with `publisher`, `url`, `topic` (`policy`, `security`, `market`, or `news`: each headline by its words) and, where the publisher asks for one, `wantsContact: true`; in addition to live data.',
    ),
    news: filePath(
      'a list of regulators, papers and an exchange that ships, with `--live` and no `perpdexUrl`',
      'JSON list of sources of news, each with `name`, `url`, `tier` (1 regulators and first hand, 2 papers of the trade, 3 others) and, where it has them, `category` (kind of items whose title says none), `form` (`feed`: RSS or Atom; `announcements`: JSON of an exchange), `wantsContact: true`; in addition to live data, or the simulator at the present.',
    ),
    contact: {
      shape: 'TEXT',
      fallback: undefined,
      fallbackText: 'none: the SEC is not used',
      meaning:
        'Mail address or page, sent as part of the user agent of requests for headlines and news; the SEC requires it.',
      expected: 'a mail address or page of 3 to 100 characters without spaces',
      parse: (value) => (/^[\w.+@:/-]{3,100}$/.test(value) ? value : undefined),
    },
  },
  feeds: ['headlines', 'news'],
  modes: ['live', 'simulated'],
  loopback: { registerUrl: '/outlook' },
  addresses: ({ registerUrl }, asking) => [
    ['journal of the government', asking.mode === 'live' ? addressOf(registerUrl, REGISTER_URL, asking) : undefined],
  ],
  faults: (config) => [newsFeedsOf(config), headlineFeedsOf(config)].flatMap((read) => (read.ok ? [] : [read.error])),
  open: (config, parts) => {
    const { mode, isReal, held, clock, log } = parts;
    const { contact } = config;
    const named = mode === 'live' ? headlineFeedsOf(config) : ok(undefined);
    if (!named.ok) return named;
    const listed = newsFeedsOf(config);
    if (!listed.ok) return listed;
    const asksHeadlines = mode === 'live' && !held.has('headlines');
    const registerUrl = asksHeadlines ? addressOf(config.registerUrl, REGISTER_URL, parts) : undefined;
    const shared = asksHeadlines ? (named.value ?? (isReal ? HEADLINE_FEEDS_V1 : [])) : [];
    const feeds = listed.value ?? (isReal ? NEWS_FEEDS_V1 : []);
    const news = feeds.length === 0 ? undefined : newsSourceOf(feeds, { clock, log, contact, shared, registerUrl });
    const meter = createUpstreamMeter('headlines');
    const headlines =
      registerUrl === undefined && shared.length === 0
        ? []
        : [createHeadlinesSource({ clock, log, registerUrl, feeds: shared, contact, meter, tap: news?.tap })];
    return ok([...headlines, ...(news === undefined ? [] : [news.source])]);
  },
});
