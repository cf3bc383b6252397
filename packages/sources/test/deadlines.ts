/** Deadlines and waits of tests. */

import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { createManualClock } from '../src/clock.ts';
import { measureDeadlinesBy, REAL_TIME } from '../src/deadline.ts';

/** Deadlines stand still: a busy machine makes nothing late. */
export function stopDeadlines(): void {
  measureDeadlinesBy(createManualClock(0));
}

/** Deadlines of the running test are measured by real time. */
export function realDeadlines(): void {
  measureDeadlinesBy(REAL_TIME);
  onTestFinished(stopDeadlines);
}

/** Lets everything happen that waits for no timer and no other process. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 30; i++) await setImmediate();
}

/** Waits until something holds. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await holds(), String(holds)).toBe(true), { interval: 2 });

/** Parts of a time that passes: what is done at the end of a deadline may begin the next one. */
const STEPS = 10;

/** Deadlines of this file move with the test alone. @returns lets time pass. */
export function movedDeadlines(): (ms: number) => Promise<void> {
  const clock = createManualClock(0);
  measureDeadlinesBy(clock);
  return async (ms) => {
    const from = clock.now();
    for (let i = 1; i <= STEPS; i++) {
      await settled();
      clock.moveTo(from + (ms * i) / STEPS);
    }
    await settled();
  };
}
