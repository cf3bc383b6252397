/** Waits for budget that end early when the source pauses, so that no caller waits only to be refused. */

import type { Budget, Priority, Spending } from './budget.ts';

/** Waits of one source. */
export interface Turns {
  /** @returns undefined when the caller cancelled, or {@link Turns.dismiss} was called. */
  take(weight: number, priority: Priority, signal: AbortSignal | undefined): Promise<Spending | undefined>;
  /** Cancels all waits. */
  dismiss(): void;
  /** Cancels all waits, also future ones, because the source is closed. */
  close(): void;
}

/** Creates the waits for a budget. */
export function createTurns(budget: Budget): Turns {
  const waits = new Set<AbortController>();
  let isClosed = false;
  const dismiss = (): void => {
    for (const wait of waits) wait.abort();
  };
  return {
    take: async (weight, priority, signal) => {
      const wait = new AbortController();
      const onAbort = (): void => wait.abort();
      if (isClosed || signal?.aborted === true) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      waits.add(wait);
      try {
        return await budget.take(weight, priority, wait.signal);
      } catch (error) {
        if (wait.signal.aborted) return undefined;
        throw error;
      } finally {
        waits.delete(wait);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    dismiss,
    close: () => {
      isClosed = true;
      dismiss();
    },
  };
}
