/**
 * Slots of scheduled jobs: exactly one replica runs each slot of a job. A claim ends when its slot is finished, its lease
 * expires, or its owner is proven dead (`attendance.ts`).
 */

import { integerAtLeast } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import { attends } from './attendance.ts';
import { databaseNow } from './database-now.ts';
import type { Tables } from './schema.ts';

/** Slot claimed by an owner. */
export interface SlotClaim {
  readonly job: string;
  readonly slot: number;
  readonly owner: string;
}

export interface Slots {
  /**
   * Claims a slot. An unfinished slot can be claimed again by its owner, who knows whether it is running it, and by other
   * owners after its lease has expired or its owner is gone.
   *
   * @param owner `Store.replica`; the death of an owner with another name is known only when its lease expires.
   * @returns whether `owner` has the slot.
   */
  claim(job: string, slot: number, owner: string, now: number, leaseMs: number): Promise<boolean>;
  /** Extends the lease of a slot. @returns false when another owner has the slot. */
  extend(job: string, slot: number, owner: string, now: number, leaseMs: number): Promise<boolean>;
  /** Marks a slot as finished. @returns false when another owner has it or it was finished already. */
  finish(job: string, slot: number, owner: string, now: number): Promise<boolean>;
  /** Unfinished slots among `since`, `since + step` … `until`, oldest first. A claim decides who runs them. */
  missed(job: string, since: number, until: number, step: number): Promise<readonly number[]>;
  /** Newest finished slot; undefined before the first. */
  lastFinished(job: string): Promise<number | undefined>;
  /**
   * Deletes the slots of a job after a moment, because its clock was set back. Slots claimed since `now` stay: they belong to a
   * replica whose clock is some ms ahead, or this call is late.
   */
  rewind(job: string, after: number, now: number): Promise<void>;
  /** Deletes slots before a moment. */
  prune(before: number): Promise<void>;
}

/** Tolerance of clock differences, ms. A claim further in the future was made before the clock was set back. */
const CLOCK_ERROR_MS = 60_000;

/**
 * Creates the table of slots.
 * @param isAttended whether an owner attends, also while its connection is being reopened. Its absence proves it dead by the
 *   time another replica checks. If it lives after all, both may run the slot, but neither can store its events twice
 *   (`EventLog.append`).
 */
export function createSlots(db: Kysely<Tables>, isAttended: (owner: string) => boolean = () => false): Slots {
  return {
    claim: async (job, slot, owner, now, leaseMs) => {
      const { rows } = await sql`
        insert into slots (job, slot, owner, claimed_at, lease_until, attended)
        values (${job}, ${slot}::bigint, ${owner}, ${now}::bigint, ${now + leaseMs}::bigint, ${isAttended(owner)}::boolean)
        on conflict (job, slot) do update set
          owner = excluded.owner, claimed_at = excluded.claimed_at, lease_until = excluded.lease_until,
          attended = excluded.attended
        where slots.finished_at is null and (
          slots.lease_until <= excluded.claimed_at or slots.owner = excluded.owner
          or (slots.attended and not ${attends(sql`slots.owner`)})
        )
        returning owner`.execute(db);
      return rows.length > 0;
    },
    extend: async (job, slot, owner, now, leaseMs) => {
      const { numAffectedRows } = await sql`
        update slots set lease_until = ${now + leaseMs}::bigint
        where job = ${job} and slot = ${slot}::bigint and owner = ${owner} and finished_at is null`.execute(db);
      return numAffectedRows === 1n;
    },
    finish: async (job, slot, owner, now) => {
      const { numAffectedRows } = await sql`
        update slots set finished_at = ${now}::bigint
        where job = ${job} and slot = ${slot}::bigint and owner = ${owner} and finished_at is null`.execute(db);
      return numAffectedRows === 1n;
    },
    missed: async (job, since, until, step) => {
      integerAtLeast('step', step, 1);
      const { rows } = await sql<{ slot: number }>`
        select due.slot from generate_series(${since}::bigint, ${until}::bigint, ${step}::bigint) as due (slot)
        where not exists (
          select from slots where slots.job = ${job} and slots.slot = due.slot and slots.finished_at is not null
        )
        order by due.slot`.execute(db);
      return rows.map(({ slot }) => slot);
    },
    lastFinished: async (job) => {
      const { last } = await db
        .selectFrom('slots')
        .where('job', '=', job)
        .where('finishedAt', 'is not', null)
        .select(({ fn }) => fn.max('slot').as('last'))
        .executeTakeFirstOrThrow();
      return last ?? undefined;
    },
    rewind: async (job, after, now) => {
      await sql`
        delete from slots where job = ${job} and slot > ${after}::bigint and (
          claimed_at <= ${now}::bigint or claimed_at > ${databaseNow} + ${CLOCK_ERROR_MS}::bigint
        )`.execute(db);
    },
    prune: async (before) => {
      await db.deleteFrom('slots').where('slot', '<', before).execute();
    },
  };
}
