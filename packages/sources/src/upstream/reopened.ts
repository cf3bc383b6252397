/** Requests of a source that closes when another replica leads, and reopens when this one does. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Upstream, UpstreamKey } from './ask.ts';
import { createBudget, type Budget, type SteadyClock } from './budget.ts';
import type { UpstreamConfig } from './config.ts';
import type { UpstreamMeter } from './meter.ts';
import type { UpstreamProblem } from './problem.ts';
import { createUpstream } from './upstream.ts';

/** Requests of a source that can close and reopen. */
export interface Reopened {
  readonly request: Upstream['request'];
  /** Time until a request can be sent, ms; 0 while closed. */
  readonly pausedFor: () => number;
  readonly budget: Budget;
  open(): void;
  close(): Promise<void>;
}

/** Parts of the requests. */
export interface ReopenedOptions {
  /** Base URL. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly key?: UpstreamKey | undefined;
}

/** Settings of the requests. */
export interface ReopenedConfig {
  readonly budget: number;
  /** Window of the budget, ms. @default a minute */
  readonly budgetMs?: number;
  readonly upstream?: UpstreamConfig;
}

/**
 * Creates the requests of a source, already open.
 *
 * @param options options of the source named `source`.
 * @throws {UsageError} when an address is not `http` or `https`.
 */
export function reopenedUpstream(
  source: string,
  { url, clock, log, meter, key }: ReopenedOptions,
  steady: SteadyClock,
  { budget: limit, budgetMs: windowMs, upstream: config }: ReopenedConfig,
): Reopened {
  const budget = createBudget({ limit, clock: steady, ...(windowMs === undefined ? {} : { windowMs }) });
  const parts = {
    source,
    baseUrl: url,
    key,
    budget,
    clock,
    steady,
    log,
    meter,
    ...(config === undefined ? {} : { config }),
  };
  const create = (): Upstream => createUpstream(parts);
  // Closed with the source, and reopened when this replica leads again.
  let upstream: Upstream | undefined = create();
  return {
    request: async (ask) => upstream?.request(ask) ?? err(closed(source, ask.path)),
    pausedFor: () => upstream?.pausedFor() ?? 0,
    budget,
    open: () => void (upstream ??= create()),
    close: async () => {
      const ending = upstream;
      upstream = undefined;
      // A waiting request would delay the stop of the host.
      ending?.dismiss();
      await ending?.close();
    },
  };
}

/** Problem of a closed source: another replica leads, or the host stops. */
function closed(source: string, path: string): UpstreamProblem {
  const reason = 'the source is closed';
  return { code: 'aborted', source, path, status: null, field: null, reason, retryAfterMs: null };
}
