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

export interface Snapshots {
  /** Replaces the snapshot of that name and tells the other replicas. @returns false when a newer one is there. */
  publish(snapshot: StoredSnapshot): Promise<boolean>;
  latest(name: string): Promise<StoredSnapshot | undefined>;
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
    latest: async (name) => {
      const row = await db.selectFrom('snapshots').selectAll().where('name', '=', name).executeTakeFirst();
      return row === undefined ? undefined : { ...row, records: Array.isArray(row.records) ? row.records : [] };
    },
    remove: async (name) => {
      await db.deleteFrom('snapshots').where('name', '=', name).execute();
    },
  };
}
