/** Interface of a producer's table: a module defines it and a line of `tables.ts` registers it. */

import type { Kysely, Migration } from 'kysely';
import type { Tables } from './schema.ts';

/** Market and moment of a write. */
export interface WriteAt {
  /** Market name in the store. */
  readonly timeline: string;
  /** Time of the run, epoch ms. */
  readonly asOf: number;
}

/** Log entry about rows that were not stored. */
export interface WriteWarning {
  readonly fields: object;
  readonly message: string;
}

/** Retention of rows. */
export interface Retention {
  /** SQL table and its column of epoch ms. */
  readonly from: string;
  readonly column: string;
  /** Maximum age of rows, ms. */
  readonly keptMs: number;
  /** Archive type that must contain the rows before they are deleted. */
  readonly heldBy?: 'trade_flow';
}

/**
 * Table of a producer. It may consist of several SQL tables that are updated together.
 *
 * @typeParam Rows content of one write, stored atomically, including events and states that belong to the rows.
 * @typeParam Written result of a write.
 */
export interface StoredTable<Rows, Written = unknown> {
  /** Migrations by name. Append only; never change a released migration. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** SQL tables to export, each with the order of its rows. */
  readonly exported: readonly (readonly [table: string, order: string])[];
  /** Stores rows in one transaction; idempotent after a crash. */
  write(db: Kysely<Tables>, rows: Rows, at: WriteAt): Promise<Written>;
  /** Whether a write appends events, whose readers are woken after the commit. */
  readonly appendsEvents?: boolean;
  /** Log entry about rows that a write skipped. */
  warning?(written: Written): WriteWarning | undefined;
  readonly retention?: Retention;
}
