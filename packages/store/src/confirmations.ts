/** Confirming an address: the link that was mailed, and how often one may be mailed. */

import { err, ok, type Result } from '@barograph/core';
import type { Kysely } from 'kysely';
import { announceKey, type KeyRecord } from './keys.ts';
import type { Tables, Tier } from './schema.ts';

/** At most one mail per key in this time. */
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
  /** False when the link had done its work before. */
  readonly first: boolean;
}

export interface Confirmations {
  /** Takes the right to mail a link now, once in 10 minutes even when two ask at once. The newest link is the valid one. */
  markSent(id: string, link: Link, now: number): Promise<Result<KeyRecord, Unsent>>;
  /**
   * Gives the right back when no mail left.
   *
   * @param before the link that was mailed last, which stays valid; null without one.
   */
  unmarkSent(id: string, sentAt: number, before: Link | null): Promise<void>;
  /** Confirms the address of the link's key. A second use changes nothing and succeeds. */
  confirm(hash: string, bonus: Bonus, now: number): Promise<Result<Confirmed, 'expired' | 'unknown'>>;
}

export function createConfirmations(db: Kysely<Tables>): Confirmations {
  return {
    markSent: async (id, { hash, expiresAt }, now) => {
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
    },
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
        await announceKey(db, key.id);
        return ok({ key, first: true });
      }
      const known = await db.selectFrom('keys').selectAll().where('confirmHash', '=', hash).executeTakeFirst();
      if (known === undefined || known.revokedAt !== null) return err('unknown');
      return known.emailVerifiedAt === null ? err('expired') : ok({ key: known, first: false });
    },
  };
}
