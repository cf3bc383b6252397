/** Epoch seconds of an outside source, as numbers or texts. */

import type { Faults } from './values.ts';

/** Latest valid time: the year 3000, epoch s. */
const LATEST_S = 32_503_680_000;

/** Converts to epoch ms. @returns undefined for an invalid value, which is reported. */
export function secondsOf(value: unknown, field: string, faults: Faults): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  if (typeof seconds === 'number' && seconds >= 0 && seconds < LATEST_S) return Math.round(seconds * 1000);
  faults.add(field, 'epoch seconds', value);
  return undefined;
}
