/** Current time by the database clock, immune to delays of the caller. */

import { sql, type RawBuilder } from 'kysely';

/** Time at which the statement evaluates it, epoch ms. */
export const databaseNow: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
