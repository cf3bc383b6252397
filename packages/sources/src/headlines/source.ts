/** Source of headlines: the Federal Register, and feeds of regulators and papers. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createPolling, type Lane } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { UpstreamOptions } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { createHeadlineAnswers, HEADLINES, type HeadlinesTap } from './answers.ts';
import { HEADLINES_V1, REGISTER_AGENCIES, type HeadlineFeed, type HeadlinesConfig } from './config.ts';
import { feedTask, registerTask } from './tasks.ts';

/** Options of the source. */
export interface HeadlinesSourceOptions {
  /** Base URL of the journal; undefined turns it off. */
  readonly registerUrl: string | undefined;
  readonly feeds: readonly HeadlineFeed[];
  /** Contact address, sent with each request. When undefined, feeds that require a contact are skipped. */
  readonly contact: string | undefined;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: HeadlinesConfig;
  /** Receives every answer by feed address; the journal by its name. */
  readonly tap?: HeadlinesTap | undefined;
}

/**
 * The source of headlines. Only the leader opens it, because requests count against a limit. The source fails
 * only when no feed answers.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createHeadlinesSource({ registerUrl, feeds: HEADLINE_FEEDS_V1, contact, clock, log, meter });
 */
export function createHeadlinesSource(options: HeadlinesSourceOptions): Source {
  const { registerUrl, contact, clock, log, meter, config = HEADLINES_V1, tap, steady = createSteadyClock() } = options;
  const budget = createBudget({ limit: config.budget, clock: steady });
  const headers = { 'user-agent': contact === undefined ? 'barograph' : `barograph (${contact})` };
  const feeds = options.feeds.filter(({ wantsContact, publisher, url }) => {
    const isAsked = wantsContact !== true || contact !== undefined;
    if (!isAsked) log.info({ source: HEADLINES, publisher, url }, 'feed left out: it wants a contact');
    return isAsked;
  });

  const count = feeds.length + (registerUrl === undefined ? 0 : REGISTER_AGENCIES.length);
  const answers = createHeadlineAnswers({ clock, log, meter, config, count, tap });
  const parts: Omit<UpstreamOptions, 'baseUrl'> = { source: HEADLINES, headers, budget, clock, steady, log, meter };
  const lanes: Lane[] = [...new Set(feeds.map(({ url }) => new URL(url).origin))].map((origin) => ({
    open: () => createUpstream({ ...parts, baseUrl: origin }),
    tasks: feeds.filter(({ url }) => new URL(url).origin === origin).map((feed) => feedTask(feed, config, answers)),
  }));
  if (registerUrl !== undefined) {
    lanes.push({
      open: () => createUpstream({ ...parts, baseUrl: registerUrl }),
      tasks: REGISTER_AGENCIES.map((agency) => registerTask(agency, config, answers)),
    });
  }
  const polling = createPolling(lanes, steady);
  return {
    id: HEADLINES,
    kind: 'live',
    countsRequests: true,
    feeds: {
      headlines: {
        pull: async ({ from, asOf }) =>
          underCondition('headlines', answers.condition, clock.now(), () => ({
            headlines: answers.all().filter(({ time }) => time > from && time <= asOf),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [answers.condition.state('headlines', now)],
  };
}
