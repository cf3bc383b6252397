/** What accounts need of the store: parts of it, so that a test can bring them from elsewhere. */

import type { Store } from '../store/open-store.ts';

/** Keys, confirmations, usage, brakes, and who tells of keys that changed elsewhere. */
export type Vault = Pick<Store, 'keys' | 'confirmations' | 'usage' | 'brakes'> & {
  readonly listener: Pick<Store['listener'], 'on'>;
};
