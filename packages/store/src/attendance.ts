/**
 * Attendance of a replica: its listening connection holds a lock while the process lives. The database releases the lock with
 * the connection, so the claims of a dead replica are free at once.
 */

import { sql, type RawBuilder } from 'kysely';
import { LOCKS } from './locks.ts';

/** SQL that makes a connection attend for a replica. The lock is shared, because the replica's old connection may still be open. */
export function attendSql(replica: string): string {
  return `select pg_advisory_lock_shared(${LOCKS.replica}, hashtext('${replica.replaceAll("'", "''")}'))`;
}

/**
 * SQL that makes the server close a connection whose machine is gone (power, network) after a minute. A process that dies closes
 * its connection by itself.
 */
export const DEAD_PEER_SQL =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

/** SQL that is true while any connection to this database attends for a replica. */
export function attends(replica: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${sql.lit(LOCKS.replica)}::oid and objid = hashtext(${replica})::oid and objsubid = 2
  )`;
}
