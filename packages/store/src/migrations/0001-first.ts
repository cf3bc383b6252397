/**
 * The first tables.
 *
 * Published text is `json`, not `jsonb`: it is returned exactly as stored (including the order of fields), and no query
 * reads inside. Observations compare values, so they are `jsonb`. Names that are compared or ordered use the "C" collation,
 * so that servers with different locales agree.
 */

import { sql, type Kysely, type Migration } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table keys (
    id text primary key,
    hash text not null unique,
    prefix text not null,
    email text,
    tier text not null,
    tier_expires_at bigint,
    email_verified_at bigint,
    confirm_hash text unique,
    confirm_expires_at bigint,
    last_confirmation_sent_at bigint,
    created_at bigint not null,
    revoked_at bigint,
    replaced_by text references keys (id) deferrable initially deferred
  )`,
  `create index keys_email on keys (email) where email is not null`,
  `create table usage (
    key_id text not null,
    day integer not null,
    count integer not null,
    minute integer not null,
    minute_count integer not null,
    primary key (key_id, day)
  )`,
  `create index usage_day on usage (day)`,
  `create table event_counter (one boolean primary key default true check (one), last_id bigint not null)`,
  `insert into event_counter (last_id) values (0)`,
  `create table events (
    id bigint primary key,
    ts bigint not null,
    recv_ts bigint not null,
    type text not null,
    venue text,
    symbol text,
    usd double precision,
    payload json not null
  )`,
  `create index events_ts on events (ts)`,
  `create table snapshots (
    name text primary key,
    as_of bigint not null,
    version text not null,
    head json not null,
    records json not null
  )`,
  `create table engine_state (
    engine text not null,
    scope text collate "C" not null,
    config_version text not null,
    as_of bigint not null,
    state json not null,
    primary key (engine, config_version, scope)
  )`,
  `create table observations (
    series text not null,
    key text collate "C" not null,
    valid_time bigint not null,
    revision integer not null,
    known_at bigint not null,
    value jsonb not null,
    source text not null,
    primary key (series, key, valid_time, revision)
  )`,
  `create table archives (
    type text not null,
    date text collate "C" not null,
    file text collate "C" not null,
    sha256 text not null,
    bytes bigint not null,
    rows bigint not null,
    primary key (type, date, file)
  )`,
  `create table slots (
    job text not null,
    slot bigint not null,
    owner text not null,
    claimed_at bigint not null,
    lease_until bigint not null,
    finished_at bigint,
    primary key (job, slot)
  )`,
  `create table leases (
    scope text not null,
    holder text not null,
    expires_at bigint not null,
    primary key (scope, holder)
  )`,
];

/** Creates every table of the first version. */
export const first: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
