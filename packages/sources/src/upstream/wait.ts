/** Waits between attempts. */

import { randomInt } from 'node:crypto';
import type { SteadyClock } from './budget.ts';

const STEPS = 2 ** 32;

/** Random number in [0, 1), for jitter. */
export function chance(): number {
  return randomInt(STEPS) / STEPS;
}

/** Random delay between 50 and 100 % of `delayMs`, so that clients do not return simultaneously. */
export function jittered(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random() / 2);
}

/** Resolves after a time, or as soon as `signal` aborts. */
export async function rest(ms: number, clock: SteadyClock, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.schedule(clock.now() + ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
