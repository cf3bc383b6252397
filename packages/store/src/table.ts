/** The shape of a table that producers write: everything of it is one module, and a line of `tables.ts`. */

import type { Kysely, Migration } from 'kysely';
import type { Tables } from './schema.ts';

/** Market and moment of a write. */
export interface WriteAt {
  /** Names the market in the store. */
  readonly timeline: string;
  /** Moment of the run, epoch ms. */
  readonly asOf: number;
}

/** A line of the log about rows that were not stored. */
export interface WriteWarning {
  readonly fields: object;
  readonly message: string;
}

/** Rows that are forgotten with time. */
export interface Retention {
  /** SQL table, and its column of epoch ms. */
  readonly from: string;
  readonly column: string;
  /** Age up to which rows stay, ms. */
  readonly keptMs: number;
  /** Archive files that rows wait for: none is forgotten before it is in one. */
  readonly heldBy?: 'trade_flow';
}

/**
 * A table that producers write. It may be several tables of SQL that move on together.
 *
 * @typeParam Rows what one write stores: all of it or nothing. Events and states that must not part from the rows are a part of them.
 * @typeParam Written what a write reports.
 */
export interface StoredTable<Rows, Written = unknown> {
  /** Migrations by their names. Append; never change one that was released. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** SQL tables of an export, each with the order of its rows. */
  readonly exported: readonly (readonly [table: string, order: string])[];
  /** Stores rows in one transaction. Repeating it after a crash changes nothing. */
  write(db: Kysely<Tables>, rows: Rows, at: WriteAt): Promise<Written>;
  /** A line for the log about rows that a write left out. */
  warning?(written: Written): WriteWarning | undefined;
  readonly retention?: Retention;
}
