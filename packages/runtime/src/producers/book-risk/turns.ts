/** Turns of work that holds this thread: one at a time, and other requests come through between two. */

import { setImmediate } from 'node:timers/promises';

/**
 * @param most that wait or run.
 * @returns runs work when its turn comes; undefined at once when as many wait.
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
