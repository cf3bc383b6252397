/** Webhook subscriptions. Each has its own position in the event log, so deliveries need no rows. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the table. */
export const webhooks: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table webhooks (
      id text collate "C" primary key,
      account text collate "C" not null,
      url text not null,
      secret text not null,
      types text[],
      symbols text[],
      min_usd double precision not null,
      created_at bigint not null,
      last_event_id bigint not null,
      paused_because text,
      failures integer not null default 0,
      next_at bigint not null default 0,
      last_success_at bigint,
      last_failure_at bigint,
      last_error text,
      claimed_by text,
      claimed_until bigint not null default 0
    )`.execute(db);
    await sql`create index webhooks_account on webhooks (account)`.execute(db);
  },
};
