/** Patience with the store where a call begins. */

import { unlessLate } from '@barograph/sources';

/** Patience with the store where a call begins, ms: whatever else it does needs the store too. */
export const STORE_PATIENCE_MS = 2000;

/** Value of the first question to the store. Rejects, like one that is away, a store that takes it and does not answer. */
export function answeredInTime<T>(asked: Promise<T>): Promise<T> {
  const late = (): Error => Object.assign(new Error('The store did not answer in time.'), { code: 'ETIMEDOUT' });
  return unlessLate(STORE_PATIENCE_MS, asked, async () => Promise.reject(late()));
}
