/** The newest published state of each engine, for replicas that did not compute it. */

import { sql, type Kysely } from 'kysely';
import { CHANNELS } from './listener.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

export interface StoredSnapshot {
  readonly name: string;
  /** The moment that the values speak of, epoch ms. */
  readonly asOf: number;
  /** The version of what computed it. */
  readonly version: string;
  readonly head: unknown;
  readonly records: readonly unknown[];
}

/** A snapshot as the database holds it: nothing of head and records is checked. */
export interface ReadSnapshot extends Omit<StoredSnapshot, 'records'> {
  readonly records: unknown;
  /** Changes with every change of the row. */
  readonly revision: string;
}

export interface Snapshots {
  /** Replaces the snapshot of that name and tells the other replicas. @returns false when a newer one is there. */
  publish(snapshot: StoredSnapshot): Promise<boolean>;
  latest(name: string): Promise<ReadSnapshot | undefined>;
  /**
   * Moves a row to the name `aside/<name>`, where the last one that was set aside stays for a look.
   *
   * @returns false when the row was replaced or moved since it was read.
   */
  setAside(read: ReadSnapshot): Promise<boolean>;
  /** Forgets a snapshot: the way back in time, for a replay that starts again. */
  remove(name: string): Promise<void>;
}

export function createSnapshots(db: Kysely<Tables>): Snapshots {
  return {
    publish: async ({ name, asOf, version, head, records }) => {
      const { rows } = await sql`
        with published as (
          insert into snapshots (name, as_of, version, head, records)
          values (${name}, ${asOf}::bigint, ${version}, ${jsonText(head)}::json, ${jsonText(records)}::json)
          on conflict (name) do update set
            as_of = excluded.as_of, version = excluded.version, head = excluded.head, records = excluded.records
          where snapshots.as_of <= excluded.as_of
          returning name
        )
        select pg_notify(${CHANNELS.snapshots}, name) from published`.execute(db);
      return rows.length > 0;
    },
    latest: async (name) =>
      db
        .selectFrom('snapshots')
        .selectAll()
        .select(sql<string>`xmin::text`.as('revision'))
        .where('name', '=', name)
        .executeTakeFirst(),
    setAside: async ({ name, revision }) =>
      db.transaction().execute(async (transaction) => {
        const aside = `aside/${name}`;
        const { rows } =
          await sql`select from snapshots where name = ${name} and xmin::text = ${revision} for update`.execute(
            transaction,
          );
        if (rows.length === 0) return false;
        await transaction.deleteFrom('snapshots').where('name', '=', aside).execute();
        await transaction.updateTable('snapshots').set({ name: aside }).where('name', '=', name).execute();
        return true;
      }),
    remove: async (name) => {
      await db.deleteFrom('snapshots').where('name', '=', name).execute();
    },
  };
}
