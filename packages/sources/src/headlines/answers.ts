/** Answers of the feeds of headlines: the headlines that are kept, the condition of all feeds, and who else reads along. */

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

/** One who reads the same answers: nobody is asked twice. */
export interface HeadlinesTap {
  /** @param items none where nothing has changed. */
  answered(feed: string, items: readonly RawHeadline[], isNotModified: boolean): void;
  /** @param isBroken there was an answer, but no feed. */
  failed(feed: string, reason: string, isBroken: boolean): void;
}

/** A feed that was asked. */
export interface AnsweredFeed {
  /** Each is counted once: all of them must fail before the source does. */
  readonly name: string;
  readonly publisher: string;
  /** Name by which the tap knows it. */
  readonly tapped: string;
}

/** Parts of the answers. */
export interface HeadlineAnswersParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly meter: Pick<UpstreamMeter, 'dropped'>;
  readonly config: HeadlinesConfig;
  /** Feeds that are asked. */
  readonly count: number;
  readonly tap: HeadlinesTap | undefined;
}

/** Answers of all feeds. */
export interface HeadlineAnswers {
  /**
   * Takes an answer.
   *
   * @param items of the answer; empty where nothing has changed.
   * @param broken reason why a body that came could not be read.
   */
  take(
    feed: AnsweredFeed,
    answer: Result<Fetched<unknown>, UpstreamProblem>,
    items: readonly RawHeadline[],
    broken?: string,
  ): void;
  /** Headlines that are kept, oldest first. */
  all(): readonly Headline[];
  /** Only when no feed answers is the source at fault. */
  readonly condition: Pick<LastGood<null>, 'series' | 'state'>;
}

/** Headlines in memory, by publisher and id. */
function createMemory({ keptMs, mostKept }: HeadlinesConfig) {
  const byPublisher = new Map<string, Map<string, Headline>>();
  return {
    add: (rows: readonly Headline[], now: number): void => {
      for (const one of rows) {
        const known = byPublisher.get(one.publisher) ?? new Map<string, Headline>();
        byPublisher.set(one.publisher, known);
        // The first time that it was said holds: a paper that touches an article does not make it new.
        if (!known.has(one.id)) known.set(one.id, one);
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

/** Answers before any question. */
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
