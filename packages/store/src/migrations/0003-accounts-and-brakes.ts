/**
 * Accounts and brakes. An account is a key with all its rotations, and usage belongs to the account, so that a rotation is no
 * fresh allowance. Brakes limit what unknown clients may do. Replicas of the previous version keep working: columns and a
 * table are added, and are null in their rows.
 */

import { sql, type Kysely, type Migration } from 'kysely';

const STATEMENTS: readonly string[] = [
  `alter table keys add column account_id text, add column revoked_network text`,
  `with recursive line (id, account) as (
    select id, id from keys where not exists (select from keys p where p.replaced_by = keys.id)
    union all
    select p.replaced_by, line.account from line join keys p on p.id = line.id where p.replaced_by is not null
  )
  update keys set account_id = line.account from line where keys.id = line.id`,
  `create index keys_account on keys (account_id)`,
  // A rotation copied the day's counts to the new key, so the largest count of an account is the right one.
  `insert into usage (key_id, day, count, minute, minute_count)
  select distinct on (keys.account_id, u.day) keys.account_id, u.day, u.count, u.minute, u.minute_count
  from usage u join keys on keys.id = u.key_id
  order by keys.account_id, u.day, u.count desc, u.minute desc
  on conflict (key_id, day) do update
    set count = excluded.count, minute = excluded.minute, minute_count = excluded.minute_count`,
  `create table brakes (
    scope text collate "C" not null,
    ends_at bigint not null,
    count integer not null,
    primary key (scope, ends_at)
  )`,
  `create index brakes_end on brakes (ends_at)`,
];

/** Adds accounts to keys, and brakes. */
export const accountsAndBrakes: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
