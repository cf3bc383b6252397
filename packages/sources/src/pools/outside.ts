/** One chain source: its requests, opened and closed with the lead, and the result of its newest answer. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { FeedName } from '../market/feeds.ts';
import { ASKED_WITHIN_MS } from '../market/feed-watch.ts';
import type { Answered } from '../upstream/payload/parsed.ts';
import type { FeedState } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import { createUpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';

/** Options common to all chain sources. */
export interface OutsideParts {
  /** Base URL. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
}

/** Source that accepts requests while open. */
export interface Outside {
  readonly source: string;
  readonly request: Upstream['request'];
  start(): Promise<void>;
  close(): Promise<void>;
  reading(): UpstreamReading;
}

/**
 * Creates an open chain source.
 * @param source name in problems, logs and metrics.
 * @param limit requests per minute.
 * @throws {UsageError} when an address is not `http` or `https`.
 */
export function createOutside(source: string, limit: number, parts: OutsideParts): Outside {
  const { url, clock, log, steady = createSteadyClock() } = parts;
  const meter = createUpstreamMeter(source);
  const budget = createBudget({ limit, clock: steady });
  const open = (): Upstream => createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter });
  // Closed with the source, and reopened when this replica leads again.
  let upstream: Upstream | undefined = open();
  return {
    source,
    request: async (ask) => upstream?.request(ask) ?? err(closed(source, ask.path)),
    start: async () => void (upstream ??= open()),
    close: async () => {
      const ending = upstream;
      upstream = undefined;
      ending?.dismiss();
      await ending?.close();
    },
    reading: () => meter.reading(),
  };
}

/** Problem of a closed source: another replica leads, or the host stops. */
function closed(source: string, path: string) {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null } as const;
}

/** State of a feed that is requested on demand only. */
export interface AskedState {
  record(answer: Answered<unknown>): void;
  state(feed: FeedName, now: number): FeedState;
}

/** Creates a state that warms up until the first request; a failure expires after a while without requests. */
export function createAskedState(clock: Pick<Clock, 'now'>): AskedState {
  const good = createLastGood<null>();
  let lastAsked = -Infinity;
  return {
    record: (answer) => {
      lastAsked = clock.now();
      good.record(bare(answer), lastAsked);
    },
    state: (feed, now) => {
      const state = good.state(feed, now);
      const isAsked = state.status !== 'warming' && now - lastAsked <= ASKED_WITHIN_MS;
      return isAsked ? state : { ...state, status: 'ok', since: null, reason: null };
    },
  };
}
