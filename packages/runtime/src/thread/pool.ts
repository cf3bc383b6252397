/** The worker threads of a host: heavy producers and histories, each where there is room. */

import type { Computation, Histories } from '../computation.ts';
import type { Producer, ProducerRun } from '../producer.ts';
import type { ThreadComputation } from './thread.ts';

/** Threads as one. */
export interface ThreadPool extends Computation, Histories {
  /** Ends the threads as a crash does. */
  crash(): Promise<void>;
}

/**
 * Threads side by side. A producer that is not shared out stays where it first ran, for its memory of the market is there; those that
 * run first are spread over the threads. One that can be shared out has a share in each. A history goes to the thread that has the
 * least in hand. Which thread computes changes no result, nor does their number.
 *
 * @param threads at least one; each starts when it has something to do.
 * @param producers those that run in them.
 */
export function createThreadPool(threads: readonly ThreadComputation[], producers: readonly Producer[]): ThreadPool {
  const homes = new Map<string, ThreadComputation>();
  /** Instances of those that are shared out. */
  const spreads = new Map<string, ProducerRun>();

  const homeOf = (producer: string): ThreadComputation => {
    const residents = (thread: ThreadComputation): number => [...homes.values()].filter((one) => one === thread).length;
    const home = homes.get(producer) ?? least(threads, residents);
    homes.set(producer, home);
    return home;
  };
  const spreadOf = (producer: string): ProducerRun | undefined => {
    const known = spreads.get(producer);
    if (known !== undefined) return known;
    const made = producers
      .find(({ name }) => name === producer)
      ?.spread?.create(threads.map((thread) => thread.share(producer)));
    if (made !== undefined) spreads.set(producer, made);
    return made;
  };
  const forget = (producer: string): void => {
    if (spreads.delete(producer)) for (const thread of threads) thread.forget(producer);
    homes.get(producer)?.forget(producer);
  };

  const kept = (producer: string): void => {
    if (spreads.has(producer)) for (const thread of threads) thread.kept(producer);
    homes.get(producer)?.kept(producer);
  };

  return {
    run: async (producer, input) => {
      const spread = spreadOf(producer);
      if (spread === undefined) return homeOf(producer).run(producer, input);
      try {
        return await spread(input);
      } catch (error) {
        forget(producer);
        throw error;
      }
    },
    kept,
    forget,
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
