/** News: qualified events, hourly counts of the funnel, status of the sources, and market reactions. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const news: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table news_items (
      timeline text collate "C" not null,
      id text collate "C" not null,
      revision integer not null check (revision >= 1),
      symbol text collate "C" not null,
      published bigint not null,
      known_at bigint not null,
      impact double precision not null,
      body json not null,
      primary key (timeline, id, revision)
    )`.execute(db);
    await sql`create index news_items_published on news_items (timeline, published, id, revision)`.execute(db);
    await sql`create index news_items_of_symbol on news_items (timeline, symbol, published)`.execute(db);
    await sql`create table news_hours (
      timeline text collate "C" not null,
      hour bigint not null,
      ingested integer not null,
      dropped_noise integer not null check (dropped_noise >= 0),
      dropped_no_catalyst integer not null check (dropped_no_catalyst >= 0),
      dropped_no_entity integer not null check (dropped_no_entity >= 0),
      dropped_below_threshold integer not null check (dropped_below_threshold >= 0),
      qualified integer not null check (qualified >= 0),
      coverage json not null,
      primary key (timeline, hour),
      check (ingested = dropped_noise + dropped_no_catalyst + dropped_no_entity + dropped_below_threshold + qualified)
    )`.execute(db);
    await sql`create table news_sources (
      timeline text collate "C" not null,
      name text collate "C" not null,
      seen_at bigint not null,
      last_success_at bigint,
      last_error_at bigint,
      last_error text,
      about json not null,
      run text not null,
      of_run json not null,
      before_run json not null,
      primary key (timeline, name)
    )`.execute(db);
    await sql`create table news_responses (
      timeline text collate "C" not null,
      id text collate "C" not null,
      symbol text collate "C" not null,
      horizon text collate "C" not null,
      known_at bigint not null,
      body json not null,
      primary key (timeline, id, symbol, horizon)
    )`.execute(db);
  },
};
