/** Group commit: batches concurrent calls into one statement. Calls that arrive during a statement share the next one. */

interface Waiting<Item, Out> {
  readonly item: Item;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Items of one statement. */
const MOST = 1000;

/**
 * A lone item runs at once. No item waits longer than for the running statement and its own.
 *
 * @param groupOf items of one group share a batch; batches of different groups run concurrently.
 * @param run executes a batch: one result per item, in order. When it rejects, all its items do.
 */
export function batch<Item, Out>(
  groupOf: (item: Item) => string,
  run: (items: readonly Item[]) => Promise<readonly Out[]>,
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
    const next = waiting.get(group)?.splice(0, MOST) ?? [];
    if (next.length > 0) void work(group, next);
    else waiting.delete(group);
  };

  return async (item) =>
    new Promise((resolve, reject) => {
      const group = groupOf(item);
      const queue = waiting.get(group);
      if (queue !== undefined) {
        queue.push({ item, resolve, reject });
        return;
      }
      waiting.set(group, []);
      void work(group, [{ item, resolve, reject }]);
    });
}
