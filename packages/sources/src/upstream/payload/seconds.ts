/** Times of an outside source that are epoch seconds, as numbers or as texts. */

import type { Faults } from './values.ts';

/** Latest moment that is believed: the year 3000, epoch s. */
const LATEST_S = 32_503_680_000;

/** Epoch ms. @returns undefined for anything else, which is reported. */
export function secondsOf(value: unknown, field: string, faults: Faults): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  if (typeof seconds === 'number' && seconds >= 0 && seconds < LATEST_S) return Math.round(seconds * 1000);
  faults.add(field, 'epoch seconds', value);
  return undefined;
}
