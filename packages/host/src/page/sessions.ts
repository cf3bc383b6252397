/**
 * Sessions of the page on the operator's own machine: short-lived tokens that stand for the development key, so that
 * the page works without a secret in it. A token is kept by the page in memory and sent as a key is: cookies are shared
 * by all ports of a machine, and sent by pages that did not make them.
 */

import { createRecent, type Recent } from '@barograph/contract';
import { err } from '@barograph/core';
import { invalidKey } from '../accounts/accounts.ts';
import { hashOf, secretOf } from '../accounts/secret.ts';
import type { Clock } from '../clock.ts';
import type { HostConfig } from '../host-config.ts';
import type { Gate } from '../http/access.ts';
import { isLoopback } from './same-machine.ts';

/** Limits of sessions. */
export interface PageSessionConfig {
  readonly version: `page-session/${string}`;
  readonly lifetimeMs: number;
  /** Open at a time; the one that was used longest ago makes room. */
  readonly most: number;
}

/** A changed number is a new constant. */
export const PAGE_SESSION_V1: PageSessionConfig = Object.freeze({
  version: 'page-session/1',
  lifetimeMs: 3_600_000,
  most: 64,
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
  /** The development key that sessions stand for. There are none before. */
  bind(key: string): void;
  /** @returns undefined while there is no key. */
  open(): PageSession | undefined;
  /** The key behind a live token. */
  keyOf(token: string): string | undefined;
}

/** True where nobody but a person on this machine can reach the page, as far as the configuration says. */
export function offersSessions(
  config: Pick<HostConfig, 'host' | 'pageSession' | 'publicUrl' | 'trustedProxies'>,
): boolean {
  const { host, pageSession, publicUrl, trustedProxies } = config;
  return pageSession && isLoopback(host) && publicUrl === undefined && trustedProxies === undefined;
}

/** No session yet. @param wall the machine's clock. */
export function createPageSessions(wall: Clock, config: PageSessionConfig = PAGE_SESSION_V1): PageSessions {
  const ends: Recent<number> = createRecent(config.most);
  let bound: string | undefined;
  return {
    bind: (key) => {
      bound = key;
    },
    open: () => {
      if (bound === undefined) return undefined;
      const { text, hash } = secretOf(TOKEN_PREFIX);
      const expiresAt = wall.now() + config.lifetimeMs;
      ends.set(hash, expiresAt);
      return { token: text, expiresAt };
    },
    keyOf: (token) => {
      if (!token.startsWith(TOKEN_PREFIX)) return undefined;
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
