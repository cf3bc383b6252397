/**
 * Large transfers to and from exchanges, and the cursor of the chain reader. Cursor, transfers and events change in one
 * transaction, so crashes, restarts and concurrent replicas neither lose a transfer nor report it twice.
 */

import type { DataSource } from '@barograph/contract';
import type { ExchangeFlow } from '@barograph/stress/news';
import type { KnownFlows } from '@barograph/stress/risk';
import { DAY_MS } from '@barograph/core';
import { sql, type Kysely, type Transaction } from 'kysely';
import { appendEvents, type NewEvent } from './events.ts';
import { jsonText } from './json-text.ts';
import { exchangeFlows } from './migrations/0017-exchange-flows.ts';
import { transferOrigin } from './migrations/0019-transfer-origin.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly transferCursors: {
    readonly timeline: string;
    /** Cursor in the format of its source. */
    readonly cursor: string;
    /** Range of known transfers: after `since`, up to and including `until`, epoch ms. */
    readonly since: number;
    readonly until: number;
    /** Name and kind of the last read's source; null for reads before these were stored. */
    readonly source: string | null;
    readonly kind: DataSource | null;
  };
};

/** Reorganised blocks: every block of a chain after `after` is replaced. */
export interface VoidBlocks {
  readonly chain: string;
  readonly after: number;
}

/** Flow and its block; null for chains without blocks. */
export interface StoredFlow extends ExchangeFlow {
  readonly block: number | null;
  /** Units of the coin. */
  readonly amount: number;
}

/** Source of a read. */
export interface FlowsOrigin {
  /** Name of the source. */
  readonly source: string;
  readonly kind: DataSource;
}

/** Flows of a time range and the source of the newest ones; null for reads before sources were stored. */
export interface StoredFlows extends KnownFlows {
  readonly origin: FlowsOrigin | null;
}

/** One read of the chains. */
export interface ReadFlows {
  readonly origin: FlowsOrigin;
  readonly cursor: string;
  /** Stored cursor that the read started from; null for the first read. */
  readonly replaces: string | null;
  /** The read completes all transfers after `since`, up to and including `until`, epoch ms. */
  readonly since: number;
  readonly until: number;
  /** Blocks whose flows become void. Flows that a new block contains are part of `flows` again. */
  readonly replaced: readonly VoidBlocks[];
  /** Flows with their events; without an event when too old for the stream. */
  readonly flows: readonly { readonly flow: StoredFlow; readonly event: NewEvent | undefined }[];
}

/** Flows by market. */
export interface ExchangeFlows {
  /** Cursor to continue from; null before the first read. */
  cursor(timeline: string): Promise<string | null>;
  /** Flows after a moment that were known at `asOf`, in time order; undefined before the first read. */
  read(timeline: string, range: { readonly after: number; readonly asOf: number }): Promise<StoredFlows | undefined>;
}

/** Replaces the cursor that the read started from; does nothing when the stored cursor differs. */
async function moveOn(on: Transaction<Tables>, timeline: string, read: ReadFlows): Promise<boolean> {
  const { cursor, replaces, since, until, origin } = read;
  const statement =
    replaces === null
      ? sql`insert into transfer_cursors (timeline, cursor, since, until, source, kind)
          values (${timeline}, ${cursor}, ${since}::bigint, ${until}::bigint, ${origin.source}, ${origin.kind})
          on conflict do nothing`
      : sql`update transfer_cursors set cursor = ${cursor}, since = ${since}::bigint, until = ${until}::bigint,
          source = ${origin.source}, kind = ${origin.kind} where timeline = ${timeline} and cursor = ${replaces}`;
  const { numAffectedRows } = await statement.execute(on);
  return numAffectedRows === 1n;
}

async function withdraw(
  on: Transaction<Tables>,
  timeline: string,
  { chain, after }: VoidBlocks,
  at: number,
): Promise<void> {
  await sql`update exchange_flows set withdrawn_at = ${at}::bigint
    where timeline = ${timeline} and chain = ${chain} and block > ${after}::bigint and withdrawn_at is null`.execute(
    on,
  );
}

/** Stores flows. Existing flows become valid again in their current block. @returns ids of the new flows. */
async function insert(
  on: Transaction<Tables>,
  timeline: string,
  flows: readonly StoredFlow[],
  at: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into exchange_flows
      (timeline, id, chain, block, time, symbol, direction, exchange, counterparty, amount, usd, known_at)
    select ${timeline}, id, chain, block, time, symbol, direction, exchange, counterparty, amount, usd, ${at}::bigint
    from json_to_recordset(${jsonText(flows)}::json) as n (
      id text, chain text, block bigint, time bigint, symbol text, direction text, exchange text, counterparty text,
      amount double precision, usd double precision
    )
    on conflict (timeline, id) do update set block = excluded.block, time = excluded.time, withdrawn_at = null
    returning id, xmax = 0 as is_new`.execute(on);
  return new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
}

/**
 * The tables. A write stores a read and appends the events of flows that were never stored before. It stores nothing and
 * returns false when another replica has advanced the cursor.
 */
export const EXCHANGE_FLOWS: StoredTable<ReadFlows, boolean> = {
  migrations: { '0017-exchange-flows': exchangeFlows, '0019-transfer-origin': transferOrigin },
  exported: [
    ['transfer_cursors', 'timeline'],
    ['exchange_flows', 'timeline, id'],
  ],
  // No reader looks further back.
  retention: { from: 'exchange_flows', column: 'time', keptMs: 100 * DAY_MS },
  appendsEvents: true,
  write: async (db, read, { timeline, asOf }) =>
    db.transaction().execute(async (on) => {
      if (!(await moveOn(on, timeline, read))) return false;
      for (const blocks of read.replaced) await withdraw(on, timeline, blocks, asOf);
      // Removes duplicates: one statement cannot update a row twice.
      const byId = new Map(read.flows.map((flow) => [flow.flow.id, flow]));
      const flows = [...byId.values()].map(({ flow }) => flow);
      const added = flows.length === 0 ? new Set<string>() : await insert(on, timeline, flows, asOf);
      const events = [...byId.values()].flatMap(({ flow, event }) =>
        event !== undefined && added.has(flow.id) ? [event] : [],
      );
      // Last, because every other writer of events waits for the counter row until the commit.
      await appendEvents(on, events);
      return true;
    }),
};

/** Flows in a database. */
export function createExchangeFlows(db: Kysely<Tables>): ExchangeFlows {
  const cursorRow = async (timeline: string) =>
    db
      .withTables<Schema>()
      .selectFrom('transferCursors')
      .selectAll()
      .where('timeline', '=', timeline)
      .executeTakeFirst();
  return {
    cursor: async (timeline) => (await cursorRow(timeline))?.cursor ?? null,
    read: async (timeline, { after, asOf }) => {
      const row = await cursorRow(timeline);
      if (row === undefined) return undefined;
      const { rows } = await sql<ExchangeFlow>`
        select id, time, chain, symbol, usd, direction, exchange, counterparty from exchange_flows
        where timeline = ${timeline} and time > ${after}::bigint and time <= ${asOf}::bigint
          and known_at <= ${asOf}::bigint and (withdrawn_at is null or withdrawn_at > ${asOf}::bigint)
        order by time, id`.execute(db);
      const { since, until, source, kind } = row;
      const origin = source === null || kind === null ? null : { source, kind };
      return { since, until: Math.min(until, asOf), flows: rows, origin };
    },
  };
}
