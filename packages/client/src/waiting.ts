/** Abortable waits, and their lengths. */

/** Waits of a client: all in ms. */
export interface Patience {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  /** First wait before a retry; it doubles each time. */
  readonly firstWaitMs: number;
  /** Longest wait before a retry. A longer Retry-After ends the call with its error. */
  readonly longestWaitMs: number;
  /** A stream without a byte for this time reconnects; the service writes at least every 15 s. */
  readonly silentMs: number;
}

/** Default waits of a client. */
export const PATIENCE_V1: Patience = Object.freeze({
  retries: 2,
  timeoutMs: 15_000,
  firstWaitMs: 500,
  longestWaitMs: 60_000,
  silentMs: 45_000,
});

/**
 * Wait before attempt number `attempt` + 1: exponential with full jitter, so that clients that failed together do not
 * retry together.
 *
 * @param random a number from 0 to below 1.
 */
export function backoffMs({ firstWaitMs, longestWaitMs }: Patience, attempt: number, random: number): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(most * (0.5 + random / 2));
}

/** Resolves after a time. @returns false when the signal ended it before. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted === true) return false;
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** A signal that ends after a time without news, or with another one. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when its time ran out, and nobody ended it before. */
  isOver(): boolean;
  /** Stops its time: whatever is waited for now is not the other end. */
  pause(): void;
  /** Restarts the deadline, ms. */
  resume(ms: number): void;
  /** Lets it go: nothing ends any more. */
  clear(): void;
}

/** Starts a deadline. */
export function deadlineAfter(ms: number, outer: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  let over = false;
  const end = (): void => own.abort(outer?.reason);
  const late = (): void => {
    over = true;
    own.abort();
  };
  let timer = setTimeout(late, ms);
  if (outer?.aborted === true) end();
  else outer?.addEventListener('abort', end, { once: true });
  return {
    signal: own.signal,
    isOver: () => over,
    pause: () => clearTimeout(timer),
    resume: (anew) => {
      clearTimeout(timer);
      timer = setTimeout(late, anew);
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', end);
    },
  };
}
