/** Registry of the producers' tables, with common functions to write and prune their rows. */

import type { SealedMinute, WhaleDay } from '@barograph/positioning';
import { sql, type Kysely } from 'kysely';
import { EXCHANGE_FLOWS, type ReadFlows } from './exchange-flows.ts';
import { LEDGER_ROWS, type LedgerWrite } from './ledger.ts';
import { NEWS, type NewsKept } from './news.ts';
import { POSITION_CYCLES, type ComparedCycle } from './position-cycles.ts';
import type { Tables } from './schema.ts';
import type { Retention, StoredTable, WriteAt, WriteWarning } from './table.ts';
import { TAKER_MINUTES } from './taker-minutes.ts';
import { VENUE_DAYS, type VenueDaysAdded } from './venue-days.ts';
import type { Wake } from './wake-ups.ts';
import { WHALE_DAYS } from './whale-days.ts';

/** Rows of a write, by table. */
export interface TableRows {
  readonly takerMinutes: readonly SealedMinute[];
  readonly whaleDays: WhaleDay;
  readonly positionCycles: ComparedCycle;
  readonly venueDays: VenueDaysAdded;
  readonly exchangeFlows: ReadFlows;
  readonly news: NewsKept;
  readonly ledger: LedgerWrite;
}

/** Name of a table that producers write. */
export type TableName = keyof TableRows;

/** Rows for one table, stored atomically. */
export type Write = {
  [Name in TableName]: { readonly table: Name; readonly rows: TableRows[Name] };
}[TableName];

/** All tables, in the order of an export. */
export const TABLES: { readonly [Name in TableName]: StoredTable<TableRows[Name]> } = {
  takerMinutes: TAKER_MINUTES,
  whaleDays: WHALE_DAYS,
  positionCycles: POSITION_CYCLES,
  venueDays: VENUE_DAYS,
  exchangeFlows: EXCHANGE_FLOWS,
  news: NEWS,
  ledger: LEDGER_ROWS,
};

/** Tables whose rows are pruned by age. */
export const RETENTIONS: readonly Retention[] = Object.values(TABLES).flatMap(({ retention }) => retention ?? []);

/** Writes and prunes the rows of every table. */
export interface TableStore {
  /** Stores the rows of a write atomically. @returns skipped rows, for the log. */
  write(write: Write, at: WriteAt): Promise<WriteWarning | undefined>;
  /** Deletes rows of all markets before a moment, epoch ms. */
  prune(retention: Retention, before: number): Promise<void>;
}

/** The tables of a database. */
export function createTableStore(db: Kysely<Tables>, wake: Wake): TableStore {
  return {
    write: async ({ table: name, rows }, at) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are those of the name, by the type of `Write`
      const table = TABLES[name] as StoredTable<unknown>;
      const written = await table.write(db, rows, at);
      if (table.appendsEvents === true) void wake('events');
      return table.warning?.(written);
    },
    prune: async ({ from, column }, before) => {
      await sql`delete from ${sql.table(from)} where ${sql.ref(column)} < ${before}::bigint`.execute(db);
    },
  };
}
