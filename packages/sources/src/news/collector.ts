/** Reports in memory until the ingest takes them: each once, in the order of arrival, with what was dropped and why. */

import type { Clock } from '../clock.ts';
import type { NewsQuery, NewsReport, NewsReports } from '../market/news-reports.ts';
import type { NewsFeed, NewsSourceConfig } from './config.ts';
import { drop, newMemory, readReport, sourceReport, type RawReport, type SourceMemory } from './source-memory.ts';

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

/** Parts of a collector. */
export interface NewsCollectorParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly config: NewsSourceConfig;
  /** Names this opening: counts begin with it. */
  readonly run: string;
}

/** A collector without reports. */
export function createNewsCollector(
  feeds: readonly NewsFeed[],
  { clock, config, run }: NewsCollectorParts,
): NewsCollector {
  const sources = new Map(feeds.map((feed): [string, SourceMemory] => [feed.name, newMemory(feed)]));
  let reports: NewsReport[] = [];
  /** Moment up to which reports were taken: what comes later must not arrive before it. */
  let takenBy = 0;

  const take = (source: SourceMemory, report: NewsReport | undefined): void => {
    if (report === undefined) return;
    if (reports.length >= config.mostKept * sources.size) return drop(source, 'too_many');
    source.items++;
    reports.push(report);
  };

  return {
    answered: (name, items, isNotModified) => {
      const source = sources.get(name);
      if (source === undefined) return;
      const seenAt = Math.max(clock.now(), takenBy + 1);
      source.lastSuccessAt = clock.now();
      if (isNotModified) source.notModified++;
      for (const raw of items) take(source, readReport(source, raw, seenAt, config));
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
        sources: [...sources.values()].map((one) => sourceReport(one, run)),
      };
    },
    newest: () => {
      const times = [...sources.values()].flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}
