/**
 * Sessions of the page: short-lived tokens that stand for the development key. The page gets one for the secret of the
 * link that the host prints, keeps it in memory and sends it as a key is sent: cookies are shared by all ports of a
 * machine, and sent by pages that did not make them.
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
  /** Open at a time; the one that was used longest ago makes room. */
  readonly most: number;
  /** Age at which the secret is read again: how long a rotated one still counts. */
  readonly rereadMs: number;
}

/** A changed number is a new constant. */
export const PAGE_SESSION_V2: PageSessionConfig = Object.freeze({
  version: 'page-session/2',
  lifetimeMs: 3_600_000,
  most: 64,
  rereadMs: 1_000,
});

/** Every token begins with this; no key does. */
const TOKEN_PREFIX = 'bg_page_';

/** A session as its page learns of it. */
export interface PageSession {
  readonly token: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Sessions of one host; other replicas know nothing of them. */
export interface PageSessions {
  /** Sets the development key that sessions stand for. There are no sessions before. */
  bind(key: string): void;
  /** Whether there is a key that a session can stand for. */
  isOffered(): boolean;
  /** @returns undefined when the secret is not that of the link. */
  open(secret: string): PageSession | undefined;
  /** The key behind a live token. */
  keyOf(token: string): string | undefined;
}

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

/**
 * No session yet.
 *
 * @param wall the machine's clock. @param read the secret of the link; undefined: nobody may open a session.
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
  /** Ends every session when the secret has changed. */
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
 * A gate that takes tokens of sessions too. They read the market: what changes something, and what belongs to the
 * account of the key, is refused as any unknown key is.
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
