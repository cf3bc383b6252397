/** Port of operations to the webhooks of a host. */

import type { Result } from '@barograph/core';
import { port, type CallerKey } from '../context.ts';
import type { Problem } from '../problem.ts';

/** A subscription as it is asked for; an undefined filter lets everything pass. */
export interface WebhookGiven {
  readonly url: string;
  /** Comma lists as of the event stream. */
  readonly types?: string | undefined;
  readonly symbols?: string | undefined;
  readonly min_usd: number;
  /** Expression that must hold for an event. */
  readonly when?: string | undefined;
  readonly cooldown_s?: number | undefined;
  readonly digest_s?: number | undefined;
}

/** A subscription as its account sees it. Moments are epoch ms of the machine. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly symbols: readonly string[] | null;
  readonly minUsd: number;
  /** Null without a condition. */
  readonly when: string | null;
  /** Null without a cool-down. */
  readonly cooldownS: number | null;
  /** Null: each event is sent by itself. */
  readonly digestS: number | null;
  /** Null while it is active. */
  readonly pausedBecause: string | null;
  /** Everything up to this event was delivered, or was not wanted. */
  readonly lastEventId: number;
  /** Failed attempts since the last that succeeded. */
  readonly failures: number;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  /** Cause of the last failed attempt. */
  readonly lastError: string | null;
  readonly createdAt: number;
}

/** Outcome of a test delivery. */
export interface Pinged {
  readonly delivered: boolean;
  /** Status of the receiver; null when there was no answer. */
  readonly status: number | null;
  /** Null when it was delivered. */
  readonly error: string | null;
}

/** Subscriptions of accounts. */
export interface Webhooks<Key extends CallerKey = CallerKey> {
  /** Secret: shown this once. */
  create(
    key: Key,
    given: WebhookGiven,
  ): Promise<Result<{ readonly webhook: Webhook; readonly secret: string }, Problem>>;
  list(key: Key): Promise<readonly Webhook[]>;
  /** @returns false when the account has none of that id. */
  remove(key: Key, id: string): Promise<boolean>;
  /** Goes on after a pause, from where it stopped; undefined when the account has none of that id. */
  resume(key: Key, id: string): Promise<Webhook | undefined>;
  /** Sends a test event now; undefined when the account has none of that id. */
  ping(key: Key, id: string): Promise<Pinged | undefined>;
}

/** Port of the subscriptions of webhooks. */
export const WEBHOOKS = port<Webhooks>('webhooks');
