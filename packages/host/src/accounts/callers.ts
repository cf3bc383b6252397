/** Authentication of callers: resolves a key's text to its live record, with a short cache. */

import type { Clock } from '@barograph/sources';
import { createRecent, type Recent } from '@barograph/contract';
import { type KeyRecord, hashOf } from '@barograph/store';
import type { Vault } from './vault.ts';

/** Longest time that a replica without notifications honours a key that another one ended. */
export const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 10_000;

/** Finds callers by their keys. */
export interface Callers {
  /** @returns the live key; undefined when no live key has that text. */
  find(text: string): Promise<KeyRecord | undefined>;
  /**
   * Drops the cached key with this id, and the result of any look-up under way for it. Without an id it drops every
   * key, for when a notification may have been missed. Other keys stay: looking up 10,000 keys again after each change
   * would load the database most.
   */
  forget(id?: string): void;
  close(): void;
}

interface Remembered {
  readonly key: KeyRecord;
  readonly until: number;
}

/**
 * Creates the lookup of callers by key.
 * @param wall the machine's clock: keys live in the present, whatever the market's clock says.
 */
export function createCallers({ keys, listener }: Pick<Vault, 'keys' | 'listener'>, wall: Clock): Callers {
  let known: Recent<Remembered> = createRecent(MOST_REMEMBERED);
  /** Ids of keys that changed during each look-up under way; the look-up may have read their old state. */
  const underWay = new Set<Set<string>>();
  const forget = (id?: string): void => {
    if (id === undefined) {
      known = createRecent(MOST_REMEMBERED);
      return;
    }
    known.deleteWhere(({ key }) => key.id === id);
    for (const changed of underWay) changed.add(id);
  };
  const lookUp = async (hash: string, until: number): Promise<KeyRecord | undefined> => {
    const memory = known; // a cache that was replaced while the database answered is not written to
    const changed = new Set<string>();
    underWay.add(changed);
    try {
      const key = await keys.findByHash(hash);
      if (key === undefined) memory.delete(hash);
      else if (!changed.has(key.id)) memory.set(hash, { key, until });
      return key;
    } finally {
      underWay.delete(changed);
    }
  };
  const close = listener.on('keys', forget);
  return {
    find: async (text) => {
      const hash = hashOf(text);
      const now = wall.now();
      const found = known.get(hash);
      // A clock that jumped ahead and back must not extend it.
      if (found !== undefined && now < found.until && now >= found.until - REMEMBERED_MS) return found.key;
      return lookUp(hash, now + REMEMBERED_MS);
    },
    forget,
    close: () => {
      close();
    },
  };
}
