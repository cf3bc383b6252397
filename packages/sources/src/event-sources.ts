/** Live sources of stablecoins, hacks, media volume and headlines that a configuration asks. */

import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { SourcesConfig } from './sources-config.ts';
import type { FeedName } from './market/feeds.ts';
import { HACKS_URL } from './hacks/config.ts';
import { createHacksSource } from './hacks/source.ts';
import { HEADLINE_FEEDS_V1, REGISTER_URL, type HeadlineFeed } from './headlines/config.ts';
import { createHeadlinesSource } from './headlines/source.ts';
import { MEDIA_URL } from './media/config.ts';
import { createMediaSource } from './media/source.ts';
import type { Source } from './market/source.ts';
import { STABLECOINS_URL } from './stablecoins/config.ts';
import { createStablecoinsSource } from './stablecoins/source.ts';
import { NEWS_FEEDS_V1, type NewsFeed } from './news/config.ts';
import { newsSourceOf } from './news/open.ts';
import { createUpstreamMeter } from './upstream/meter.ts';

/** Parts of the sources. */
export interface EventSourceOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Feeds that files bring: they are not asked for. */
  readonly taken: ReadonlySet<FeedName>;
  /** Feeds of headlines of the configuration; undefined: the list that ships. */
  readonly headlineFeeds: readonly HeadlineFeed[] | undefined;
  /** Sources of news, likewise. */
  readonly newsFeeds: readonly NewsFeed[] | undefined;
}

/** Bases of these sources. A perp venue at another address brings no real events, but from addresses that are given. */
export function eventUrlsOf(
  config: SourcesConfig,
): Readonly<Record<'stablecoins' | 'hacks' | 'media' | 'register', string | undefined>> {
  const isReal = config.live && config.perpdexUrl === undefined;
  const urlOf = (given: string | undefined, own: string): string | undefined => given ?? (isReal ? own : undefined);
  return {
    stablecoins: urlOf(config.stablecoinsUrl, STABLECOINS_URL),
    hacks: urlOf(config.hacksUrl, HACKS_URL),
    media: urlOf(config.mediaUrl, MEDIA_URL),
    register: urlOf(config.registerUrl, REGISTER_URL),
  };
}

/** Sources of a live host. */
export function eventSources(config: SourcesConfig, options: EventSourceOptions): readonly Source[] {
  const { clock, log, taken, headlineFeeds, newsFeeds } = options;
  const { live, perpdexUrl, defillamaKey: key, contact } = config;
  const isReal = live && perpdexUrl === undefined;
  const { stablecoins, hacks, media, register: registerUrl } = eventUrlsOf(config);
  const sources: Source[] = [];
  const parts = { clock, log };
  if (stablecoins !== undefined && !(taken.has('stablecoins') && taken.has('pegs'))) {
    const source = createStablecoinsSource({ ...parts, url: stablecoins, meter: createUpstreamMeter('stablecoins') });
    sources.push(without(source, taken));
  }
  if (hacks !== undefined && !taken.has('hacks')) {
    if (key === undefined) log.info({ source: 'hacks', field: 'defillamaKey' }, 'source not configured');
    else sources.push(createHacksSource({ ...parts, url: hacks, key, meter: createUpstreamMeter('hacks') }));
  }
  if (media !== undefined && !taken.has('media')) {
    sources.push(createMediaSource({ ...parts, url: media, meter: createUpstreamMeter('media') }));
  }
  const feeds = headlineFeeds ?? (isReal ? HEADLINE_FEEDS_V1 : []);
  const hasHeadlines = (registerUrl !== undefined || feeds.length > 0) && !taken.has('headlines');
  const newsAsked = newsFeeds ?? (isReal ? NEWS_FEEDS_V1 : []);
  const shared = hasHeadlines ? feeds : [];
  const news =
    newsAsked.length === 0
      ? undefined
      : newsSourceOf(newsAsked, { ...parts, contact, shared, registerUrl: hasHeadlines ? registerUrl : undefined });
  if (hasHeadlines) {
    const meter = createUpstreamMeter('headlines');
    sources.push(createHeadlinesSource({ ...parts, registerUrl, feeds, contact, meter, tap: news?.tap }));
  }
  if (news !== undefined) sources.push(news.source);
  return sources;
}

/** A source without the feeds that files bring. */
function without(source: Source, taken: ReadonlySet<FeedName>): Source {
  const isKept = (name: string): boolean => ![...taken].some((one) => one === name);
  return {
    ...source,
    feeds: Object.fromEntries(Object.entries(source.feeds).filter(([name]) => isKept(name))),
    state: (now) => source.state(now).filter(({ feed }) => isKept(feed)),
  };
}
