/** Waiting with an end. */

import { createReplayClock, type Clock } from './clock.ts';

type DeadlineClock = Pick<Clock, 'now' | 'schedule'>;

/** Monotonic real time. */
export const REAL_TIME: DeadlineClock = createReplayClock({ from: 0, speed: 1 });

/** Clock of deadlines. */
let clock = REAL_TIME;

/** Replaces the clock of all deadlines in this process. Tests use a stopped clock, so a busy machine causes no timeout. */
export function measureDeadlinesBy(other: DeadlineClock): void {
  clock = other;
}

/** Timers on the deadline clock. */
export const deadlines = {
  /** Monotonic time, ms. */
  now: (): number => clock.now(),
  /** Runs `task` once, after `ms`. @returns a function that cancels it. */
  after: (ms: number, task: () => void): (() => void) => clock.schedule(clock.now() + ms, task),
};

/**
 * Value of the promise within `ms` milliseconds; the value of `late` on timeout. The promise is not cancelled.
 * Uses one promise and one timer: every request passes here, and `Promise.race` costs more.
 */
export function unlessLate<T, Late>(
  ms: number,
  promise: Promise<T>,
  late: () => Late | Promise<Late>,
  by: DeadlineClock = clock,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const cancel = by.schedule(by.now() + ms, () => resolve(late()));
    promise.then(
      // oxlint-disable-next-line promise/always-return -- the result of `then` is not used
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}

/** Value of the promise within `ms` milliseconds; undefined on timeout. */
export async function within<T>(ms: number, promise: Promise<T>, by?: DeadlineClock): Promise<T | undefined> {
  return unlessLate(ms, promise, () => undefined, by);
}
