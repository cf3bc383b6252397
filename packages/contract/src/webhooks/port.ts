/** Port of operations to the webhooks of a host. */

import type { Result } from '@barograph/core';
import { port, type CallerKey } from '../context.ts';
import type { Problem } from '../problem.ts';

/** Requested subscription; an undefined filter passes everything. */
export interface WebhookGiven {
  readonly url: string;
  /** Comma lists, as in the event stream. */
  readonly types?: string | undefined;
  readonly symbols?: string | undefined;
  readonly min_usd: number;
  /** Expression that an event must satisfy. */
  readonly when?: string | undefined;
  readonly cooldown_s?: number | undefined;
  readonly digest_s?: number | undefined;
}

/** Subscription as shown to its account. Moments are epoch ms of the machine. */
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
  /** Null when each event is sent separately. */
  readonly digestS: number | null;
  /** Null while active. */
  readonly pausedBecause: string | null;
  /** Last event that was delivered or filtered out, like everything before it. */
  readonly lastEventId: number;
  /** Failed attempts since the last success. */
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
  /** Status of the receiver; null without an answer. */
  readonly status: number | null;
  /** Null when delivered. */
  readonly error: string | null;
}

/** Subscriptions of accounts. */
export interface Webhooks<Key extends CallerKey = CallerKey> {
  /** Returns the secret, which is shown only once. */
  create(
    key: Key,
    given: WebhookGiven,
  ): Promise<Result<{ readonly webhook: Webhook; readonly secret: string }, Problem>>;
  list(key: Key): Promise<readonly Webhook[]>;
  /** @returns false when the account has no such id. */
  remove(key: Key, id: string): Promise<boolean>;
  /** Resumes after a pause where delivery stopped; undefined when the account has no such id. */
  resume(key: Key, id: string): Promise<Webhook | undefined>;
  /** Sends a test event now; undefined when the account has no such id. */
  ping(key: Key, id: string): Promise<Pinged | undefined>;
}

/** Port of webhook subscriptions. */
export const WEBHOOKS = port<Webhooks>('webhooks');
