/** Keys and link tokens: random texts, stored only as SHA-256. */

import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

/** Prefix of every live key. */
export const KEY_PREFIX = 'bg_live_';
/** Prefix of keys bought with the test ledger. */
export const TEST_KEY_PREFIX = 'bg_test_';
/** 192 random bits; guessing is infeasible even with a fast hash. */
const SECRET_BYTES = 24;
/** Number of displayed characters of the random part. */
const SHOWN = 4;

/** Random text and its stored fields. */
export interface Secret {
  readonly text: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Prefix for display. */
  readonly prefix: string;
}

/** Digest of a key or token as stored; malformed texts are hashed too. */
export function hashOf(text: string): string {
  return sha256(text);
}

/** Creates a live key. */
export function newKey(): Secret {
  return secretOf(KEY_PREFIX);
}

/** Creates a key that was not paid with money. */
export function newTestKey(): Secret {
  return secretOf(TEST_KEY_PREFIX);
}

/** Creates the token of a confirmation link. */
export function newToken(): Secret {
  return secretOf('');
}

/** Creates a random text with the given prefix. */
export function secretOf(start: string): Secret {
  const text = `${start}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { text, hash: hashOf(text), prefix: text.slice(0, start.length + SHOWN) };
}
