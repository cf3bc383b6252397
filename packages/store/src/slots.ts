/**
 * Slots of scheduled jobs: exactly one replica does each slot of a job. A claim ends when its slot is finished, when its
 * lease runs out, or when its owner is proven dead (`attendance.ts`).
 */

import { integerAtLeast } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import { attends } from './attendance.ts';
import type { Tables } from './schema.ts';

/** A slot that an owner has claimed. */
export interface SlotClaim {
  readonly job: string;
  readonly slot: number;
  readonly owner: string;
}

export interface Slots {
  /**
   * Takes a slot. One that was taken and not finished can be taken again by its owner, who knows whether it is at work on
   * it, and by others once its lease has run out or its owner is gone.
   *
   * @param owner `Store.replica`; the death of an owner of another name is known by its lease alone.
   * @returns whether it is `owner`'s.
   */
  claim(job: string, slot: number, owner: string, now: number, leaseMs: number): Promise<boolean>;
  /** Keeps a slot for longer. @returns false when it is not `owner`'s any more. */
  extend(job: string, slot: number, owner: string, now: number, leaseMs: number): Promise<boolean>;
  /** Marks a slot as done. @returns false when it is not `owner`'s any more, or was done. */
  finish(job: string, slot: number, owner: string, now: number): Promise<boolean>;
  /** Of the slots `since`, `since + step` … `until` the unfinished ones, oldest first. Claiming decides. */
  missed(job: string, since: number, until: number, step: number): Promise<readonly number[]>;
  /** The newest slot that was finished; undefined before the first. */
  lastFinished(job: string): Promise<number | undefined>;
  /** Forgets the slots of a job after a moment: its clock was set back. */
  rewind(job: string, after: number): Promise<void>;
  /** Forgets slots before a moment. */
  prune(before: number): Promise<void>;
}

/**
 * @param isAttended whether an owner attends, or would but for a connection that is being made again: by the time that
 *   another one looks, its absence proves it dead. One that lives after all may run a slot beside the other, and neither
 *   can store its events twice (`EventLog.append`).
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
    rewind: async (job, after) => {
      await db.deleteFrom('slots').where('job', '=', job).where('slot', '>', after).execute();
    },
    prune: async (before) => {
      await db.deleteFrom('slots').where('slot', '<', before).execute();
    },
  };
}
