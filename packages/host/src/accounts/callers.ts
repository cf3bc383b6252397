/** Authentication of callers: resolves a text to its live key, cached for a short while. */

import type { Clock } from '@barograph/sources';
import { createRecent, type Recent } from '@barograph/contract';
import { type KeyRecord, hashOf } from '@barograph/store';
import type { Vault } from './vault.ts';

/** Longest time that a replica without notifications honours a key that another one ended. */
export const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 10_000;

/** Finds callers by their keys. */
export interface Callers {
  /** @returns the live key, or undefined when there is none of that text. */
  find(text: string): Promise<KeyRecord | undefined>;
  /**
   * Forgets the key of that id, which changed, and what the database is saying of it now; without an id every key, when a
   * change may have been missed. The others are kept: looking 10,000 keys up again for each that changes is what would load
   * the database first.
   */
  forget(id?: string): void;
  close(): void;
}

interface Remembered {
  readonly key: KeyRecord;
  readonly until: number;
}

/** @param wall the machine's clock: keys live in the present, whatever the market's clock says. */
export function createCallers({ keys, listener }: Pick<Vault, 'keys' | 'listener'>, wall: Clock): Callers {
  let known: Recent<Remembered> = createRecent(MOST_REMEMBERED);
  /** Of each look-up that is under way, the keys that changed since it began: it may have read them as they were before. */
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
    const memory = known; // one that was forgotten while the database answered is not written to
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
      // A clock that jumped ahead and back must not make it longer.
      if (found !== undefined && now < found.until && now >= found.until - REMEMBERED_MS) return found.key;
      return lookUp(hash, now + REMEMBERED_MS);
    },
    forget,
    close: () => {
      close();
    },
  };
}
