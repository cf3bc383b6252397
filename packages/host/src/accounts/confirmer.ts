/** Mails confirmation links: at most one per address in ten minutes, over all requests. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import { confirmationMail } from '../mail/confirmation.ts';
import { createSmtpMailer, type Mailer } from '../mail/mailer.ts';
import {
  markSent,
  RESEND_MS,
  type Link,
  type Unsent,
  type KeyRecord,
  LOCKS,
  underLock,
  type Store,
  newToken,
} from '@barograph/store';
import { brakeMail, type MintLimits } from './mint-limits.ts';

/** Hours that a link is valid. */
export const LINK_HOURS = 48;
const HOUR_MS = 3_600_000;
/** Name of the task in the queue. */
export const CONFIRMATION_TASK = 'confirmation-mail';

/** Delivery outcome of a mail; `failed` when the server refused it, `braked` when the hourly limit is reached. */
export type Delivery = 'sent' | 'failed' | 'braked' | Unsent;

/** Mails links. */
export interface Confirmer {
  /** Mails the key's confirmation link now. */
  deliver(key: KeyRecord): Promise<Delivery>;
  /** Leaves the mail to the queue, which retries until the server accepts it. */
  queue(key: KeyRecord): Promise<void>;
  /** Earliest time of the next mail to the address; undefined when one may be sent now. */
  throttledUntil(key: KeyRecord): Promise<number | undefined>;
  /** Task of the queue. Rejects when the server did not accept the mail. */
  readonly task: (payload: unknown) => Promise<void>;
}

/** Parts of a confirmer. */
export interface ConfirmerParts {
  readonly store: Pick<Store, 'keys' | 'confirmations' | 'db' | 'jobs' | 'brakes'>;
  readonly mailer: Mailer;
  readonly wall: Clock;
  /** Public base URL of the service; never taken from a request, which could forge it. */
  readonly baseUrl: () => string;
  readonly limits: MintLimits;
}

/** URL that a confirmation mail links to. */
export function confirmationLink(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/api/v1/auth/confirm?token=${token}`;
}

/** Creates a confirmer. An address gets at most one mail in ten minutes, over all replicas. */
export function createConfirmer({ store, mailer, wall, baseUrl, limits }: ConfirmerParts): Confirmer {
  const lastSent = async (db: Store['db'], email: string): Promise<number | null> => {
    const { last } = await db
      .selectFrom('keys')
      .where('email', '=', email)
      .select(({ fn }) => fn.max('lastConfirmationSentAt').as('last'))
      .executeTakeFirstOrThrow();
    return last;
  };
  const throttleOf = (last: number | null, now: number): number | undefined =>
    last !== null && last + RESEND_MS > now ? last + RESEND_MS : undefined;

  /** Link that was mailed last. */
  const linkOf = async (db: Store['db'], id: string): Promise<Link | null> => {
    const { confirmHash: hash = null, confirmExpiresAt: expiresAt = null } =
      (await db
        .selectFrom('keys')
        .where('id', '=', id)
        .select(['confirmHash', 'confirmExpiresAt'])
        .executeTakeFirst()) ?? {};
    return hash === null || expiresAt === null ? null : { hash, expiresAt };
  };

  /**
   * Runs under the lock of the address: the keys of one address share one mail limit.
   *
   * @returns the previous link, to restore when the mail cannot be sent.
   */
  const mark = async (key: KeyRecord, email: string, link: Link, now: number): Promise<Result<Link | null, Unsent>> =>
    underLock(store.db, LOCKS.email, email, async (transaction) => {
      if (key.emailVerifiedAt === null) {
        const until = throttleOf(await lastSent(transaction, email), now);
        if (until !== undefined) return err({ code: 'throttled', until });
      }
      const before = await linkOf(transaction, key.id);
      const marked = await markSent(transaction, key.id, link, now);
      return marked.ok ? ok(before) : marked;
    });

  const deliver = async (key: KeyRecord): Promise<Delivery> => {
    if (key.email === null) return { code: 'unknown' };
    const now = wall.now();
    const { text, hash } = newToken();
    const marked = await mark(key, key.email, { hash, expiresAt: now + LINK_HOURS * HOUR_MS }, now);
    if (!marked.ok) return marked.error;
    if ((await brakeMail(store.brakes, limits, now)) !== undefined) {
      await store.confirmations.unmarkSent(key.id, now, marked.value);
      return 'braked';
    }
    try {
      await mailer.send(confirmationMail(key.email, confirmationLink(baseUrl(), text), key.prefix, LINK_HOURS));
      return 'sent';
    } catch {
      await store.confirmations.unmarkSent(key.id, now, marked.value);
      return 'failed';
    }
  };

  /** Key with this id, or its replacement. */
  const liveKey = async (id: string): Promise<KeyRecord | undefined> => {
    const key = await store.keys.findById(id);
    return key === undefined || key.replacedBy === null ? key : liveKey(key.replacedBy);
  };

  return {
    deliver,
    // The queue stores no token: it is created together with the mail.
    queue: async ({ id }) => store.jobs.add(CONFIRMATION_TASK, { id }, `${CONFIRMATION_TASK}-${id}`),
    throttledUntil: async ({ email }) =>
      email === null ? undefined : throttleOf(await lastSent(store.db, email), wall.now()),
    task: async (payload) => {
      const id = typeof payload === 'object' && payload !== null && 'id' in payload ? String(payload.id) : '';
      const key = await liveKey(id);
      if (key === undefined || key.revokedAt !== null) return;
      const delivery = await deliver(key);
      // An error makes the queue retry, with growing delays.
      if (delivery === 'failed') throw new Error('the mail server did not take the confirmation mail');
      if (delivery === 'braked') throw new Error('the hour has had its mails');
    },
  };
}

/** Parts of a confirmer that mails. */
export interface MailParts extends Omit<ConfirmerParts, 'mailer' | 'baseUrl' | 'limits'> {
  readonly mintLimits: MintLimits;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  readonly publicUrl: () => string;
}

/** Creates a confirmer that uses the configured mail server; undefined without a mail server. */
export function openConfirmer(parts: MailParts): Confirmer | undefined {
  const { mail, store, wall, publicUrl: baseUrl, mintLimits: limits } = parts;
  if (mail === undefined) return undefined;
  return createConfirmer({ store, mailer: createSmtpMailer(mail.url, mail.from), wall, baseUrl, limits });
}
