/**
 * The event log. Ids are 1, 2, 3 … without gaps across replicas, restarts and crashes. Rows become visible in the order of
 * their ids, so reading after id n never skips an event that commits later.
 */

import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';
import type { SlotClaim } from './slots.ts';
import type { Wake } from './wake-ups.ts';

export interface NewEvent {
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Moment of the observation, epoch ms. */
  readonly recvTs: number;
  readonly type: string;
  readonly venue: string | null;
  /** Base coin. */
  readonly symbol: string | null;
  /** Size, USD; signed for types with a direction, null for types without a size. */
  readonly usd: number | null;
  /** Other fields of the event, as JSON. */
  readonly payload: unknown;
}

export interface StoredEvent extends NewEvent {
  readonly id: number;
}

/** Filter of a reader; undefined fields do not filter. */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly symbols?: readonly string[];
  readonly venues?: readonly string[];
  /** Minimum absolute size, USD; events without a size pass. */
  readonly minUsd?: number;
}

export interface EventBounds {
  /** Oldest stored id; null when the log is empty. */
  readonly oldestId: number | null;
  /** Last assigned id; 0 before the first. Pruning does not change it. */
  readonly lastId: number;
}

/** Selects the events that outlive the log. */
export interface OutlivingEvents {
  readonly types: readonly string[];
  /** Kept events that were received before this moment are deleted, epoch ms. */
  readonly beforeTs: number;
}

export interface EventLog {
  /**
   * Stores all events or no event.
   *
   * @param claim slot that the events belong to; the events of a slot are stored once, however often it is run.
   * @returns the ids, in order; empty when the events of the slot are already stored.
   * @throws when another owner holds the slot and will store its events.
   */
  append(events: readonly NewEvent[], claim?: SlotClaim): Promise<readonly number[]>;
  /** Up to `limit` events after an id, oldest first, including those that outlive the log. Gaps between ids were pruned. */
  since(afterId: number, limit: number): Promise<readonly StoredEvent[]>;
  /** The newest `limit` events that pass the filter, oldest first. */
  recent(limit: number, filter?: EventFilter): Promise<readonly StoredEvent[]>;
  /** Up to `limit` events that happened within `[fromTs, toTs)`, ordered by id. */
  between(fromTs: number, toTs: number, limit: number): Promise<readonly StoredEvent[]>;
  bounds(): Promise<EventBounds>;
  /**
   * Prunes the log up to the first event that was received at `beforeTs` or later.
   *
   * @param outliving events to move out of the log instead of deleting them; optional.
   * @returns the number of events removed from the log.
   */
  prune(beforeTs: number, outliving?: OutlivingEvents): Promise<number>;
}

const COLUMNS = ['id', 'ts', 'recvTs', 'type', 'venue', 'symbol', 'usd', 'payload'] as const;

/** Marks the events of a claimed slot as stored, unless the slot is another owner's or already marked. Locks the row until commit. */
const telling = ({ job, slot, owner }: SlotClaim) => sql`
  update slots set told = true
  where job = ${job} and slot = ${slot}::bigint and owner = ${owner} and finished_at is null and not told
  returning slot`;

/** Whether the owner still holds the claimed slot. */
async function isClaimed(db: Kysely<Tables>, { job, slot, owner }: SlotClaim): Promise<boolean> {
  const row = db.selectFrom('slots').where('job', '=', job).where('slot', '=', slot).where('owner', '=', owner);
  return (await row.where('finishedAt', 'is', null).select('slot').executeTakeFirst()) !== undefined;
}

/**
 * Appends without waking readers. A caller in a transaction wakes them after its commit.
 *
 * @see {@link EventLog.append} for the rest.
 */
export async function appendEvents(
  db: Kysely<Tables>,
  events: readonly NewEvent[],
  claim?: SlotClaim,
): Promise<readonly number[]> {
  if (events.length === 0) return [];
  const batch = events.map((event, i) => ({ ...event, i: i + 1 }));
  // One statement, which commits by itself outside a transaction. Its update locks the counter row, so the next writer waits and
  // continues from the new value. The order of ids is the order of commits, and a rollback leaves no gap.
  const { rows } = await sql<{ first: number | null }>`
    with slot as (${claim === undefined ? sql`select` : telling(claim)}), counter as (
      update event_counter set last_id = last_id + ${events.length}::int where exists (select from slot)
      returning last_id - ${events.length}::int as base
    ), stored as (
      insert into events (id, ts, recv_ts, type, venue, symbol, usd, payload)
      select base + b.i, b.ts, b."recvTs", b.type, b.venue, b.symbol, b.usd, coalesce(b.payload, 'null')
      from counter, json_to_recordset(${jsonText(batch)}::json) as b (
        i int, ts bigint, "recvTs" bigint, type text, venue text, symbol text, usd double precision, payload json
      )
      returning id
    )
    select min(id) as first from stored`.execute(db);
  const { first } = rows[0]!;
  if (first === null) {
    if (claim !== undefined && (await isClaimed(db, claim))) return [];
    throw new Error('the slot is held by another replica');
  }
  return events.map((_, i) => first + i);
}

/** Creates the event log. */
export function createEventLog(db: Kysely<Tables>, wake: Wake): EventLog {
  const select = () => db.selectFrom('events').select(COLUMNS);
  return {
    append: async (events, claim) => {
      const ids = await appendEvents(db, events, claim);
      if (ids.length > 0) void wake('events');
      return ids;
    },
    since: async (afterId, limit) => {
      const older = db.selectFrom('keptEvents').select(COLUMNS).where('id', '>', afterId);
      return select().where('id', '>', afterId).unionAll(older).orderBy('id').limit(limit).execute();
    },
    recent: async (limit, { types, symbols, venues, minUsd } = {}) => {
      let query = select().orderBy('id', 'desc').limit(limit);
      if (types !== undefined) query = query.where(sql<boolean>`type = any(${types}::text[])`);
      if (symbols !== undefined) query = query.where(sql<boolean>`symbol = any(${symbols}::text[])`);
      if (venues !== undefined) query = query.where(sql<boolean>`venue = any(${venues}::text[])`);
      if (minUsd !== undefined) query = query.where(sql<boolean>`(usd is null or abs(usd) >= ${minUsd})`);
      return (await query.execute()).reverse();
    },
    between: async (fromTs, toTs, limit) =>
      select().where('ts', '>=', fromTs).where('ts', '<', toTs).orderBy('id').limit(limit).execute(),
    bounds: async () => {
      const { rows } = await sql<EventBounds>`
        select last_id, (select min(id) from events) as oldest_id from event_counter`.execute(db);
      return rows[0]!;
    },
    prune: async (beforeTs, { types, beforeTs: outlivingTs } = { types: [], beforeTs: 0 }) => {
      // One statement, so that an event is always in exactly one of the two tables.
      const { rows } = await sql<{ count: number }>`
        with gone as (
          delete from events where id < coalesce(
            (select min(id) from events where recv_ts >= ${beforeTs}::bigint),
            (select last_id + 1 from event_counter)
          ) returning id, ts, recv_ts, type, venue, symbol, usd, payload
        ), moved as (
          insert into kept_events (id, ts, recv_ts, type, venue, symbol, usd, payload)
          select * from gone where type = any(${types}::text[]) and recv_ts >= ${outlivingTs}::bigint
        ), forgotten as (
          delete from kept_events where recv_ts < ${outlivingTs}::bigint
        )
        select count(*)::int as count from gone`.execute(db);
      return rows[0]!.count;
    },
  };
}
