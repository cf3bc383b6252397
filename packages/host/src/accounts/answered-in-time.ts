/** Time limit for the store at the start of a call. */

import { unlessLate } from '@barograph/sources';

/** Longest wait for the first answer of the store, ms: the rest of the call needs the store too. */
export const STORE_PATIENCE_MS = 2000;

/** Resolves with the store's first answer. Rejects when it takes too long, as for a store that is away. */
export function answeredInTime<T>(answer: Promise<T>): Promise<T> {
  const late = (): Error => Object.assign(new Error('The store did not answer in time.'), { code: 'ETIMEDOUT' });
  return unlessLate(STORE_PATIENCE_MS, answer, async () => Promise.reject(late()));
}
