/** Pause requested by a source, during which nothing is sent. */

import type { Logger } from 'pino';
import type { SteadyClock } from './budget.ts';
import type { Fault } from './judge.ts';

/** Pause of one source. */
export interface Pause {
  /** Starts or extends the pause, if the fault requests one. */
  after(fault: Fault): void;
  /** Remaining time, ms; 0 without a pause. */
  left(): number;
  /** Reason not to send now. */
  fault(): Fault | undefined;
}

/** Creates the pause of a source, not in effect yet. */
export function createPause(options: {
  readonly source: string;
  readonly log: Logger;
  readonly steady: SteadyClock;
}): Pause {
  const { source, log, steady } = options;
  let until = -Infinity;
  let cause: Fault | undefined;
  const left = (): number => Math.max(0, until - steady.now());
  return {
    left,
    after: (fault) => {
      const { pauseMs, status, reason } = fault;
      if (pauseMs === undefined || steady.now() + pauseMs <= until) return;
      until = steady.now() + pauseMs;
      cause = fault;
      log.warn({ source, status, pauseMs, reason }, 'upstream paused');
    },
    fault: () => {
      if (cause === undefined || left() === 0) return undefined;
      return { code: cause.code, status: null, reason: `paused after ${cause.reason}`, pauseMs: left() };
    },
  };
}
