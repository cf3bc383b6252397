/** Waits between attempts. */

import { randomInt } from 'node:crypto';
import type { SteadyClock } from './budget.ts';

const STEPS = 2 ** 32;

/** A number in [0, 1), for jitter. */
export function chance(): number {
  return randomInt(STEPS) / STEPS;
}

/** Between half of a delay and all of it, so that many clients do not return at once. */
export function jittered(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random() / 2);
}

/** Resolves after a time, or as soon as `signal` ends. */
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
