/** Work at fixed slots of the hour, on whatever clock there is. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { Clock } from './clock.ts';

/** When hourly work is done. A changed slot is a new constant. */
export const HOURLY_SLOT_V1: { readonly version: 'hourly-slot/1'; readonly minute: number } = Object.freeze({
  version: 'hourly-slot/1',
  minute: 5,
});

/** The first moment after `now` that is `minute` past an hour, UTC. */
export function nextSlot(now: number, minute: number = HOURLY_SLOT_V1.minute): number {
  const offset = minute * MINUTE_MS;
  return (Math.floor((now - offset) / HOUR_MS) + 1) * HOUR_MS + offset;
}

/**
 * Runs `work` at every slot. One run at a time: slots that pass during a run, or while the machine slept, are made
 * up by a single run at the next one, because the work speaks of now and not of its slot.
 *
 * @param work must not reject; its failure is its own to report.
 * @returns what stops it.
 */
export function everyHour(clock: Clock, work: () => Promise<void>, minute: number = HOURLY_SLOT_V1.minute): () => void {
  let stopped = false;
  let cancel = (): void => {};
  const arm = (): void => {
    if (stopped) return;
    cancel = clock.schedule(nextSlot(clock.now(), minute), () => {
      void work().finally(arm);
    });
  };
  arm();
  return () => {
    stopped = true;
    cancel();
  };
}
