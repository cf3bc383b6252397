/** JSON column type for Kysely. */

import type { ColumnType } from 'kysely';

/** Parsed on read, text on write. */
export type JsonColumn = ColumnType<unknown, string, string>;
