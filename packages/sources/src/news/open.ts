/** News source of a host, which shares requests with its headlines. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { HeadlinesTap } from '../headlines/answers.ts';
import type { HeadlineFeed } from '../headlines/config.ts';
import { REGISTER } from '../headlines/register.ts';
import type { Source } from '../market/source.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { createNewsCollector } from './collector.ts';
import { NEWS_SOURCE_V1, REGISTER_NEWS, type NewsFeed } from './config.ts';
import { createNewsSource, NO_CONTACT } from './source.ts';

/** Options of the source. */
export interface NewsParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly contact: string | undefined;
  /** Feeds that the source of headlines requests, which are not requested twice. */
  readonly shared: readonly HeadlineFeed[];
  /** Base URL of the Federal Register when the source of headlines requests it. */
  readonly registerUrl: string | undefined;
}

/** @returns the source, and the tap for answers of the source of headlines. */
export function newsSourceOf(
  feeds: readonly NewsFeed[],
  { clock, log, contact, shared, registerUrl }: NewsParts,
): { readonly source: Source; readonly tap: HeadlinesTap } {
  const journal: readonly NewsFeed[] =
    registerUrl === undefined ? [] : [{ name: REGISTER_NEWS, url: registerUrl, tier: 1 }];
  const all = [...feeds, ...journal];
  const collector = createNewsCollector(all, { clock, config: NEWS_SOURCE_V1, run: randomUUID() });
  const sharedUrls = new Map(shared.map((feed) => [feed.url, feed]));
  const nameOf = new Map(feeds.filter(({ url }) => sharedUrls.has(url)).map(({ name, url }) => [url, name]));
  nameOf.set(REGISTER, REGISTER_NEWS);
  for (const [url, name] of nameOf) {
    const isLeftOut = sharedUrls.get(url)?.wantsContact === true && contact === undefined;
    if (isLeftOut) collector.failed(name, NO_CONTACT);
  }
  return {
    source: createNewsSource({
      collector,
      feeds: feeds.filter(({ url }) => !sharedUrls.has(url)),
      named: feeds,
      contact,
      clock,
      log,
      meter: createUpstreamMeter('news'),
    }),
    tap: {
      answered: (feed, items, isNotModified) => {
        const name = nameOf.get(feed);
        if (name !== undefined) collector.answered(name, items, isNotModified);
      },
      failed: (feed, reason, isBroken) => {
        const name = nameOf.get(feed);
        if (name !== undefined) collector.failed(name, reason, isBroken);
      },
    },
  };
}
