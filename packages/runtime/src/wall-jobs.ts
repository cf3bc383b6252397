/** Housekeeping on the machine clock: deletes expired rows. */

import { DAY_MS } from '@barograph/core';
import { PAYMENT_ANSWERS_MS, type Store } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Job } from './scheduler.ts';

/** Retention of short-lived data. */
export const RETENTION_V1: { readonly version: 'retention/1'; readonly usageDays: number } = Object.freeze({
  version: 'retention/1',
  usageDays: 400,
});

/** Lists the housekeeping jobs that delete expired rows. */
export function wallJobs(
  store: Pick<Store, 'usage' | 'brakes' | 'rates' | 'payments'>,
  now: () => number,
): readonly Job[] {
  return [
    {
      name: 'usage-retention',
      cadence: CADENCES_V1.daily,
      makeUp: { kind: 'latest' },
      run: async () => {
        await store.usage.prune(now() - RETENTION_V1.usageDays * DAY_MS);
        await store.brakes.prune(now() - DAY_MS);
        await store.payments.prune({ answers: now() - PAYMENT_ANSWERS_MS, failed: now() - DAY_MS });
        await store.rates.prune(now() - DAY_MS);
      },
    },
  ];
}
