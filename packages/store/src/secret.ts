/** Keys and link tokens: random texts of which only the SHA-256 is kept. */

import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

/** Every live key begins with this. */
export const KEY_PREFIX = 'bg_live_';
/** A key that was bought with the test ledger begins with this. */
export const TEST_KEY_PREFIX = 'bg_test_';
/** 192 bits: nothing that a fast hash would have to slow down guessing for. */
const SECRET_BYTES = 24;
/** Characters of the random part that are shown. */
const SHOWN = 4;

/** A random text with what is kept of it. */
export interface Secret {
  readonly text: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Leading part, for display. */
  readonly prefix: string;
}

/** Stored digest of a key or token. Every text takes this one path, well-formed or not. */
export function hashOf(text: string): string {
  return sha256(text);
}

/** A new key. */
export function newKey(): Secret {
  return secretOf(KEY_PREFIX);
}

/** A new key that no money was paid for. */
export function newTestKey(): Secret {
  return secretOf(TEST_KEY_PREFIX);
}

/** The token of a confirmation link. */
export function newToken(): Secret {
  return secretOf('');
}

/** A random text that begins with this. */
export function secretOf(start: string): Secret {
  const text = `${start}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { text, hash: hashOf(text), prefix: text.slice(0, start.length + SHOWN) };
}
