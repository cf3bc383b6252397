/** What accounts need of the store: parts of it, so that a test can bring them from elsewhere. */

import type { Store } from '../store/open-store.ts';

/** Keys, confirmations, usage, and who tells of keys that changed elsewhere. */
export type Vault = Pick<Store, 'keys' | 'confirmations' | 'usage'> & {
  readonly listener: Pick<Store['listener'], 'on'>;
};
