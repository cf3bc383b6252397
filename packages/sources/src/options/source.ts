/** The options venue as a source: the implied index of each coin, and its options now. */

import { err, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { ImpliedIndex } from '../market/implied.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { Source } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import { createOptionsClient, type OptionsClient } from './client.ts';
import { OPTIONS_VENUE_V1, type OptionsVenueConfig } from './config.ts';
import type { IndexRow } from './payloads.ts';

/** Options of the source. */
export interface OptionsSourceOptions {
  /** Base URL. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: OptionsVenueConfig;
}

/** Rows whose hour or day ended within `(from, to]`. */
function closedRows(rows: readonly IndexRow[], ms: number, from: number, to: number): ImpliedIndex {
  const closed = rows.filter(({ time }) => time + ms > from && time + ms <= to);
  return {
    time: Float64Array.from(closed, ({ time }) => time + ms),
    implied: Float64Array.from(closed, ({ close }) => close),
  };
}

/** Creates both feeds. */
function createFeeds(
  client: OptionsClient,
  clock: Clock,
  { coins, resolutions, rows, staleMs }: OptionsVenueConfig,
): { readonly feeds: Pick<Feeds, 'implied' | 'options'>; readonly state: Source['state'] } {
  const good = { implied: createLastGood<null>(staleMs), options: createLastGood<null>(staleMs) };
  const unlisted = (symbol: string): { readonly ok: false; readonly error: FeedProblem } =>
    err({ code: 'unknown_symbol', reason: `the options venue has no options of ${symbol}` });
  /** Invalid rows were dropped: the other rows stay valid, but the answer is incomplete. */
  const outcome = <Rows>(feed: 'implied' | 'options', answer: Answered<Parsed<Rows>>) => {
    good[feed].record(bare(answer), clock.now());
    if (!answer.ok) return err({ code: 'stale_source' as const, reason: describeUpstreamProblem(answer.error) });
    const { value, fetchedAt } = answer.value;
    const at = reachedBy(answer.value);
    return ok({
      rows: value.rows,
      fetchedAt,
      at,
      stale: value.fault === undefined ? {} : ({ isStale: true } as const),
    });
  };
  return {
    feeds: {
      implied: {
        pull: async ({ symbol, from, to, step }) => {
          if (!coins.includes(symbol)) return unlisted(symbol);
          const { ms } = resolutions[step];
          const begin = Math.max(Math.ceil(from / ms) * ms - ms, Math.floor(to / ms) * ms - rows * ms);
          const answer = outcome('implied', await client.index(symbol, step, begin, to));
          if (!answer.ok) return answer;
          const { rows: found, at, stale } = answer.value;
          const closedBy = Math.min(to, at);
          return ok({ rows: closedRows(found, ms, from, closedBy), asOf: closedBy, ...stale });
        },
      },
      options: {
        pull: async ({ symbol }) => {
          if (!coins.includes(symbol)) return unlisted(symbol);
          const answer = outcome('options', await client.summary(symbol));
          if (!answer.ok) return answer;
          const { rows: quotes, fetchedAt, stale } = answer.value;
          return ok({ rows: { quotes }, asOf: fetchedAt, ...stale });
        },
      },
    },
    state: (now) => [good.implied.state('implied', now), good.options.state('options', now)],
  };
}

/**
 * The options venue. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createOptionsSource({ url, clock, log, meter });
 */
export function createOptionsSource(options: OptionsSourceOptions): Source {
  const { url, clock, log, meter, config = OPTIONS_VENUE_V1, steady = createSteadyClock() } = options;
  const source = 'options';
  const upstream = reopenedUpstream(source, { url, clock, log, meter }, steady, { budget: config.budget });
  const { feeds, state } = createFeeds(createOptionsClient(upstream, config), clock, config);
  return {
    id: source,
    kind: 'live',
    countsRequests: true,
    feeds,
    start: async () => upstream.open(),
    close: async () => upstream.close(),
    upstreams: () => [meter.reading()],
    state,
  };
}
