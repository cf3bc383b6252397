/** Circuit breaker of one source. */

import { err, type Result } from '@barograph/core';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
  type IBackoff,
} from 'cockatiel';
import type { Logger } from 'pino';
import type { SteadyClock } from './budget.ts';
import type { UpstreamConfig } from './config.ts';
import type { Fault } from './judge.ts';
import type { UpstreamProblemCode } from './problem.ts';

/** Refusals and invalid answers do not count: the source is up. */
const FAILURES: ReadonlySet<UpstreamProblemCode> = new Set(['network', 'timeout', 'truncated', 'server_error']);

/** Parts of a breaker. */
export interface BreakerOptions {
  readonly source: string;
  readonly log: Logger;
  readonly steady: SteadyClock;
  readonly config: Pick<UpstreamConfig, 'breakAfter' | 'breakMs'>;
}

export interface Breaker {
  /** Runs the attempt, or refuses it with {@link Breaker.fault}. */
  execute<T>(run: () => Promise<Result<T, Fault>>): Promise<Result<T, Fault>>;
  /** Time until an attempt is allowed, ms; 0 while closed. */
  openFor(): number;
  fault(): Fault;
}

/** Creates a closed breaker. */
export function createBreaker({ source, log, steady, config }: BreakerOptions): Breaker {
  let openedAt: number | undefined;
  let last = '';
  // Failed attempts by identity, because the policy returns results untyped.
  const failures = new WeakSet<object>();
  const isFailure = (outcome: unknown): boolean =>
    typeof outcome === 'object' && outcome !== null && failures.has(outcome);
  const openFor = (): number => (openedAt === undefined ? 0 : Math.max(0, openedAt + config.breakMs - steady.now()));
  // The policy compares durations with the wall clock, which may be set back while it is open, so it gets ±Infinity.
  const backoff: IBackoff<unknown> = {
    get duration() {
      return openFor() > 0 ? Infinity : -Infinity;
    },
    next: () => backoff,
  };
  const policy = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter: backoff,
    breaker: new ConsecutiveBreaker(config.breakAfter),
  });
  policy.onBreak(() => {
    openedAt = steady.now();
    log.warn({ source, breakMs: config.breakMs, reason: last }, 'upstream circuit opened');
  });
  policy.onReset(() => {
    openedAt = undefined;
    log.info({ source }, 'upstream circuit closed');
  });
  const fault = (): Fault => ({ code: 'circuit_open', status: null, reason: `too many failures, the last: ${last}` });
  return {
    openFor,
    fault,
    execute: async (run) => {
      try {
        return await policy.execute(async () => {
          const outcome = await run();
          if (outcome.ok) return outcome;
          const { code, reason } = outcome.error;
          if (FAILURES.has(code)) last = reason;
          // A trial cancelled by its caller proves nothing.
          const isLostTrial = code === 'aborted' && policy.state === CircuitState.HalfOpen;
          if (FAILURES.has(code) || isLostTrial) failures.add(outcome);
          return outcome;
        });
      } catch (error) {
        if (error instanceof BrokenCircuitError) return err(fault());
        throw error;
      }
    },
  };
}
