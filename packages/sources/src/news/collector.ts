/** Reports in memory until the ingest takes them: each once, in the order of arrival, with what was dropped and why. */

import { nearDuplicate, NEWS_V1, newsItem, simHash, type Fingerprint } from '@barograph/stress/news';
import { getDomain } from 'tldts';
import type { Clock } from '../clock.ts';
import type { NewsDrop, NewsQuery, NewsReport, NewsReports, NewsSourceReport } from '../market/news-reports.ts';
import type { NewsFeed, NewsSourceConfig } from './config.ts';

/** A report as a source says it; nothing of it is trusted. */
export interface RawReport {
  readonly id: unknown;
  readonly title: unknown;
  readonly url: unknown;
  /** Epoch ms. */
  readonly time: unknown;
}

/** Collector of all sources. */
export interface NewsCollector {
  /** Takes the items of an answer; none where it said that nothing is new. */
  answered(name: string, items: readonly RawReport[], isNotModified: boolean): void;
  /** Notes that a source did not answer. @param isBroken it did, but with no feed. */
  failed(name: string, reason: string, isBroken?: boolean): void;
  pull(query: NewsQuery): NewsReports;
  /** Newest answer of any source, epoch ms; null before the first. */
  newest(): number | null;
}

/** Memory of a source. */
interface Kept {
  readonly feed: NewsFeed;
  readonly domain: string;
  /** Identifiers with the fingerprint of their title and that of the last other one, oldest first. */
  readonly known: Map<string, { readonly print: Fingerprint; readonly other?: Fingerprint }>;
  readonly dropped: Partial<Record<NewsDrop, number>>;
  lastSuccessAt: number | null;
  lastErrorAt: number | null;
  lastError: string | null;
  items: number;
  notModified: number;
}

/** One source is one publisher, whatever its links say: it cannot bear itself out. */
function domainOf({ url }: NewsFeed): string {
  return getDomain(url, { allowPrivateDomains: false }) ?? new URL(url).hostname.replaceAll(/[^a-z\d.-]/g, '-');
}

/** Address as callers see it: user, password and query may open something that is the operator's. */
function shownUrl({ url }: NewsFeed): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** @param run names this opening: counts begin with it. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one memory, and what is put into it and taken out
export function createNewsCollector(
  feeds: readonly NewsFeed[],
  {
    clock,
    config,
    run,
  }: { readonly clock: Pick<Clock, 'now'>; readonly config: NewsSourceConfig; readonly run: string },
): NewsCollector {
  const sources = new Map(
    feeds.map((feed): [string, Kept] => [
      feed.name,
      {
        feed,
        domain: domainOf(feed),
        known: new Map(),
        dropped: {},
        lastSuccessAt: null,
        lastErrorAt: null,
        lastError: null,
        items: 0,
        notModified: 0,
      },
    ]),
  );
  let reports: NewsReport[] = [];
  /** Moment up to which reports were taken: what comes later must not arrive before it. */
  let takenBy = 0;

  const drop = ({ dropped }: Kept, reason: NewsDrop): void => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  const take = (source: Kept, raw: RawReport, seenAt: number): void => {
    const { feed, domain, known } = source;
    const own = typeof raw.id === 'string' && raw.id.trim() !== '' ? raw.id.trim() : raw.url;
    const id = typeof own === 'string' ? `${feed.name}:${own}` : null;
    const text = typeof raw.title === 'string' ? raw.title.slice(0, 1000) : '';
    const print = simHash(text);
    const before = id === null ? undefined : known.get(id);
    const isSame = (one: Fingerprint | undefined): boolean =>
      one !== undefined && nearDuplicate(one, print, NEWS_V1.duplicateBits);
    if (isSame(before?.print) || isSame(before?.other)) return;
    if (id !== null) {
      known.set(id, before === undefined ? { print } : { ...before, other: print });
      for (const oldest of known.keys()) if (known.size > config.mostKept) known.delete(oldest);
    }
    if (before !== undefined) return drop(source, 'conflict');
    const url = typeof raw.url === 'string' && raw.url.trim() !== '' ? raw.url.trim() : null;
    const item = newsItem({ id, title: raw.title, url, domain, time: raw.time }, feed.tier, seenAt);
    if (!item.ok) return drop(source, item.error);
    if (item.value.time < seenAt - config.oldestMs) return drop(source, 'too_old');
    if (reports.length >= config.mostKept * sources.size) return drop(source, 'too_many');
    source.items++;
    const kind = feed.category === undefined ? {} : { kind: feed.category };
    reports.push({ source: feed.name, item: { ...item.value, ...kind } });
  };

  const sourceReport = ({
    feed,
    domain: _,
    known: __,
    items,
    notModified,
    dropped,
    ...state
  }: Kept): NewsSourceReport => ({
    name: feed.name,
    about: { url: shownUrl(feed), tier: feed.tier, category: feed.category ?? null },
    ...state,
    run,
    counts: { items, notModified, dropped: { ...dropped } },
  });

  return {
    answered: (name, items, isNotModified) => {
      const source = sources.get(name);
      if (source === undefined) return;
      const seenAt = Math.max(clock.now(), takenBy + 1);
      source.lastSuccessAt = clock.now();
      if (isNotModified) source.notModified++;
      for (const raw of items) take(source, raw, seenAt);
      reports = reports.filter(({ item }) => item.seenAt > seenAt - config.keptMs);
    },
    failed: (name, reason, isBroken = false) => {
      const source = sources.get(name);
      if (source === undefined) return;
      source.lastErrorAt = clock.now();
      source.lastError = reason;
      if (isBroken) drop(source, 'broken_feed');
    },
    pull: ({ from, asOf }) => {
      takenBy = Math.max(takenBy, asOf);
      return {
        reports: reports.filter(({ item }) => item.seenAt > from && item.seenAt <= asOf),
        sources: [...sources.values()].map(sourceReport),
      };
    },
    newest: () => {
      const times = [...sources.values()].flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}
