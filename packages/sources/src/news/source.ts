/** The source of news: RSS and Atom feeds, exchange announcements, and answers shared by the policy headlines. */

import { ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { itemsOfFeed } from '../headlines/syndication.ts';
import { feedQuestion } from '../upstream/polled/feed-question.ts';
import { createPolling, type Lane, type PolledTask } from '../upstream/polled/polling.ts';
import type { Source } from '../market/source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { UPSTREAM_V1, type UpstreamConfig } from '../upstream/config.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { RedirectRule } from '../upstream/redirect-rule.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { announcementsOf } from './announcements.ts';
import type { NewsCollector } from './collector.ts';
import { NEWS_SOURCE_V1, type NewsFeed, type NewsSourceConfig } from './config.ts';
import type { RawReport } from './source-memory.ts';

/** Options of the source. */
export interface NewsSourceOptions {
  readonly collector: NewsCollector;
  /** Feeds requested by this source; the collector also has shared feeds. */
  readonly feeds: readonly NewsFeed[];
  /** All configured feeds, whose hosts may be private. */
  readonly named: readonly NewsFeed[];
  /** Contact address for publishers. When undefined, feeds that require a contact are skipped. */
  readonly contact: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly resolver?: RedirectRule['resolver'];
  readonly config?: NewsSourceConfig;
  readonly upstream?: UpstreamConfig;
}

/** Reason shown by a source that is skipped without a contact. */
export const NO_CONTACT = 'not asked: the publisher wants a contact, see the setting "contact"';

/**
 * The source of news. Only the leader opens it, because requests count against a limit. A feed that fails says nothing about the
 * others.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const collector = createNewsCollector(NEWS_FEEDS_V1, { clock, config: NEWS_SOURCE_V1, run: randomUUID() });
 * const source = createNewsSource({ collector, feeds: NEWS_FEEDS_V1, named: NEWS_FEEDS_V1, contact, clock, log, meter });
 */
export function createNewsSource(options: NewsSourceOptions): Source {
  const { collector, contact, clock, log, meter, config = NEWS_SOURCE_V1, steady = createSteadyClock() } = options;
  const id = 'news';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const named = new Set(options.named.map(({ url }) => new URL(url).host));
  const feeds = options.feeds.filter(({ wantsContact }) => wantsContact !== true || contact !== undefined);
  for (const { name } of options.feeds.filter((feed) => !feeds.includes(feed))) collector.failed(name, NO_CONTACT);
  const upstreams = {
    source: id,
    headers: { 'user-agent': contact === undefined ? 'barograph' : `barograph (${contact})` },
    budget,
    clock,
    steady,
    log,
    meter,
    config: options.upstream ?? UPSTREAM_V1,
    redirects: {
      most: config.redirects,
      named,
      ...(options.resolver === undefined ? {} : { resolver: options.resolver }),
    },
  };
  const lanes: Lane[] = [...new Set(feeds.map(({ url }) => new URL(url).origin))].map((origin) => ({
    open: () => createUpstream({ ...upstreams, baseUrl: origin }),
    tasks: feeds.filter(({ url }) => new URL(url).origin === origin).map((feed) => feedTask(feed, options)),
  }));
  const polling = createPolling(lanes, steady);
  return {
    id,
    kind: 'live',
    countsRequests: true,
    // Always succeeds: failing sources are reported as rows.
    feeds: { news: { pull: async (query) => ok({ rows: collector.pull(query), asOf: query.asOf }) } },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => {
      const newest = collector.newest();
      const state = { feed: 'news', since: null, reason: null, asOf: newest } as const;
      if (newest === null) return [{ ...state, status: 'warming', reason: 'nothing received yet' }];
      const since = newest + config.staleMs;
      if (now <= since) return [{ ...state, status: 'ok' }];
      return [{ ...state, status: 'stale', since, reason: `nothing newer for ${config.staleMs / 1000} s` }];
    },
  };
}

/** Creates the conditional request of a feed. */
function feedTask(feed: NewsFeed, { collector, log, config = NEWS_SOURCE_V1 }: NewsSourceOptions): PolledTask {
  const ask = feedQuestion<RawReport>({
    url: feed.url,
    maxBytes: config.maxBytes,
    read: (body) =>
      feed.form === 'announcements'
        ? announcementsOf(body, config.items)
        : itemsOfFeed(body, { publisher: feed.name, topic: 'news' }, config.items),
  });
  return {
    run: async (on) => {
      const { answer, items, broken } = await ask(on);
      if (!answer.ok) {
        const reason = describeUpstreamProblem(answer.error);
        log.info({ source: 'news', feed: feed.name, reason }, 'feed of news failed');
        collector.failed(feed.name, broken ?? answer.error.reason, broken !== undefined);
        return config.againMs;
      }
      collector.answered(feed.name, items, answer.value.isNotModified === true);
      return config.feedMs;
    },
  };
}
