/** A column of JSON, as Kysely types it. */

import type { ColumnType } from 'kysely';

/** JSON: read parsed, written as text. */
export type JsonColumn = ColumnType<unknown, string, string>;
