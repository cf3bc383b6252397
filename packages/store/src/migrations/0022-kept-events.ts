/** Change events that outlive the log, and the state of webhook rules per symbol. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the table and the column. `sent_ts` of 0021 is no longer written; a cool-down that it began stays valid. */
export const keptEvents: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table kept_events (
      id bigint primary key,
      ts bigint not null,
      recv_ts bigint not null,
      type text not null,
      venue text,
      symbol text,
      usd double precision,
      payload json not null
    )`.execute(db);
    await sql`alter table webhooks add column marks json`.execute(db);
  },
};
