/** Whether a key may keep its stream: a stream outlives the check at its start. */

import { DATASETS, tierAt, unlocks } from '@barograph/contract';
import { factsOf } from '../accounts/accounts.ts';
import type { Clock } from '@barograph/sources';
import type { Keys } from '@barograph/store';

/** @returns a function that checks that the key is live and its tier unlocks the stream. */
export function streamEntitlement(keys: Pick<Keys, 'findById'>, wall: Clock): (keyId: string) => Promise<boolean> {
  return async (keyId) => {
    const key = await keys.findById(keyId);
    if (key === undefined || key.revokedAt !== null) return false;
    return unlocks(tierAt(factsOf(key), wall.now()), DATASETS.events_live.access);
  };
}
