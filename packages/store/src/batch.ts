/** Group commit: batches concurrent calls into one statement. Calls that arrive during a statement share the next one. */

interface Waiting<Item, Out> {
  readonly item: Item;
  /** Real ms, of a clock that never runs backwards. */
  readonly since: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds of a batch. */
export interface BatchLimits {
  /** Items of one statement. */
  readonly atOnce: number;
  /** Items of a group that wait; one more is refused at once. */
  readonly waiting: number;
  /** Items that waited longer, ms, are refused instead of being run: nobody waits for them any more. */
  readonly waitMs: number;
  readonly now?: () => number;
}

/** A changed number is a new constant. */
export const BATCH_V1: BatchLimits & { readonly version: 'batch/1' } = Object.freeze({
  version: 'batch/1',
  atOnce: 1000,
  waiting: 10_000,
  waitMs: Infinity,
});

/** Refusal of an item that no statement came for in time: the database is as good as away. */
const late = (): Error => Object.assign(new Error('The statement before did not end in time.'), { code: 'ETIMEDOUT' });

/**
 * A lone item runs at once. No item waits longer than for the running statement and its own; a statement that never ends
 * holds no more than `limits.waiting` of them.
 *
 * @param groupOf items of one group share a batch; batches of different groups run concurrently.
 * @param run executes a batch: one result per item, in order. When it rejects, all its items do.
 */
export function batch<Item, Out>(
  groupOf: (item: Item) => string,
  run: (items: readonly Item[]) => Promise<readonly Out[]>,
  { atOnce, waiting: mostWaiting, waitMs, now = () => performance.now() }: BatchLimits = BATCH_V1,
): (item: Item) => Promise<Out> {
  /** Calls that wait for the running statement of their group. */
  const waiting = new Map<string, Waiting<Item, Out>[]>();

  const work = async (group: string, calls: readonly Waiting<Item, Out>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, i) => resolve(results[i]!));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    const next = nextOf(group);
    if (next.length > 0) void work(group, next);
    else waiting.delete(group);
  };
  const nextOf = (group: string): readonly Waiting<Item, Out>[] => {
    const queue = waiting.get(group) ?? [];
    // In the order of their coming: those that are late are at its head.
    const oldest = now() - waitMs;
    const inTime = queue.findIndex(({ since }) => since >= oldest);
    for (const { reject } of queue.splice(0, inTime === -1 ? queue.length : inTime)) reject(late());
    return queue.splice(0, atOnce);
  };

  return async (item) =>
    new Promise((resolve, reject) => {
      const group = groupOf(item);
      const queue = waiting.get(group);
      if (queue !== undefined) {
        if (queue.length >= mostWaiting) reject(late());
        else queue.push({ item, since: now(), resolve, reject });
        return;
      }
      waiting.set(group, []);
      void work(group, [{ item, since: now(), resolve, reject }]);
    });
}
