/** Authentication of callers: resolves a text to its live key, cached for a short while. */

import type { Clock } from '../clock.ts';
import { createRecent, type Recent } from '@barograph/contract';
import type { KeyRecord } from '../store/keys.ts';
import { hashOf } from './secret.ts';
import type { Vault } from './vault.ts';

/** Longest time that a replica without notifications honours a key that another one ended. */
export const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 10_000;

/** Finds callers by their keys. */
export interface Callers {
  /** @returns the live key, or undefined when there is none of that text. */
  find(text: string): Promise<KeyRecord | undefined>;
  /** Forgets every key: one of them changed. Changes are rare and lookups cheap. */
  forget(): void;
  close(): void;
}

interface Remembered {
  readonly key: KeyRecord;
  readonly until: number;
}

/** @param wall the machine's clock: keys live in the present, whatever the market's clock says. */
export function createCallers({ keys, listener }: Pick<Vault, 'keys' | 'listener'>, wall: Clock): Callers {
  let known: Recent<Remembered> = createRecent(MOST_REMEMBERED);
  const forget = (): void => {
    known = createRecent(MOST_REMEMBERED);
  };
  const close = listener.on('keys', forget);
  return {
    find: async (text) => {
      const hash = hashOf(text);
      const now = wall.now();
      const found = known.get(hash);
      // A clock that jumped ahead and back must not make it longer.
      if (found !== undefined && now < found.until && now >= found.until - REMEMBERED_MS) return found.key;
      const memory = known; // one that was forgotten while the database answered is not written to
      const key = await keys.findByHash(hash);
      if (key === undefined) memory.delete(hash);
      else memory.set(hash, { key, until: now + REMEMBERED_MS });
      return key;
    },
    forget,
    close: () => {
      close();
    },
  };
}
