/** The requests of a source that is closed when another replica leads, and opened again when this one does. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Upstream, UpstreamKey } from './ask.ts';
import { createBudget, type Budget, type SteadyClock } from './budget.ts';
import type { UpstreamConfig } from './config.ts';
import type { UpstreamMeter } from './meter.ts';
import type { UpstreamProblem } from './problem.ts';
import { createUpstream } from './upstream.ts';

/** Requests of a source that may be closed and opened again. */
export interface Reopened {
  readonly request: Upstream['request'];
  /** Time until a request can be sent at all, ms; 0 while it is closed. */
  readonly pausedFor: () => number;
  readonly budget: Budget;
  open(): void;
  close(): Promise<void>;
}

/** Parts of the requests. */
export interface ReopenedOptions {
  /** Base of the requests. */
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
  /** Span of the budget, ms; a minute when left out. */
  readonly budgetMs?: number;
  readonly upstream?: UpstreamConfig;
}

/**
 * The requests of a source, open from now on.
 *
 * @param options of the source named `source`.
 * @throws {UsageError} an address that is not `http` or `https`.
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
  const made = (): Upstream => createUpstream(parts);
  // Closed with the source, and opened again when this replica leads again.
  let upstream: Upstream | undefined = made();
  return {
    request: async (ask) => upstream?.request(ask) ?? err(closed(source, ask.path)),
    pausedFor: () => upstream?.pausedFor() ?? 0,
    budget,
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
