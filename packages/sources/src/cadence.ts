/** Named schedules of recurring work, UTC. Add a constant instead of changing a slot. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Slots at `offset + k · step` ms since the epoch. */
export interface Cadence {
  readonly step: number;
  readonly offset: number;
}

type CadenceName =
  | 'everyMinute'
  | 'minuteSealed'
  | 'every2Minutes'
  | 'every5Minutes'
  | 'every15Minutes'
  | 'hourly'
  | 'evening'
  | 'afterMidnight'
  | 'daily';

export const CADENCES_V1: Readonly<Record<CadenceName, Cadence> & { readonly version: 'cadences/1' }> = Object.freeze({
  version: 'cadences/1',
  everyMinute: { step: MINUTE_MS, offset: 0 },
  /** Six seconds into a minute, when the previous minute is sealed. */
  minuteSealed: { step: MINUTE_MS, offset: 6000 },
  every2Minutes: { step: 2 * MINUTE_MS, offset: 0 },
  every5Minutes: { step: 5 * MINUTE_MS, offset: 0 },
  every15Minutes: { step: 15 * MINUTE_MS, offset: 0 },
  /** At minute 5, when the hour's bars have settled. */
  hourly: { step: HOUR_MS, offset: 5 * MINUTE_MS },
  /** Five minutes after midnight, when the day's bars have settled. */
  afterMidnight: { step: DAY_MS, offset: 5 * MINUTE_MS },
  evening: { step: DAY_MS, offset: 20 * HOUR_MS },
  daily: { step: DAY_MS, offset: 0 },
} as const);

/** The newest slot that is not after `now`. */
export function slotBy({ step, offset }: Cadence, now: number): number {
  return Math.floor((now - offset) / step) * step + offset;
}

/** The first slot after `now`. */
export function slotAfter(cadence: Cadence, now: number): number {
  return slotBy(cadence, now) + cadence.step;
}
