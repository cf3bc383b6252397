/** HTTP requests to an outside source: within its budget, validated by schema, with failures as values. */

import { err } from '@barograph/core';
import type { Upstream, UpstreamOptions } from './ask.ts';
import { createAttempts } from './attempt.ts';
import { UPSTREAM_V1 } from './config.ts';
import type { Fault } from './judge.ts';
import type { RequestOutcome } from './meter.ts';
import type { UpstreamProblem, UpstreamProblemCode } from './problem.ts';
import { createRedactor } from './redact.ts';
import { createSteadyClock } from './steady-clock.ts';
import { chance, jittered, rest } from './wait.ts';

/** Transient failures, which are retried. */
const RETRIED: ReadonlySet<UpstreamProblemCode> = new Set(['network', 'timeout', 'truncated', 'server_error']);

/** A pause has no status, unlike a request that was sent and refused. */
function outcomeOf({ code, status, pauseMs }: Fault): RequestOutcome {
  return status === null && pauseMs !== undefined ? 'paused' : code;
}

/**
 * Creates the requests to an outside source.
 * @throws {UsageError} when the base URL is not `http` or `https`.
 * @example
 * const upstream = createUpstream({ source: 'perpdex', baseUrl, budget, clock, log, meter });
 * const mids = await upstream.request({
 *   path: '/info',
 *   body: { type: 'allMids' },
 *   weight: 2,
 *   priority: 'live',
 *   schema: Type.Record(Type.String(), Type.String()),
 * });
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { source, log, meter, random = chance, config = UPSTREAM_V1, steady = createSteadyClock() } = options;
  const attempts = createAttempts({ ...options, steady }, createRedactor(options.key?.value));
  const problemOf = (path: string, fault: Fault): UpstreamProblem => {
    const { code, status, field = null, reason } = fault;
    const left = attempts.heldFor();
    return { code, source, path, status, field, reason, retryAfterMs: left > 0 ? left : null };
  };
  return {
    source,
    request: async (ask) => {
      let delay = config.retryDelayMs;
      for (let retries = 0; ; retries++) {
        const outcome = await attempts.try(ask);
        meter.request(outcome.ok ? 'ok' : outcomeOf(outcome.error));
        if (outcome.ok) return outcome;
        const problem = problemOf(ask.path, outcome.error);
        const { code, status, reason } = problem;
        log.debug({ source, path: ask.path, code, status, reason }, 'upstream request failed');
        if (!RETRIED.has(code) || retries >= config.retries || attempts.heldFor() > 0) return err(problem);
        await rest(jittered(delay, random), steady, ask.signal);
        delay *= 2;
      }
    },
    pausedFor: () => attempts.heldFor(),
    dismiss: () => attempts.dismiss(),
    close: async () => attempts.close(),
  };
}
