/** Whether a key may still have a stream: an open one outlives the check that it was opened with. */

import { DATASETS, tierAt, unlocks } from '@barograph/contract';
import { factsOf } from '../accounts/accounts.ts';
import type { Clock } from '@barograph/sources';
import type { Keys } from '@barograph/store';

/** @returns what says whether the key is live, and of a tier that unlocks the stream. */
export function streamEntitlement(keys: Pick<Keys, 'findById'>, wall: Clock): (keyId: string) => Promise<boolean> {
  return async (keyId) => {
    const key = await keys.findById(keyId);
    if (key === undefined || key.revokedAt !== null) return false;
    return unlocks(tierAt(factsOf(key), wall.now()), DATASETS.events_live.access);
  };
}
