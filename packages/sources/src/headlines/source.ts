/** The source of headlines: a journal of the government, and feeds of regulators and papers. */

import { ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Headline } from '../market/outlook.ts';
import { feedQuestion } from '../upstream/polled/feed-question.ts';
import { createPolling, type Lane, type PolledTask } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { UpstreamOptions } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { HEADLINES_V1, REGISTER_AGENCIES, type HeadlineFeed, type HeadlinesConfig } from './config.ts';
import { documentsOf, REGISTER, registerPayload } from './register.ts';
import { headlineRows, type RawHeadline } from './rows.ts';
import { itemsOfFeed } from './syndication.ts';

/** Parts of the source. */
export interface HeadlinesSourceOptions {
  /** Base of the journal; undefined: it is not asked. */
  readonly registerUrl: string | undefined;
  readonly feeds: readonly HeadlineFeed[];
  /** Address that a publisher may write to, for the head of each request; undefined: feeds that want one are not asked. */
  readonly contact: string | undefined;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: HeadlinesConfig;
  /** Told of every answer, by the address of its feed; of the journal under {@link REGISTER}. */
  readonly tap?: HeadlinesTap | undefined;
}

/** One who reads the same answers: nobody is asked twice. */
export interface HeadlinesTap {
  /** @param items none where nothing has changed. */
  answered(feed: string, items: readonly RawHeadline[], isNotModified: boolean): void;
  /** @param isBroken there was an answer, but no feed. */
  failed(feed: string, reason: string, isBroken: boolean): void;
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

/**
 * The source of headlines. Opened and asked by the leader alone: its requests count. One feed that fails says nothing about
 * the others: the source fails when none of them answers.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createHeadlinesSource({ registerUrl, feeds: HEADLINE_FEEDS_V1, contact, clock, log, meter });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- two kinds of questions that share one memory and one condition
export function createHeadlinesSource(options: HeadlinesSourceOptions): Source {
  const { registerUrl, contact, clock, log, meter, config = HEADLINES_V1, tap, steady = createSteadyClock() } = options;
  const id = 'headlines';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  const memory = createMemory(config);
  const headers = { 'user-agent': contact === undefined ? 'barograph' : `barograph (${contact})` };
  const asked = options.feeds.filter(({ wantsContact, publisher, url }) => {
    const isAsked = wantsContact !== true || contact !== undefined;
    if (!isAsked) log.info({ source: id, publisher, url }, 'feed left out: it wants a contact');
    return isAsked;
  });

  const take = (raw: readonly RawHeadline[], publisher: string, fetchedAt: number): void => {
    const { keptMs, titleLength } = config;
    const limits = { now: fetchedAt, oldest: fetchedAt - keptMs, titleLength };
    const { rows, dropped } = headlineRows(raw, limits);
    for (const [reason, count] of Object.entries(dropped)) {
      for (let i = 0; i < count; i++) meter.dropped('headlines', reason);
    }
    if (Object.keys(dropped).length > 0) log.debug({ source: id, publisher, dropped }, 'headlines dropped');
    memory.add(rows, fetchedAt);
  };
  /** Only when none of them answers is the source at fault. */
  const failing = new Map<string, UpstreamProblem>();
  const note = (name: string, outcome: Result<{ readonly fetchedAt: number }, UpstreamProblem>): void => {
    if (outcome.ok) {
      failing.delete(name);
      good.record(ok({ value: null, fetchedAt: outcome.value.fetchedAt }), clock.now());
      return;
    }
    log.info({ source: id, feed: name, reason: describeUpstreamProblem(outcome.error) }, 'feed of headlines failed');
    failing.set(name, outcome.error);
    const all = asked.length + (registerUrl === undefined ? 0 : REGISTER_AGENCIES.length);
    if (failing.size === all) good.record(outcome, clock.now());
  };

  const feedTask = (feed: HeadlineFeed): PolledTask => {
    const { maxBytes, items: most } = config;
    const ask = feedQuestion<RawHeadline>({ url: feed.url, maxBytes, read: (body) => itemsOfFeed(body, feed, most) });
    return {
      run: async (on) => {
        const { answer, items, broken } = await ask(on);
        note(feed.url, answer);
        if (!answer.ok) {
          tap?.failed(feed.url, broken ?? answer.error.reason, broken !== undefined);
          return config.againMs;
        }
        const { fetchedAt, isNotModified } = answer.value;
        tap?.answered(feed.url, items, isNotModified === true);
        take(items, feed.publisher, fetchedAt);
        return config.feedMs;
      },
    };
  };
  const registerTask = (agency: string): PolledTask => ({
    run: async (on) => {
      const answer = await on.request({
        path: '/documents.json',
        query: {
          'conditions[agencies][]': agency,
          'conditions[term]': config.term,
          order: 'newest',
          per_page: String(config.documents),
        },
        weight: 1,
        priority: 'live',
        schema: registerPayload,
        maxBytes: config.maxBytes,
      });
      note(agency, answer);
      if (!answer.ok) {
        tap?.failed(REGISTER, answer.error.reason, false);
        return config.againMs;
      }
      const documents = documentsOf(answer.value.value, config.issueMs);
      tap?.answered(REGISTER, documents, false);
      take(documents, REGISTER, answer.value.fetchedAt);
      return config.registerMs;
    },
  });
  const parts: Omit<UpstreamOptions, 'baseUrl'> = { source: id, headers, budget, clock, steady, log, meter };
  const lanes: Lane[] = [...new Set(asked.map(({ url }) => new URL(url).origin))].map((origin) => ({
    open: () => createUpstream({ ...parts, baseUrl: origin }),
    tasks: asked.filter(({ url }) => new URL(url).origin === origin).map(feedTask),
  }));
  if (registerUrl !== undefined) {
    lanes.push({
      open: () => createUpstream({ ...parts, baseUrl: registerUrl }),
      tasks: REGISTER_AGENCIES.map(registerTask),
    });
  }
  const polling = createPolling(lanes, steady);
  return {
    id,
    kind: 'live',
    countsRequests: true,
    feeds: {
      headlines: {
        pull: async ({ from, asOf }) =>
          underCondition('headlines', good, clock.now(), () => ({
            headlines: memory.all().filter(({ time }) => time > from && time <= asOf),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('headlines', now)],
  };
}
