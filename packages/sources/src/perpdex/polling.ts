/** Repeated polls. */

import type { SteadyClock } from '../upstream/budget.ts';

/**
 * Polls now, and then every `everyMs`; a slower poll delays the next.
 *
 * @returns a function that stops it, also during a poll.
 */
export function startPolling(poll: () => Promise<void>, everyMs: number, steady: SteadyClock): () => void {
  let isEnded = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (isEnded) return;
    const at = steady.now() + everyMs;
    void poll().finally(() => {
      if (!isEnded) cancel = steady.schedule(at, next);
    });
  };
  next();
  return () => {
    isEnded = true;
    cancel();
  };
}
