/**
 * Attendance of a replica: a lock that its listening connection holds for as long as the process lives. The database
 * drops it with the connection, so that what a dead replica had in hand is known to be nobody's at once.
 */

import { sql, type RawBuilder } from 'kysely';
import { LOCKS } from './locks.ts';

/** SQL by which a connection attends for a replica. Shared: the old connection of a replica may not be gone yet. */
export function attendSql(replica: string): string {
  return `select pg_advisory_lock_shared(${LOCKS.replica}, hashtext('${replica.replaceAll("'", "''")}'))`;
}

/** SQL that is true while a connection to this database attends for a replica. */
export function attends(replica: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${sql.lit(LOCKS.replica)}::oid and objid = hashtext(${replica})::oid and objsubid = 2
  )`;
}
