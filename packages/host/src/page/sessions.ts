/**
 * Sessions of the page: short-lived tokens that represent the development key. The page exchanges the secret of the
 * printed link for a token, keeps it in memory and sends it like a key. Cookies would be shared by all ports of a
 * machine, and sent by foreign pages.
 */

import { createRecent, type Recent } from '@barograph/contract';
import { err } from '@barograph/core';
import { timingSafeEqual } from 'node:crypto';
import { invalidKey } from '../accounts/accounts.ts';
import { hashOf, secretOf } from '@barograph/store';
import type { Clock } from '@barograph/sources';
import type { Gate } from '../http/access.ts';

/** Limits of sessions. */
export interface PageSessionConfig {
  readonly version: `page-session/${string}`;
  readonly lifetimeMs: number;
  /** Open sessions; the least recently used one is closed. */
  readonly most: number;
  /** Age at which the secret is read again, and so the time that a rotated secret stays valid. */
  readonly rereadMs: number;
}

/** A changed number is a new constant. */
export const PAGE_SESSION_V2: PageSessionConfig = Object.freeze({
  version: 'page-session/2',
  lifetimeMs: 3_600_000,
  most: 64,
  rereadMs: 1_000,
});

/** Prefix of every token; no key has it. */
const TOKEN_PREFIX = 'bg_page_';

/** A session as sent to the page. */
export interface PageSession {
  readonly token: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Sessions of one host; they are not shared with other replicas. */
export interface PageSessions {
  /** Sets the development key of the sessions. No session opens before. */
  bind(key: string): void;
  /** Whether a key for sessions is set. */
  isOffered(): boolean;
  /** @returns undefined when the secret is not that of the link. */
  open(secret: string): PageSession | undefined;
  /** Key of a live token. */
  keyOf(token: string): string | undefined;
}

/** Compares in constant time for any lengths. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}

/**
 * Creates sessions; none is open yet.
 *
 * @param wall the machine's clock. @param read the secret of the link; undefined: no session may be opened.
 */
export function createPageSessions(
  wall: Clock,
  read: () => string | undefined,
  config: PageSessionConfig = PAGE_SESSION_V2,
): PageSessions {
  const ends: Recent<number> = createRecent(config.most);
  let bound: string | undefined;
  let secret: string | undefined;
  let readAt = -Infinity;
  /** Ends every session after the secret has changed. */
  const current = (): string | undefined => {
    const now = wall.now();
    if (now - readAt < config.rereadMs) return secret;
    readAt = now;
    const found = read();
    if (found !== secret) ends.deleteWhere(() => true);
    secret = found;
    return secret;
  };
  return {
    bind: (key) => {
      bound = key;
    },
    isOffered: () => bound !== undefined,
    open: (given) => {
      const expected = current();
      if (expected === undefined || !isSame(given, expected)) return undefined;
      const { text, hash } = secretOf(TOKEN_PREFIX);
      const expiresAt = wall.now() + config.lifetimeMs;
      ends.set(hash, expiresAt);
      return { token: text, expiresAt };
    },
    keyOf: (token) => {
      if (!token.startsWith(TOKEN_PREFIX)) return undefined;
      current();
      const hash = hashOf(token);
      const end = ends.get(hash);
      if (end === undefined) return undefined;
      if (wall.now() < end) return bound;
      ends.delete(hash);
      return undefined;
    },
  };
}

/**
 * Gate that also accepts session tokens. Sessions read the market: writes and the account's own resources are refused
 * as for an unknown key.
 */
export function withPageSessions(gate: Gate, sessions: Pick<PageSessions, 'keyOf'>): Gate {
  return {
    pricingUrl: gate.pricingUrl,
    admit: (endpoint, text, mayBeUnchanged) => {
      if (text === undefined || !text.startsWith(TOKEN_PREFIX)) return gate.admit(endpoint, text, mayBeUnchanged);
      const { method, access, accountScoped } = endpoint;
      const key = method === 'GET' && accountScoped !== true ? sessions.keyOf(text) : undefined;
      return key === undefined && access !== 'none' ? err(invalidKey()) : gate.admit(endpoint, key, mayBeUnchanged);
    },
  };
}
