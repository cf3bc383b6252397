/** Slots of scheduled jobs: exactly one replica does each slot of a job. */

import { integerAtLeast } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export interface Slots {
  /**
   * Takes a slot. A slot that was taken and not finished can be taken again once its lease has run out.
   *
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

export function createSlots(db: Kysely<Tables>): Slots {
  return {
    claim: async (job, slot, owner, now, leaseMs) => {
      const { rows } = await sql`
        insert into slots (job, slot, owner, claimed_at, lease_until)
        values (${job}, ${slot}::bigint, ${owner}, ${now}::bigint, ${now + leaseMs}::bigint)
        on conflict (job, slot) do update set
          owner = excluded.owner, claimed_at = excluded.claimed_at, lease_until = excluded.lease_until
        where slots.finished_at is null and slots.lease_until <= excluded.claimed_at
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
