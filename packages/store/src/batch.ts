/** Group commit: batches concurrent calls into one statement. Calls that arrive during a statement share the next one. */

interface Waiting<Item, Out> {
  readonly item: Item;
  /** Monotonic clock, ms. */
  readonly since: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Bounds of a batch. */
export interface BatchLimits {
  /** Items per statement. */
  readonly atOnce: number;
  /** Waiting items per group; further items are refused immediately. */
  readonly waiting: number;
  /** Longest wait, ms. Older items are refused without running, because their callers have given up. */
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

/** Refusal of an item that no statement took in time; the database counts as unavailable. */
const late = (): Error => Object.assign(new Error('The statement before did not end in time.'), { code: 'ETIMEDOUT' });

/**
 * A single item runs at once. An item waits at most for the running statement and its own. A statement that never ends
 * blocks at most `limits.waiting` items.
 *
 * @param groupOf key of the batch of an item; batches of different groups run concurrently.
 * @param run executes a batch and returns one result per item, in order. A rejection rejects every item of the batch.
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
    // Items are in order of arrival, so the expired ones come first.
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
