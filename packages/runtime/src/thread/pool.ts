/** Worker threads of a host: distributes heavy producers and histories. */

import type { Computation, Histories } from '../computation.ts';
import type { Producer, ProducerRun } from '../producer.ts';
import type { ThreadComputation } from './thread.ts';

/** Threads behind one interface. */
export interface ThreadPool extends Computation, Histories {
  /** Ends the threads as a crash does. */
  crash(): Promise<void>;
}

/**
 * Creates a pool. A producer that is not distributed stays in the thread of its first run, which has its memory; first runs are
 * spread over the threads. A distributed producer has a partition in each thread. A history runs in the least busy thread. Neither
 * the thread nor the number of threads changes a result.
 *
 * @param threads at least one; each starts with its first work.
 * @param producers producers that run in the threads.
 */
export function createThreadPool(threads: readonly ThreadComputation[], producers: readonly Producer[]): ThreadPool {
  const homes = new Map<string, ThreadComputation>();
  /** Instances of distributed producers. */
  const spreads = new Map<string, ProducerRun>();

  const homeOf = (producer: string): ThreadComputation => {
    const residents = (thread: ThreadComputation): number =>
      [...homes.values()].filter((home) => home === thread).length;
    const home = homes.get(producer) ?? least(threads, residents);
    homes.set(producer, home);
    return home;
  };
  const spreadOf = (producer: string): ProducerRun | undefined => {
    const known = spreads.get(producer);
    if (known !== undefined) return known;
    const run = producers
      .find(({ name }) => name === producer)
      ?.spread?.create(threads.map((thread) => thread.partition(producer)));
    if (run !== undefined) spreads.set(producer, run);
    return run;
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

/** First item with the least load. */
function least<Item>(items: readonly Item[], loadOf: (item: Item) => number): Item {
  return items.reduce((best, item) => (loadOf(item) < loadOf(best) ? item : best));
}
