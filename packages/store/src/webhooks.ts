/**
 * Webhook subscriptions. One replica at a time delivers a subscription: it claims the subscription until a moment, and only
 * the holder of the claim advances it.
 */

import { DATASETS } from '@barograph/contract';
import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import { LOCKS, underLock } from './locks.ts';
import type { Tables, WebhookMarks, WebhooksTable } from './schema.ts';

/** Stored subscription. */
export type StoredWebhook = WebhooksTable;

/** A new subscription. */
export type NewWebhook = Pick<
  WebhooksTable,
  'id' | 'account' | 'url' | 'secret' | 'types' | 'symbols' | 'minUsd' | 'createdAt'
> &
  Partial<Pick<WebhooksTable, 'condition' | 'cooldownS' | 'digestS'>>;

/** Position of a subscription in the log, and the state of its rules up to there. */
export interface WebhookPlace {
  /** Last event that was delivered or filtered out. */
  readonly lastEventId: number;
  readonly marks: WebhookMarks;
}

/** Result of a delivery. Moments are epoch ms. */
export interface WebhookDelivery {
  readonly at: number;
  /** Earliest next delivery. */
  readonly nextAt: number;
}

/** Claim of subscriptions. Moments are epoch ms. */
export interface WebhookClaim {
  readonly by: string;
  readonly now: number;
  readonly until: number;
  readonly most: number;
}

/** Result of a failed delivery. */
export interface WebhookFailure {
  readonly at: number;
  readonly error: string;
  /** Earliest next attempt, epoch ms. */
  readonly nextAt: number;
  /** Consecutive failures after which the subscription is paused. */
  readonly pauseAfter: number;
}

/** Subscriptions of a store. */
export interface StoredWebhooks {
  /** Adds a subscription that starts after the last event. @returns undefined when the account already has `most`. */
  create(webhook: NewWebhook, most: number): Promise<StoredWebhook | undefined>;
  /** Oldest first. */
  ofAccount(account: string): Promise<readonly StoredWebhook[]>;
  find(account: string, id: string): Promise<StoredWebhook | undefined>;
  remove(account: string, id: string): Promise<boolean>;
  /** Ends a pause and the wait after a failure. */
  resume(account: string, id: string): Promise<StoredWebhook | undefined>;
  /** Claims unclaimed subscriptions with undelivered events whose account has Pro Plus. */
  claim(claim: WebhookClaim): Promise<readonly StoredWebhook[]>;
  /** Advances a subscription and keeps the claim. @returns false when it is paused, deleted or claimed by another replica. */
  advance(id: string, by: string, place: WebhookPlace, until: number, delivered?: WebhookDelivery): Promise<boolean>;
  fail(id: string, by: string, failure: WebhookFailure): Promise<void>;
  release(id: string, by: string): Promise<void>;
  /** Stored secrets of all subscriptions. */
  secrets(): Promise<readonly Pick<StoredWebhook, 'id' | 'secret'>[]>;
  /** Replaces a stored secret. @returns false when it no longer equals `before`. */
  replaceSecret(id: string, before: string, after: string): Promise<boolean>;
}

/** Subscriptions in a database. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one statement for each method
export function createWebhooks(db: Kysely<Tables>): StoredWebhooks {
  const own = (account: string, id: string) =>
    db.selectFrom('webhooks').selectAll().where('account', '=', account).where('id', '=', id);
  return {
    create: async (webhook, most) =>
      underLock(db, LOCKS.lease, `webhooks/${webhook.account}`, async (transaction) => {
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account', '=', webhook.account)
          .executeTakeFirstOrThrow();
        if (count >= most) return undefined;
        const { lastId } = await transaction.selectFrom('eventCounter').select('lastId').executeTakeFirstOrThrow();
        return transaction
          .insertInto('webhooks')
          .values({ condition: null, cooldownS: null, digestS: null, ...webhook, lastEventId: lastId })
          .returningAll()
          .executeTakeFirstOrThrow();
      }),
    ofAccount: async (account) =>
      db.selectFrom('webhooks').selectAll().where('account', '=', account).orderBy('createdAt').orderBy('id').execute(),
    find: async (account, id) => own(account, id).executeTakeFirst(),
    remove: async (account, id) => {
      const { numDeletedRows } = await db
        .deleteFrom('webhooks')
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    resume: async (account, id) =>
      db
        .updateTable('webhooks')
        .set({ pausedBecause: null, failures: 0, nextAt: 0 })
        .where('account', '=', account)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    claim: async ({ by, now, until, most }) => {
      const { rows } = await sql<StoredWebhook>`
        update webhooks set claimed_by = ${by}, claimed_until = ${until}::bigint where id in (
          select w.id from webhooks w, event_counter c
          where w.paused_because is null and w.next_at <= ${now}::bigint and w.last_event_id < c.last_id
            and (w.claimed_until <= ${now}::bigint or w.claimed_by is null)
            and exists (
              select from keys k where coalesce(k.account_id, k.id) = w.account and k.revoked_at is null
                and k.tier = ${DATASETS.webhooks.access} and (k.tier_expires_at is null or k.tier_expires_at > ${now}::bigint)
            )
          order by w.last_event_id limit ${most}::int for update of w skip locked
        ) returning *`.execute(db);
      return rows;
    },
    advance: async (id, by, { lastEventId, marks }, until, delivery) => {
      const { at, nextAt } = delivery ?? {};
      const delivered = delivery === undefined ? {} : { failures: 0, lastSuccessAt: at, nextAt };
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ lastEventId, marks: jsonText(marks), claimedUntil: until, ...delivered })
        .where('id', '=', id)
        .where('claimedBy', '=', by)
        .where('pausedBecause', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    fail: async (id, by, { at, error, nextAt, pauseAfter }) => {
      await sql`
        update webhooks set failures = failures + 1, last_failure_at = ${at}::bigint, last_error = ${error},
          next_at = ${nextAt}::bigint,
          paused_because = case when failures + 1 >= ${pauseAfter}::int
            then (failures + 1) || ' attempts in a row failed' end
        where id = ${id} and claimed_by = ${by}`.execute(db);
    },
    release: async (id, by) => {
      await db
        .updateTable('webhooks')
        .set({ claimedBy: null, claimedUntil: 0 })
        .where('id', '=', id)
        .where('claimedBy', '=', by)
        .execute();
    },
    secrets: async () => db.selectFrom('webhooks').select(['id', 'secret']).orderBy('id').execute(),
    replaceSecret: async (id, before, after) => {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ secret: after })
        .where('id', '=', id)
        .where('secret', '=', before)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
