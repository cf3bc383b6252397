/**
 * The event log. Ids are 1, 2, 3 … without a gap, across replicas, restarts and crashes, and rows become visible in the
 * order of their ids: "everything after id n" never skips what commits a moment later.
 */

import { sql, type Kysely } from 'kysely';
import { CHANNELS } from './listener.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';
import type { SlotClaim } from './slots.ts';

export interface NewEvent {
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Moment of the observation, epoch ms. */
  readonly recvTs: number;
  readonly type: string;
  readonly venue: string | null;
  /** Base coin. */
  readonly symbol: string | null;
  /** Size in USD, signed where the type says so; null where a size makes no sense. */
  readonly usd: number | null;
  /** The rest, as JSON. */
  readonly payload: unknown;
}

export interface StoredEvent extends NewEvent {
  readonly id: number;
}

/** Filter of a reader; undefined: everything. */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly symbols?: readonly string[];
  readonly venues?: readonly string[];
  /** Events whose absolute size is smaller are left out; those without a size pass. */
  readonly minUsd?: number;
}

export interface EventBounds {
  /** The oldest id that is kept; null when nothing is. */
  readonly oldestId: number | null;
  /** The last id that was given out; 0 before the first. It stays when its event is pruned. */
  readonly lastId: number;
}

/** Events that outlive the log. */
export interface OutlivingEvents {
  readonly types: readonly string[];
  /** Those that were seen earlier are forgotten, epoch ms. */
  readonly beforeTs: number;
}

export interface EventLog {
  /**
   * Stores all or none.
   *
   * @param claim of the slot that the events are of: they are stored once, however often the slot is begun.
   * @returns their ids, in order; none when those of the slot are stored.
   * @throws when the slot is another's: it will store them.
   */
  append(events: readonly NewEvent[], claim?: SlotClaim): Promise<readonly number[]>;
  /** Up to `limit` events after an id, oldest first, those that outlive the log among them. A gap between ids was pruned. */
  since(afterId: number, limit: number): Promise<readonly StoredEvent[]>;
  /** The newest `limit` events that pass, oldest first. */
  recent(limit: number, filter?: EventFilter): Promise<readonly StoredEvent[]>;
  /** Up to `limit` events that happened within `[fromTs, toTs)`, in the order of their ids. */
  between(fromTs: number, toTs: number, limit: number): Promise<readonly StoredEvent[]>;
  bounds(): Promise<EventBounds>;
  /**
   * Forgets the beginning of the log, up to the first event that was seen at `beforeTs` or later.
   *
   * @param outliving events that are moved out of the log in place of being forgotten; none when left out.
   * @returns how many the log lost.
   */
  prune(beforeTs: number, outliving?: OutlivingEvents): Promise<number>;
}

const COLUMNS = ['id', 'ts', 'recvTs', 'type', 'venue', 'symbol', 'usd', 'payload'] as const;

/** Marks the slot of a claim as told, unless it was or is another's. The row stays locked until the events are there. */
const telling = ({ job, slot, owner }: SlotClaim) => sql`
  update slots set told = true
  where job = ${job} and slot = ${slot}::bigint and owner = ${owner} and finished_at is null and not told
  returning slot`;

export function createEventLog(db: Kysely<Tables>): EventLog {
  const isHeld = async ({ job, slot, owner }: SlotClaim): Promise<boolean> => {
    const held = db.selectFrom('slots').where('job', '=', job).where('slot', '=', slot).where('owner', '=', owner);
    return (await held.where('finishedAt', 'is', null).select('slot').executeTakeFirst()) !== undefined;
  };
  const select = () => db.selectFrom('events').select(COLUMNS);
  return {
    append: async (events, claim) => {
      if (events.length === 0) return [];
      const batch = events.map((event, i) => ({ ...event, i: i + 1 }));
      // One statement, committed by itself. The counter's row is locked by the update until then, so the next writer
      // waits, and continues from what this one left: order of ids is order of commits, and a rollback leaves no gap.
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
        select min(id) as first, pg_notify(${CHANNELS.events}, '') from stored`.execute(db);
      const { first } = rows[0]!;
      if (first === null) {
        if (claim !== undefined && (await isHeld(claim))) return [];
        throw new Error('the slot is held by another replica');
      }
      return events.map((_, i) => first + i);
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
      // One statement: an event is always in one of the two tables.
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
