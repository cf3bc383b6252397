/** API keys. Only the SHA-256 of a key is stored. */

import { err, ok, type Result } from '@barograph/core';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { LOCKS, underLock } from './locks.ts';
import type { KeysTable, Tables, Tier } from './schema.ts';
import type { Wake } from './wake-ups.ts';

export type KeyRecord = Readonly<Selectable<KeysTable>>;

/** Cooldown of an address after a revocation, ms. */
export const COOLDOWN_MS: number = 7 * 86_400_000;

export interface NewKey {
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly prefix: string;
  /** null for a key bought without an address; no cooldown applies to it. */
  readonly email: string | null;
  readonly tier: Tier;
  readonly tierExpiresAt?: number | null;
}

/** Limit of rotations per account. */
export interface RotationLimitConfig {
  readonly version: `rotation-limit/${string}`;
  /** Rotations per account within the window. */
  readonly most: number;
  /** Window, ms. */
  readonly within: number;
}

/** A changed number is a new constant. */
export const ROTATION_LIMIT_V1: RotationLimitConfig = Object.freeze({
  version: 'rotation-limit/1',
  most: 10,
  within: 86_400_000,
});

/** Reason for a refused rotation: the key is not live, or its account reached the limit; `until` is the next free moment, epoch ms. */
export type Unrotated = { readonly code: 'unknown' } | { readonly code: 'limited'; readonly until: number };

/** Refused because of a recent revocation; a key can be created after `until`, epoch ms. */
export interface Cooldown {
  readonly code: 'cooldown';
  readonly until: number;
}

export interface Keys {
  /** Whether an address may have a new key at `now`. @param network client network of the request. */
  canCreate(email: string, now: number, network?: string): Promise<Result<void, Cooldown>>;
  create(key: NewKey, now: number, network?: string): Promise<Result<KeyRecord, Cooldown>>;
  /** Live key with the given hash; undefined when there is no such key, or it was revoked or replaced. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /** Live keys, oldest first; with `isAll` also revoked and replaced ones. */
  list(filter?: { readonly isAll?: boolean }): Promise<readonly KeyRecord[]>;
  /**
   * Replaces a live key. The new key inherits address, tier, confirmation and account, and with the account its usage. The old
   * key is invalid from the same instant. Only one of two concurrent rotations succeeds.
   */
  rotate(
    id: string,
    next: Pick<NewKey, 'hash' | 'prefix'>,
    now: number,
    limit?: RotationLimitConfig,
  ): Promise<Result<KeyRecord, Unrotated>>;
  /**
   * Revokes a key and starts a cooldown: for the address when it was confirmed, otherwise for the pair of address and revoking
   * client network. An unconfirmed key proves nothing, because its creator may not own the address.
   *
   * @returns false when the key was not live.
   */
  revoke(id: string, now: number, network?: string): Promise<boolean>;
  setTier(id: string, tier: Tier, expiresAt: number | null): Promise<KeyRecord | undefined>;
}

/** Normalises an address for comparison: trimmed, lower case, Unicode NFC. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Account that calls of the key count for, shared by all keys of its rotations. */
export function accountOf({ accountId, id }: Pick<KeyRecord, 'accountId' | 'id'>): string {
  return accountId ?? id;
}

/** Longest wait of a change for its announcement, ms. A replica that misses it accepts the key for up to 30 s. */
const ANNOUNCED_MS = 2000;

/** Makes other replicas drop a key from their caches. Resolves when the wake-up was sent, or after {@link ANNOUNCED_MS}. */
export async function announceKey(wake: Wake, id: string): Promise<void> {
  await Promise.race([wake('keys', id), wait(ANNOUNCED_MS, undefined, { ref: false })]);
}

/** Row of a new key: unconfirmed and live. */
export function freshKey({ tierExpiresAt = null, ...key }: NewKey, now: number): KeyRecord {
  const id = randomUUID();
  return {
    ...key,
    id,
    accountId: id,
    tierExpiresAt,
    createdAt: now,
    emailVerifiedAt: null,
    confirmHash: null,
    confirmExpiresAt: null,
    lastConfirmationSentAt: null,
    revokedAt: null,
    replacedBy: null,
    revokedNetwork: null,
  };
}

