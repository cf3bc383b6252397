/** Errors of a database that is unreachable or cannot serve. */

import { codeOf } from './connection.ts';

/**
 * SQLSTATE classes and system codes: no connection (08), shutdown or start-up (57P), out of connections, disk or memory (53),
 * disk failure (58030), read-only standby (25006).
 */
const NO_DATABASE = /^(?:08|57P|53|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
/** Driver messages for lost connections, which have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether an error means that the database is unavailable, so that the statement is worth a retry. */
export function isStoreAway(error: unknown): boolean {
  return NO_DATABASE.test(codeOf(error) ?? '') || (error instanceof Error && LOST_CONNECTION.test(error.message));
}
