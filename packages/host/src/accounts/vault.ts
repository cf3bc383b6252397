/** Subset of the store that accounts use, so that a test can replace it. */

import type { Store } from '@barograph/store';

/** Keys, confirmations, usage, brakes, and notifications of keys that changed elsewhere. */
export type Vault = Pick<Store, 'keys' | 'confirmations' | 'usage' | 'brakes'> & {
  readonly listener: Pick<Store['listener'], 'on'>;
};
