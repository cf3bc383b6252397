/** State of the headline feeds: headlines kept, health of the feeds, and the tap. */

import { ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createLastGood, type LastGood } from '../last-good.ts';
import type { Headline } from '../market/outlook.ts';
import type { Fetched } from '../upstream/ask.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import type { HeadlinesConfig } from './config.ts';
import { headlineRows, type RawHeadline } from './rows.ts';

/** Name of the source. */
export const HEADLINES = 'headlines';

/** Second reader of the same answers, so that no publisher is requested twice. */
export interface HeadlinesTap {
  /** @param items empty when nothing has changed. */
  answered(feed: string, items: readonly RawHeadline[], isNotModified: boolean): void;
  /** @param isBroken whether an answer came but was not a feed. */
  failed(feed: string, reason: string, isBroken: boolean): void;
}

/** Feed that was requested. */
export interface AnsweredFeed {
  /** Counted once per feed: the source fails when all feeds fail. */
  readonly name: string;
  readonly publisher: string;
  /** Name of the feed for the tap. */
  readonly tapped: string;
}

/** Options of the answers. */
export interface HeadlineAnswersParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly meter: Pick<UpstreamMeter, 'dropped'>;
  readonly config: HeadlinesConfig;
  /** Number of feeds. */
  readonly count: number;
  readonly tap: HeadlinesTap | undefined;
}

/** Answers of all feeds. */
export interface HeadlineAnswers {
  /**
   * Stores an answer.
   *
   * @param items items of the answer; empty when nothing has changed.
   * @param broken reason why the body could not be parsed.
   */
  take(
    feed: AnsweredFeed,
    answer: Result<Fetched<unknown>, UpstreamProblem>,
    items: readonly RawHeadline[],
    broken?: string,
  ): void;
  /** Headlines in memory, oldest first. */
  all(): readonly Headline[];
  /** Health of the source: at fault only when no feed answers. */
  readonly condition: Pick<LastGood<null>, 'series' | 'state'>;
}

/** Headlines in memory, by publisher and id. */
function createMemory({ keptMs, mostKept }: HeadlinesConfig) {
  const byPublisher = new Map<string, Map<string, Headline>>();
  return {
    add: (rows: readonly Headline[], now: number): void => {
      for (const row of rows) {
        const known = byPublisher.get(row.publisher) ?? new Map<string, Headline>();
        byPublisher.set(row.publisher, known);
        // The first publication time counts: an edited article is not new.
        if (!known.has(row.id)) known.set(row.id, row);
      }
      for (const known of byPublisher.values()) {
        const kept = [...known.values()].toSorted((a, b) => b.time - a.time);
        for (const [i, { id, time }] of kept.entries()) if (i >= mostKept || time <= now - keptMs) known.delete(id);
      }
    },
    all: (): readonly Headline[] =>
      [...byPublisher.values()].flatMap((known) => [...known.values()]).toSorted((a, b) => a.time - b.time),
  };
}

/** Creates an empty state. */
export function createHeadlineAnswers(parts: HeadlineAnswersParts): HeadlineAnswers {
  const { clock, log, meter, config, count, tap } = parts;
  const good = createLastGood<null>(config.staleMs);
  const memory = createMemory(config);
  const failing = new Map<string, UpstreamProblem>();
  const keep = (raw: readonly RawHeadline[], publisher: string, fetchedAt: number): void => {
    const { keptMs, titleLength } = config;
    const limits = { now: fetchedAt, oldest: fetchedAt - keptMs, titleLength };
    const { rows, dropped } = headlineRows(raw, limits);
    for (const [reason, times] of Object.entries(dropped)) {
      for (let i = 0; i < times; i++) meter.dropped('headlines', reason);
    }
    if (Object.keys(dropped).length > 0) log.debug({ source: HEADLINES, publisher, dropped }, 'headlines dropped');
    memory.add(rows, fetchedAt);
  };
  return {
    take: ({ name, publisher, tapped }, answer, items, broken) => {
      if (!answer.ok) {
        const { error } = answer;
        log.info({ source: HEADLINES, feed: name, reason: describeUpstreamProblem(error) }, 'feed of headlines failed');
        failing.set(name, error);
        if (failing.size === count) good.record(answer, clock.now());
        tap?.failed(tapped, broken ?? error.reason, broken !== undefined);
        return;
      }
      const { fetchedAt, isNotModified } = answer.value;
      failing.delete(name);
      good.record(ok({ value: null, fetchedAt }), clock.now());
      tap?.answered(tapped, items, isNotModified === true);
      keep(items, publisher, fetchedAt);
    },
    all: () => memory.all(),
    condition: good,
  };
}
