/** Parts that the sources of the second and third derivatives venue have in common. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { FeedProblem } from '../feed.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import type { UpstreamConfig } from '../upstream/config.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import { createUpstream } from '../upstream/upstream.ts';

/** Parts of a source with requests and a stream. */
export interface VenueSourceOptions<Config> {
  /** Base of the requests. */
  readonly url: string;
  /** Address of the stream. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits, polls and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: Config;
}

/** A venue that does not serve this place has nothing at all; whatever else is wrong may pass. */
export function feedProblem(problem: UpstreamProblem): FeedProblem {
  if (problem.code === 'blocked') return { code: 'unavailable', reason: describeUpstreamProblem(problem) };
  return { code: 'stale_source', reason: describeUpstreamProblem(problem) };
}

/** Requests of a source that may be closed and opened again. */
export interface Reopened {
  readonly request: Upstream['request'];
  open(): void;
  close(): Promise<void>;
}

/** Settings of the requests. */
export interface ReopenedConfig {
  readonly budget: number;
  /** Span of the budget, ms. */
  readonly budgetMs: number;
  readonly upstream: UpstreamConfig;
}

/**
 * The requests of a source, open from now on.
 *
 * @param options of the source named `source`.
 * @throws {UsageError} an address that is not `http` or `https`.
 */
export function reopenedUpstream(
  source: string,
  { url, clock, log, meter }: Omit<VenueSourceOptions<unknown>, 'steady'>,
  steady: SteadyClock,
  { budget: limit, budgetMs: windowMs, upstream: config }: ReopenedConfig,
): Reopened {
  const budget = createBudget({ limit, windowMs, clock: steady });
  const made = (): Upstream => createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter, config });
  // Closed with the source, and opened again when this replica leads again.
  let upstream: Upstream | undefined = made();
  return {
    request: async (ask) => upstream?.request(ask) ?? err(closed(source, ask.path)),
    open: () => void (upstream ??= made()),
    close: async () => {
      const ending = upstream;
      upstream = undefined;
      // A request that waits for minutes would keep a stopping host alive.
      ending?.dismiss();
      await ending?.close();
    },
  };
}

/** Answer of a closed source: another replica leads, or the host stops. */
function closed(source: string, path: string): UpstreamProblem {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null };
}
