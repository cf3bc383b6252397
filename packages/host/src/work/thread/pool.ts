/** The worker threads of a host: heavy producers and histories, each where there is room. */

import type { Computation, Histories } from '../computation.ts';
import type { ThreadComputation } from './thread.ts';

/** Threads as one. */
export interface ThreadPool extends Computation, Histories {
  /** Ends the threads as a crash does. */
  crash(): Promise<void>;
}

/**
 * Threads side by side. A producer stays where it first ran, for its memory of the market is there; those that run first are spread
 * over the threads. A history goes to the thread that has the least in hand. Which thread computes changes no result.
 *
 * @param threads at least one; each starts when it has something to do.
 */
export function createThreadPool(threads: readonly ThreadComputation[]): ThreadPool {
  const homes = new Map<string, ThreadComputation>();

  const homeOf = (producer: string): ThreadComputation => {
    const residents = (thread: ThreadComputation): number => [...homes.values()].filter((one) => one === thread).length;
    const home = homes.get(producer) ?? least(threads, residents);
    homes.set(producer, home);
    return home;
  };

  return {
    run: async (producer, input) => homeOf(producer).run(producer, input),
    forget: (producer) => homes.get(producer)?.forget(producer),
    history: async (bars) => least(threads, (thread) => thread.load()).history(bars),
    stop: async () => {
      await Promise.all(threads.map(async (thread) => thread.stop()));
    },
    crash: async () => {
      await Promise.all(threads.map(async (thread) => thread.crash()));
    },
  };
}

/** The first of those with the least. */
function least<Item>(items: readonly Item[], of: (item: Item) => number): Item {
  return items.reduce((best, item) => (of(item) < of(best) ? item : best));
}
