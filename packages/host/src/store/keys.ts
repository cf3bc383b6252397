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

/** Too soon after a revocation; from `until` on a key can be made. */
export interface Cooldown {
  readonly code: 'cooldown';
  readonly until: number;
}

export interface Keys {
  /** Whether an address may have a new key at `now`. */
  canCreate(email: string, now: number): Promise<Result<void, Cooldown>>;
  create(key: NewKey, now: number): Promise<Result<KeyRecord, Cooldown>>;
  /** The live key of that hash; undefined when there is none, or it was revoked or replaced. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /**
   * Replaces a live key: the new one has its address, tier, confirmation and what it used today, and the old one is
   * invalid from the same instant. Of two rotations at once one wins. @returns undefined when the key is not live.
   */
  rotate(id: string, next: Pick<NewKey, 'hash' | 'prefix'>, now: number): Promise<KeyRecord | undefined>;
  /** Ends a key for good and starts the cooldown of its address. @returns false when it was not live. */
  revoke(id: string, now: number): Promise<boolean>;
  setTier(id: string, tier: Tier, expiresAt: number | null): Promise<KeyRecord | undefined>;
}

/** One form of an address for comparison: without surrounding space, in lower case, composed. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

const DAY_MS = 86_400_000;

/** Notifies other replicas to drop a key from their caches. */
export async function announceKey(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`select pg_notify(${CHANNELS.keys}, ${id})`.execute(db);
}

async function cooldownOf(db: Kysely<Tables>, email: string | null, now: number): Promise<Result<void, Cooldown>> {
  if (email === null) return ok(undefined);
  const { last } = await db
    .selectFrom('keys')
    .where('email', '=', email)
    // A replaced key was not given up: its successor counts.
    .where('replacedBy', 'is', null)
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
): Promise<KeyRecord | undefined> {
  const old = await transaction
    .selectFrom('keys')
    .selectAll()
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (old === undefined) return undefined;
  // The link that was mailed goes on working, on the new key; it cannot stand in two rows.
  await transaction.updateTable('keys').set({ confirmHash: null, revokedAt: now }).where('id', '=', id).execute();
  const successor: KeyRecord = { ...old, ...next, id: randomUUID(), createdAt: now };
  await transaction.insertInto('keys').values(successor).execute();
  await transaction.updateTable('keys').set({ replacedBy: successor.id }).where('id', '=', id).execute();
  // Otherwise every rotation would be a fresh allowance.
  await sql`insert into usage (key_id, day, count, minute, minute_count)
    select ${successor.id}, day, count, minute, minute_count from usage
    where key_id = ${id} and day >= ${Math.floor(now / DAY_MS)}::int`.execute(transaction);
  await announceKey(transaction, id);
  return successor;
}

export function createKeys(db: Kysely<Tables>): Keys {
  return {
    canCreate: async (email, now) => cooldownOf(db, normaliseEmail(email), now),
    create: async ({ email: given, tierExpiresAt = null, ...key }, now) => {
      const email = given === null ? null : normaliseEmail(given);
      // Under the address's lock, so that a revocation at the same time is either seen or comes after.
      return underLock(db, LOCKS.email, email ?? '', async (transaction) => {
        const allowed = await cooldownOf(transaction, email, now);
        if (!allowed.ok) return allowed;
        const unset = {
          emailVerifiedAt: null,
          confirmHash: null,
          confirmExpiresAt: null,
          lastConfirmationSentAt: null,
        };
        const record = { ...key, ...unset, id: randomUUID(), email, tierExpiresAt, createdAt: now, revokedAt: null };
        const values: KeyRecord = { ...record, replacedBy: null };
        await transaction.insertInto('keys').values(values).execute();
        return ok(values);
      });
    },
    findByHash: async (hash) =>
      db.selectFrom('keys').selectAll().where('hash', '=', hash).where('revokedAt', 'is', null).executeTakeFirst(),
    findById: async (id) => db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst(),
    rotate: async (id, next, now) => db.transaction().execute(async (t) => replace(t, id, next, now)),
    revoke: async (id, now) => {
      const found = await db.selectFrom('keys').select('email').where('id', '=', id).executeTakeFirst();
      if (found === undefined) return false;
      return underLock(db, LOCKS.email, found.email ?? '', async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('keys')
          .set({ revokedAt: now })
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
