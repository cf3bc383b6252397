/** Memory of a news source: known reports, drop counts by reason, and health. */

import { nearDuplicate, NEWS_V2, newsItem, simHash, type Fingerprint } from '@barograph/stress/news';
import { getDomain } from 'tldts';
import type { NewsDrop, NewsReport, NewsSourceReport } from '../market/news-reports.ts';
import type { NewsFeed, NewsSourceConfig } from './config.ts';

/** Untrusted report of a source. */
export interface RawReport {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  /** Epoch ms. */
  readonly time: unknown;
}

/** Memory of a source. */
export interface SourceMemory {
  readonly feed: NewsFeed;
  readonly domain: string;
  /** Identifiers with the fingerprint of their title and of the last different title, oldest first. */
  readonly known: Map<string, { readonly print: Fingerprint; readonly other?: Fingerprint }>;
  readonly dropped: Partial<Record<NewsDrop, number>>;
  lastSuccessAt: number | null;
  lastErrorAt: number | null;
  lastError: string | null;
  items: number;
  notModified: number;
}

/** Domain of a source. A source is one publisher, whatever its links say, so it cannot confirm itself. */
function domainOf({ url }: NewsFeed): string {
  return getDomain(url, { allowPrivateDomains: false }) ?? new URL(url).hostname.replaceAll(/[^a-z\d.-]/g, '-');
}

/** Public address: without user, password and query, which may be the operator's secrets. */
function shownUrl({ url }: NewsFeed): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Creates the empty memory of a source. */
export function newMemory(feed: NewsFeed): SourceMemory {
  return {
    feed,
    domain: domainOf(feed),
    known: new Map(),
    dropped: {},
    lastSuccessAt: null,
    lastErrorAt: null,
    lastError: null,
    items: 0,
    notModified: 0,
  };
}

/** Counts a dropped report. */
export function drop({ dropped }: SourceMemory, reason: NewsDrop): undefined {
  dropped[reason] = (dropped[reason] ?? 0) + 1;
}

/** Validates a report; undefined when known or dropped. */
export function readReport(
  source: SourceMemory,
  raw: RawReport,
  seenAt: number,
  config: Pick<NewsSourceConfig, 'mostKept' | 'oldestMs'>,
): NewsReport | undefined {
  const { feed, domain, known } = source;
  const own = typeof raw.id === 'string' && raw.id.trim() !== '' ? raw.id.trim() : raw.url;
  const id = typeof own === 'string' ? `${feed.name}:${own}` : null;
  const text = typeof raw.title === 'string' ? raw.title.slice(0, 1000) : '';
  const print = simHash(text);
  const before = id === null ? undefined : known.get(id);
  const isSame = (other: Fingerprint | undefined): boolean =>
    other !== undefined && nearDuplicate(other, print, NEWS_V2.duplicateBits);
  if (isSame(before?.print) || isSame(before?.other)) return undefined;
  if (id !== null) {
    known.set(id, before === undefined ? { print } : { ...before, other: print });
    for (const oldest of known.keys()) if (known.size > config.mostKept) known.delete(oldest);
  }
  if (before !== undefined) return drop(source, 'conflict');
  const url = typeof raw.url === 'string' && raw.url.trim() !== '' ? raw.url.trim() : null;
  const item = newsItem({ id, title: raw.title, url, domain, time: raw.time }, feed.tier, seenAt);
  if (!item.ok) return drop(source, item.error);
  if (item.value.time < seenAt - config.oldestMs) return drop(source, 'too_old');
  const kind = feed.category === undefined ? {} : { kind: feed.category };
  return { source: feed.name, item: { ...item.value, ...kind } };
}

/** Public state of the source. @param run id of the opening, since which items are counted. */
export function sourceReport(
  { feed, domain: _, known: __, items, notModified, dropped, ...state }: SourceMemory,
  run: string,
): NewsSourceReport {
  return {
    name: feed.name,
    about: { url: shownUrl(feed), tier: feed.tier, category: feed.category ?? null },
    ...state,
    run,
    counts: { items, notModified, dropped: { ...dropped } },
  };
}
