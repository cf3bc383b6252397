/** A poll that is repeated until it is ended. */

import type { SteadyClock } from '../upstream/budget.ts';

/**
 * Polls at once, and then every `everyMs`; a poll that takes longer delays the next one.
 *
 * @returns what ends it, also during a poll.
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
