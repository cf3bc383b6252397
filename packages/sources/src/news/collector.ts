/** Queue of reports until the ingest reads them: unique, in arrival order, with drop counts by reason. */

import type { Clock } from '../clock.ts';
import type { NewsQuery, NewsReport, NewsReports } from '../market/news-reports.ts';
import type { NewsFeed, NewsSourceConfig } from './config.ts';
import { drop, newMemory, readReport, sourceReport, type RawReport, type SourceMemory } from './source-memory.ts';

/** Collector of all sources. */
export interface NewsCollector {
  /** Adds the items of an answer; empty when not modified. */
  answered(name: string, items: readonly RawReport[], isNotModified: boolean): void;
  /** Records a failure of a source. @param isBroken whether it answered with something other than a feed. */
  failed(name: string, reason: string, isBroken?: boolean): void;
  pull(query: NewsQuery): NewsReports;
  /** Time of the newest answer of any source, epoch ms; null before the first. */
  newest(): number | null;
}

/** Options of a collector. */
export interface NewsCollectorParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly config: NewsSourceConfig;
  /** Id of this opening; counts start with it. */
  readonly run: string;
}

/** Creates an empty collector. */
export function createNewsCollector(
  feeds: readonly NewsFeed[],
  { clock, config, run }: NewsCollectorParts,
): NewsCollector {
  const sources = new Map(feeds.map((feed): [string, SourceMemory] => [feed.name, newMemory(feed)]));
  let reports: NewsReport[] = [];
  /** Time up to which reports were read: later reports must not get an earlier arrival time. */
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
        sources: [...sources.values()].map((source) => sourceReport(source, run)),
      };
    },
    newest: () => {
      const times = [...sources.values()].flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}