async function cooldownOf(
  db: Kysely<Tables>,
  email: string | null,
  now: number,
  network: string | undefined,
): Promise<Result<void, Cooldown>> {
  if (email === null) return ok(undefined);
  const { last } = await db
    .selectFrom('keys')
    .where('email', '=', email)
    // A replaced key was not revoked; its successor counts.
    .where('replacedBy', 'is', null)
    .where((eb) =>
      network === undefined
        ? eb('emailVerifiedAt', 'is not', null)
        : eb.or([eb('emailVerifiedAt', 'is not', null), eb('revokedNetwork', '=', network)]),
    )
    .select(({ fn }) => fn.max('revokedAt').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null || now >= last + COOLDOWN_MS) return ok(undefined);
  return err({ code: 'cooldown', until: last + COOLDOWN_MS });
}

async function replace(
  transaction: Transaction<Tables>,
  id: string,
  next: Pick<NewKey, 'hash' | 'prefix'>,
  now: number,
  limit: RotationLimitConfig,
): Promise<Result<KeyRecord, Unrotated>> {
  const old = await transaction
    .selectFrom('keys')
    .selectAll()
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (old === undefined) return err({ code: 'unknown' });
  // Only one key of an account is live and its row is locked, so no other rotation of the account runs now.
  const accountId = accountOf(old);
  const recent = await transaction
    .selectFrom('keys')
    .select('revokedAt')
    .where('accountId', '=', accountId)
    .where('replacedBy', 'is not', null)
    .where('revokedAt', '>', now - limit.within)
    .orderBy('revokedAt', 'desc')
    .limit(limit.most)
    .execute();
  const oldest = recent.length < limit.most ? undefined : recent.at(-1)?.revokedAt;
  if (typeof oldest === 'number') return err({ code: 'limited', until: oldest + limit.within });
  // The mailed link moves to the new key; the column is unique.
  await transaction
    .updateTable('keys')
    .set({ confirmHash: null, revokedAt: now, accountId })
    .where('id', '=', id)
    .execute();
  const successor: KeyRecord = { ...old, ...next, id: randomUUID(), createdAt: now, accountId };
  await transaction.insertInto('keys').values(successor).execute();
  await transaction.updateTable('keys').set({ replacedBy: successor.id }).where('id', '=', id).execute();
  return ok(successor);
}

/** Creates the table of API keys. */
export function createKeys(db: Kysely<Tables>, wake: Wake): Keys {
  return {
    canCreate: async (email, now, network) => cooldownOf(db, normaliseEmail(email), now, network),
    create: async ({ email: given, tierExpiresAt = null, ...key }, now, network) => {
      const email = given === null ? null : normaliseEmail(given);
      // Under the lock of the address, so that a concurrent revocation is either visible or comes later.
      return underLock(db, LOCKS.email, email ?? '', async (transaction) => {
        const allowed = await cooldownOf(transaction, email, now, network);
        if (!allowed.ok) return allowed;
        const values = freshKey({ ...key, email, tierExpiresAt }, now);
        await transaction.insertInto('keys').values(values).execute();
        return ok(values);
      });
    },
    findByHash: async (hash) =>
      db.selectFrom('keys').selectAll().where('hash', '=', hash).where('revokedAt', 'is', null).executeTakeFirst(),
    findById: async (id) => db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst(),
    list: async ({ isAll = false } = {}) => {
      const all = db.selectFrom('keys').selectAll().orderBy('createdAt').orderBy('id');
      return (isAll ? all : all.where('revokedAt', 'is', null)).execute();
    },
    rotate: async (id, next, now, limit = ROTATION_LIMIT_V1) => {
      const rotated = await db.transaction().execute(async (transaction) => replace(transaction, id, next, now, limit));
      if (rotated.ok) await announceKey(wake, id);
      return rotated;
    },
    revoke: async (id, now, network) => {
      const found = await db.selectFrom('keys').select('email').where('id', '=', id).executeTakeFirst();
      if (found === undefined) return false;
      const isRevoked = await underLock(db, LOCKS.email, found.email ?? '', async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('keys')
          .set(({ eb }) => ({
            revokedAt: now,
            revokedNetwork: eb
              .case()
              .when('emailVerifiedAt', 'is', null)
              .then(network ?? null)
              .else(null)
              .end(),
          }))
          .where('id', '=', id)
          .where('revokedAt', 'is', null)
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      });
      // Also for a revoked key: a caller repeats a revocation whose response was lost.
      await announceKey(wake, id);
      return isRevoked;
    },
    setTier: async (id, tier, expiresAt) => {
      const changed = await db
        .updateTable('keys')
        .set({ tier, tierExpiresAt: expiresAt })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (changed !== undefined) await announceKey(wake, id);
      return changed;
    },
  };
}
