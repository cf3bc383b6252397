/** Group commit: what is asked while a statement is under way is done by the next one, all at once. */

interface Waiting<Item, Out> {
  readonly item: Item;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Items of one statement. */
const MOST = 1000;

/**
 * Alone, an item goes at once. Nobody waits longer than for the statement that is under way and the own one.
 *
 * @param groupOf items of one group go together, those of different groups side by side.
 * @param run does what is asked, in its order: one result for each item. When it fails, each of its items does.
 */
export function together<Item, Out>(
  groupOf: (item: Item) => string,
  run: (items: readonly Item[]) => Promise<readonly Out[]>,
): (item: Item) => Promise<Out> {
  /** Per group that is under way: who waits for it to end. */
  const waiting = new Map<string, Waiting<Item, Out>[]>();

  const work = async (group: string, batch: readonly Waiting<Item, Out>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, i) => resolve(results[i]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
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
