/** Errors of a database that is not there (any more), or cannot serve. */

import { codeOf } from './connection.ts';

/**
 * SQLSTATE classes and system codes: no connection (08), shut down or starting (57P), out of connections, disk or memory
 * (53), a disk that fails (58030), a standby that takes no writes (25006).
 */
const NO_DATABASE = /^(?:08|57P|53|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
/** Messages of the driver for lost connections, which have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether an error says that the database is away: no fault of the statement, and worth another try. */
export function isStoreAway(error: unknown): boolean {
  return NO_DATABASE.test(codeOf(error) ?? '') || (error instanceof Error && LOST_CONNECTION.test(error.message));
}
