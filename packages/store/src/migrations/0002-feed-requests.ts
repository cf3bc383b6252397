/**
 * Market data requests of replicas to the leader, and its answers. Rows live for a minute, so the table is unlogged and not
 * exported.
 */

import { sql, type Kysely, type Migration } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create unlogged table feed_requests (
    key text primary key,
    timeline text not null,
    source text not null,
    feed text not null,
    query bytea not null,
    as_of bigint not null,
    expires_at bigint not null,
    claimed_by text,
    claimed_until bigint not null default 0,
    answer bytea,
    is_final boolean not null default false
  )`,
  `create index feed_requests_open on feed_requests (timeline) where answer is null`,
  `create index feed_requests_expiry on feed_requests (expires_at)`,
];

/** Creates the table of relayed requests. */
export const feedRequests: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
