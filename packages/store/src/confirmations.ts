/** Confirmation of an address: the mailed link, and the limit on mails. */

import { err, ok, type Result } from '@barograph/core';
import type { Kysely } from 'kysely';
import { announceKey, type KeyRecord } from './keys.ts';
import type { Tables, Tier } from './schema.ts';
import type { Wake } from './wake-ups.ts';

/** Minimum interval between mails per key, ms. */
export const RESEND_MS: number = 10 * 60_000;

/** Claim of a link in a mail: the SHA-256 of its token, and its expiry. */
export interface Link {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Bonus of a confirmation, for a key without a better tier. */
export interface Bonus {
  readonly tier: Tier;
  readonly expiresAt: number;
}

export type Unsent =
  | { readonly code: 'throttled'; readonly until: number }
  | { readonly code: 'already_verified' }
  | { readonly code: 'unknown' };

export interface Confirmed {
  readonly key: KeyRecord;
  /** False when the link was used before. */
  readonly first: boolean;
}

export interface Confirmations {
  /** Reserves a mail now, at most one per 10 minutes even for concurrent calls. Only the newest link is valid. */
  markSent(id: string, link: Link, now: number): Promise<Result<KeyRecord, Unsent>>;
  /**
   * Returns the reservation when no mail was sent.
   *
   * @param before previous link, which becomes valid again; null without one.
   */
  unmarkSent(id: string, sentAt: number, before: Link | null): Promise<void>;
  /** Confirms the address of the link's key. A second use succeeds and changes nothing. */
  confirm(hash: string, bonus: Bonus, now: number): Promise<Result<Confirmed, 'expired' | 'unknown'>>;
}

/** {@link Confirmations.markSent} within the caller's transaction. */
export async function markSent(
  db: Kysely<Tables>,
  ...[id, { hash, expiresAt }, now]: Parameters<Confirmations['markSent']>
): ReturnType<Confirmations['markSent']> {
  const marked = await db
    .updateTable('keys')
    .set({ confirmHash: hash, confirmExpiresAt: expiresAt, lastConfirmationSentAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('emailVerifiedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('lastConfirmationSentAt', 'is', null), eb('lastConfirmationSentAt', '<=', now - RESEND_MS)]),
    )
    .returningAll()
    .executeTakeFirst();
  if (marked !== undefined) return ok(marked);
  const key = await db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (key === undefined || key.revokedAt !== null) return err({ code: 'unknown' });
  if (key.emailVerifiedAt !== null) return err({ code: 'already_verified' });
  return err({ code: 'throttled', until: (key.lastConfirmationSentAt ?? now) + RESEND_MS });
}

/** Creates the table of confirmations. */
export function createConfirmations(db: Kysely<Tables>, wake: Wake): Confirmations {
  return {
    markSent: async (id, link, now) => markSent(db, id, link, now),
    unmarkSent: async (id, sentAt, before) => {
      await db
        .updateTable('keys')
        .set({
          lastConfirmationSentAt: null,
          confirmHash: before?.hash ?? null,
          confirmExpiresAt: before?.expiresAt ?? null,
        })
        .where('id', '=', id)
        .where('lastConfirmationSentAt', '=', sentAt)
        .execute();
    },
    confirm: async (hash, bonus, now) => {
      const key = await db
        .updateTable('keys')
        .set(({ eb }) => {
          const hasNoTier = eb.or([eb('tier', '=', 'free'), eb('tierExpiresAt', '<=', now)]);
          return {
            emailVerifiedAt: now,
            tier: eb.case().when(hasNoTier).then(bonus.tier).else(eb.ref('tier')).end(),
            tierExpiresAt: eb.case().when(hasNoTier).then(bonus.expiresAt).else(eb.ref('tierExpiresAt')).end(),
          };
        })
        .where('confirmHash', '=', hash)
        .where('confirmExpiresAt', '>', now)
        .where('emailVerifiedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (key !== undefined) {
        await announceKey(wake, key.id);
        return ok({ key, first: true });
      }
      const known = await db.selectFrom('keys').selectAll().where('confirmHash', '=', hash).executeTakeFirst();
      if (known === undefined || known.revokedAt !== null) return err('unknown');
      return known.emailVerifiedAt === null ? err('expired') : ok({ key: known, first: false });
    },
  };
}
