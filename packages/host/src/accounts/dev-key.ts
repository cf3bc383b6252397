/** Development key of an embedded host: created at the first start, stored in a file that only its owner can read. */

import { join } from 'node:path';
import { readPrivate, writePrivate } from '../private-file.ts';
import type { Vault } from './vault.ts';
import { hashOf, newKey, newToken } from '@barograph/store';

/** Owner of the key. */
export const DEV_EMAIL = 'dev@localhost';

/** Location of the key, and its text when it was just created. */
export interface DevKey {
  readonly path: string;
  readonly text: string;
  readonly fresh: string | undefined;
}

/**
 * Returns the key of the file while it is live; otherwise creates a confirmed key of tier pro_plus in a file of mode
 * 0600.
 *
 * @returns undefined when a key of this kind was revoked less than seven days ago.
 */
export async function ensureDevKey(vault: Vault, dataDir: string, now: number): Promise<DevKey | undefined> {
  const path = join(dataDir, 'dev-key');
  const text = await readPrivate(path);
  if (text !== undefined && (await vault.keys.findByHash(hashOf(text))) !== undefined)
    return { path, text, fresh: undefined };
  const key = newKey();
  const created = await vault.keys.create(
    { hash: key.hash, prefix: key.prefix, email: DEV_EMAIL, tier: 'pro_plus' },
    now,
  );
  if (!created.ok) return undefined;
  const token = newToken();
  const marked = await vault.confirmations.markSent(created.value.id, { hash: token.hash, expiresAt: now + 1 }, now);
  if (marked.ok) await vault.confirmations.confirm(token.hash, { tier: 'pro_plus', expiresAt: now }, now);
  await writePrivate(path, key.text);
  return { path, text: key.text, fresh: key.text };
}
