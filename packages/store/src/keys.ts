/** API keys: who may call. Keys themselves are never here, only their SHA-256. */

import { err, ok, type Result } from '@barograph/core';
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { CHANNELS } from './listener.ts';
import { LOCKS, underLock } from './locks.ts';
import type { KeysTable, Tables, Tier } from './schema.ts';

export type KeyRecord = Readonly<Selectable<KeysTable>>;

/** After a key was revoked, its address cannot have a new one for this long. */
export const COOLDOWN_MS: number = 7 * 86_400_000;

export interface NewKey {
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly prefix: string;
  /** null for a key that was bought without an address: no cooldown can apply. */
  readonly email: string | null;
  readonly tier: Tier;
  readonly tierExpiresAt?: number | null;
}

/** Limit of rotations of an account. */
export interface RotationLimitConfig {
  readonly version: `rotation-limit/${string}`;
  /** Rotations of an account. */
  readonly most: number;
  /** Within this time, ms. */
  readonly within: number;
}

/** A changed number is a new constant. */
export const ROTATION_LIMIT_V1: RotationLimitConfig = Object.freeze({
  version: 'rotation-limit/1',
  most: 10,
  within: 86_400_000,
});

/** Reason that a key was not replaced: it is not live, or its account had its rotations; `until` when there is room again. */
export type Unrotated = { readonly code: 'unknown' } | { readonly code: 'limited'; readonly until: number };

/** Too soon after a revocation; from `until` on a key can be made. */
export interface Cooldown {
  readonly code: 'cooldown';
  readonly until: number;
}

export interface Keys {
  /** Whether an address may have a new key at `now`. @param network the client network that asks. */
  canCreate(email: string, now: number, network?: string): Promise<Result<void, Cooldown>>;
  create(key: NewKey, now: number, network?: string): Promise<Result<KeyRecord, Cooldown>>;
  /** The live key of that hash; undefined when there is none, or it was revoked or replaced. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /** Live keys, oldest first; with `isAll` also those that were revoked or replaced. */
  list(of?: { readonly isAll?: boolean }): Promise<readonly KeyRecord[]>;
  /**
   * Replaces a live key: the new one has its address, tier, confirmation and account, and with the account what was
   * used; the old one is invalid from the same instant. Of two rotations at once one wins.
   */
  rotate(
    id: string,
    next: Pick<NewKey, 'hash' | 'prefix'>,
    now: number,
    limit?: RotationLimitConfig,
  ): Promise<Result<KeyRecord, Unrotated>>;
  /**
   * Ends a key for good and starts a cooldown: of its address when that was confirmed, else of its address for the client
   * network that revoked it. An unconfirmed key proves nothing: its maker may be a stranger to the address.
   *
   * @returns false when it was not live.
   */
  revoke(id: string, now: number, network?: string): Promise<boolean>;
  setTier(id: string, tier: Tier, expiresAt: number | null): Promise<KeyRecord | undefined>;
}

/** One form of an address for comparison: without surrounding space, in lower case, composed. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Account that a call of the key counts for: that of every key of its line of rotations. */
export function accountOf({ accountId, id }: Pick<KeyRecord, 'accountId' | 'id'>): string {
  return accountId ?? id;
}

/** Notifies other replicas to drop a key from their caches. */
export async function announceKey(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${CHANNELS.keys}, ${id})`.execute(db);
}

/** The row of a key that is made now: nothing was confirmed, nothing has ended. */
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
    // A replaced key was not given up: its successor counts.
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
  // One key of an account is live, and its row is locked: nobody else rotates the account now.
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
  // The link that was mailed goes on working, on the new key; it cannot stand in two rows.
  await transaction
    .updateTable('keys')
    .set({ confirmHash: null, revokedAt: now, accountId })
    .where('id', '=', id)
    .execute();
  const successor: KeyRecord = { ...old, ...next, id: randomUUID(), createdAt: now, accountId };
  await transaction.insertInto('keys').values(successor).execute();
  await transaction.updateTable('keys').set({ replacedBy: successor.id }).where('id', '=', id).execute();
  await announceKey(transaction, id);
  return ok(successor);
}

export function createKeys(db: Kysely<Tables>): Keys {
  return {
    canCreate: async (email, now, network) => cooldownOf(db, normaliseEmail(email), now, network),
    create: async ({ email: given, tierExpiresAt = null, ...key }, now, network) => {
      const email = given === null ? null : normaliseEmail(given);
      // Under the address's lock, so that a revocation at the same time is either seen or comes after.
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
    rotate: async (id, next, now, limit = ROTATION_LIMIT_V1) =>
      db.transaction().execute(async (transaction) => replace(transaction, id, next, now, limit)),
    revoke: async (id, now, network) => {
      const found = await db.selectFrom('keys').select('email').where('id', '=', id).executeTakeFirst();
      if (found === undefined) return false;
      return underLock(db, LOCKS.email, found.email ?? '', async (transaction) => {
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
        await announceKey(transaction, id);
        return numUpdatedRows > 0n;
      });
    },
    setTier: async (id, tier, expiresAt) => {
      const changed = await db
        .updateTable('keys')
        .set({ tier, tierExpiresAt: expiresAt })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (changed !== undefined) await announceKey(db, id);
      return changed;
    },
  };
}
