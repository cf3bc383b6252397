/** Queue of work that blocks this thread: one item at a time, with a pause for requests after each. */

import { setImmediate } from 'node:timers/promises';

/**
 * @param most maximum of waiting and running items.
 * @returns a function that runs work in its turn; it returns undefined at once when the queue is full.
 */
export function createTurns(most: number): <Value>(work: () => Value) => Promise<Value | undefined> {
  let open = 0;
  let last = Promise.resolve();
  return async (work) => {
    if (open >= most) return undefined;
    open++;
    const turn = last.then(async () => setImmediate());
    last = turn;
    try {
      await turn;
      return work();
    } finally {
      open--;
    }
  };
}
