/**
 * The ledger of forecasts. Rows are written once, each with the day whose digest covers it; a closed day accepts no rows. Rows
 * and digests of a write share one transaction and one lock. Crashes and concurrent replicas therefore neither lose nor
 * duplicate a row, and every chain has a single order.
 */

import {
  canonicalJson,
  closeDay,
  correctionOf,
  NO_DIGEST,
  type LedgerHorizon,
  type LedgerOrigin,
  type LedgerRow,
  utcDate,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { sql, type Kysely, type Transaction } from 'kysely';
import { continuingRows } from './ledger-grades.ts';
import { packed, unpacked } from './ledger-text.ts';
import { LOCKS, underLock } from './locks.ts';
import { ledger } from './migrations/0020-ledger.ts';
import type { Tables } from './schema.ts';
import { sha256 } from './sha256.ts';
import type { StoredTable } from './table.ts';

/** Tables of the ledger. */
export type LedgerSchema = {
  readonly ledgerRows: {
    readonly timeline: string;
    readonly origin: LedgerOrigin;
    readonly scope: string;
    readonly horizon: LedgerHorizon;
    /** Open of the hour of the forecast, epoch ms. */
    readonly time: number;
    /** 0: forecast; 1: its grade; above 1: corrections of the grade. */
    readonly part: number;
    /** Midnight of the UTC day whose digest covers the row, epoch ms. */
    readonly day: number;
    /** Market time, epoch ms. */
    readonly recorded: number;
    readonly id: string;
    /** Canonical JSON, compressed. */
    readonly body: Buffer;
  };
  readonly ledgerDigests: {
    readonly timeline: string;
    readonly origin: LedgerOrigin;
    readonly day: number;
    readonly rows: number;
    readonly previous: string;
    readonly digest: string;
  };
};

/** Retention of rows, ms: the longest window of a scorecard plus a month. Digests stay. */
const KEPT_MS: number = 400 * DAY_MS;

/** Rows of one chain. */
export interface LedgerWrite {
  readonly origin: LedgerOrigin;
  /** Grades in time order per scope and horizon. */
  readonly rows: readonly LedgerRow[];
  /** Midnight of the UTC day of the rows, epoch ms; the first open day when that day is closed. */
  readonly day: number;
  /** Days before this midnight are closed after the rows are written, epoch ms. */
  readonly closeBefore: number;
}

const partOf = (row: LedgerRow): number => {
  if (row.type === 'forecast') return 0;
  return 1 + correctionOf(row);
};
/** Adds rows that do not exist yet. */
async function insert(
  on: Transaction<Tables>,
  timeline: string,
  { origin, rows }: Pick<LedgerWrite, 'origin' | 'rows'>,
  day: number,
): Promise<void> {
  const stored = rows.map((row) => ({
    scope: row.scope,
    horizon: row.horizon,
    time: Date.parse(row.time),
    part: partOf(row),
    recorded: Date.parse(row.recorded),
    id: row.id,
    body: packed(canonicalJson(row)).toString('base64'),
  }));
  await sql`
    insert into ledger_rows (timeline, origin, scope, horizon, time, part, day, recorded, id, body)
    select ${timeline}::text, ${origin}::text, scope, horizon, time, part, ${day}::bigint, recorded, id, decode(body, 'base64')
    from json_to_recordset(${JSON.stringify(stored)}::json) as r (
      scope text, horizon text, time bigint, part smallint, recorded bigint, id text, body text
    )
    on conflict do nothing`.execute(on);
}

/** Closes the days of a chain from `from` up to a midnight, epoch ms. */
async function close(
  on: Transaction<Tables>,
  timeline: string,
  origin: LedgerOrigin,
  { from, before, previous }: { readonly from: number; readonly before: number; readonly previous: string },
): Promise<void> {
  const db = on.withTables<LedgerSchema>();
  let last = previous;
  for (let day = from; day < before; day += DAY_MS) {
    const rows = await db
      .selectFrom('ledgerRows')
      .select(['id', 'body'])
      .where('timeline', '=', timeline)
      .where('day', '=', day)
      .where('origin', '=', origin)
      .execute();
    const texts = rows.map(({ id, body }) => ({ id, text: unpacked(body) }));
    const closed = closeDay({ origin, date: utcDate(day), previous: last }, texts, sha256);
    const { digest } = closed;
    await db
      .insertInto('ledgerDigests')
      .values({ timeline, origin, day, rows: rows.length, previous: last, digest })
      .execute();
    last = digest;
  }
}

/** The tables. A write adds missing rows and closes the days that have ended. */
export const LEDGER_ROWS: StoredTable<LedgerWrite, void> = {
  migrations: { '0020-ledger': ledger },
  exported: [
    ['ledger_rows', 'timeline, origin, scope, horizon, time, part'],
    ['ledger_digests', 'timeline, origin, day'],
  ],
  retention: { from: 'ledger_rows', column: 'day', keptMs: KEPT_MS },
  write: async (database, write, { timeline }) => {
    const { origin, closeBefore } = write;
    await underLock(database, LOCKS.ledger, `${timeline}/${origin}`, async (on) => {
      const db = on.withTables<LedgerSchema>();
      const newest = await db
        .selectFrom('ledgerDigests')
        .select(['day', 'digest'])
        .where('timeline', '=', timeline)
        .where('origin', '=', origin)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst();
      const open = newest === undefined ? -Infinity : newest.day + DAY_MS;
      const rows = await continuingRows(on, timeline, origin, write.rows);
      if (rows.length > 0) await insert(on, timeline, { origin, rows }, Math.max(write.day, open));
      if (open >= closeBefore) return;
      const first = newest === undefined ? await firstDay(on, timeline, origin) : open;
      if (first === undefined) return;
      await close(on, timeline, origin, { from: first, before: closeBefore, previous: newest?.digest ?? NO_DIGEST });
    });
  },
};

async function firstDay(on: Kysely<Tables>, timeline: string, origin: LedgerOrigin): Promise<number | undefined> {
  const row = await on
    .withTables<LedgerSchema>()
    .selectFrom('ledgerRows')
    .select('day')
    .where('timeline', '=', timeline)
    .where('origin', '=', origin)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}
