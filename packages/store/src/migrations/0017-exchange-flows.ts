/** Large transfers to and from exchanges, and the cursor of the chain reader; both change together. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const exchangeFlows: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table transfer_cursors (
      timeline text collate "C" primary key,
      cursor text not null,
      since bigint not null,
      until bigint not null
    )`.execute(db);
    await sql`create table exchange_flows (
      timeline text collate "C" not null,
      id text collate "C" not null,
      chain text collate "C" not null,
      block bigint,
      time bigint not null,
      symbol text collate "C" not null,
      direction text collate "C" not null,
      exchange text collate "C" not null,
      counterparty text collate "C",
      amount double precision not null,
      usd double precision not null,
      known_at bigint not null,
      withdrawn_at bigint,
      primary key (timeline, id)
    )`.execute(db);
    await sql`create index exchange_flows_time on exchange_flows (timeline, time)`.execute(db);
  },
};
