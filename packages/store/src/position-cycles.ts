/**
 * Cycles of positions, each compared with the one before it. The positions to compare with, the changes and their events
 * move on together, in one transaction: crashes, restarts and replicas at once neither lose a change nor report it twice.
 */

import type { PositionCycle } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { sql, type Kysely, type Transaction } from 'kysely';
import { marketState, type StateText, type StoredStateText } from './engine-state.ts';
import { createEventLog, type NewEvent } from './events.ts';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import { whalesAndChanges } from './migrations/0007-whales-and-changes.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly positionCycles: {
    readonly timeline: string;
    /** Moment of the positions, epoch ms. */
    readonly time: number;
    /** Moment of those that they were compared with; null: there were none. */
    readonly before: number | null;
    readonly changes: JsonColumn;
  };
};

/** Age up to which cycles stay, ms: an hour more than the longest window, so that a window of a day is whole. */
export const CYCLES_KEPT_MS: number = 25 * HOUR_MS;

/** A cycle that was compared. */
export interface ComparedCycle {
  readonly cycle: PositionCycle;
  /** Its positions, which the next cycle is compared with. */
  readonly baseline: StateText;
  /** Moment of the positions that it was compared with, or that it begins anew after, epoch ms; null: there were none. */
  readonly replaces: number | null;
  /** Events of the changes. */
  readonly events: readonly NewEvent[];
}

/** Cycles `(after, upTo]`, epoch ms. */
export interface CycleRange {
  readonly after: number;
  readonly upTo: number;
}

/** Compared cycles by market. */
export interface PositionCycles {
  /** Oldest first. */
  read(timeline: string, range: CycleRange): Promise<readonly PositionCycle[]>;
}

/** Puts the positions in the place of those that they were compared with, or does nothing. */
async function moveOn(
  on: Transaction<Tables>,
  { engine, scope, configVersion, asOf, json }: StoredStateText,
  replaces: number | null,
): Promise<boolean> {
  const statement =
    replaces === null
      ? sql`insert into engine_state (engine, scope, config_version, as_of, state)
          values (${engine}, ${scope}, ${configVersion}, ${asOf}::bigint, ${json}::json) on conflict do nothing`
      : sql`update engine_state set as_of = ${asOf}::bigint, state = ${json}::json
          where engine = ${engine} and scope = ${scope} and config_version = ${configVersion}
            and as_of = ${replaces}::bigint`;
  const { numAffectedRows } = await statement.execute(on);
  return numAffectedRows === 1n;
}

/**
 * The table. A write keeps a cycle with its changes and appends their events. It returns false, and stores nothing, when the stored
 * positions are not those that the cycle was compared with: another replica has gone on from them, and has reported their changes.
 */
export const POSITION_CYCLES: StoredTable<ComparedCycle, boolean> = {
  migrations: { '0007-whales-and-changes': whalesAndChanges },
  exported: [['position_cycles', 'timeline, time']],
  retention: { from: 'position_cycles', column: 'time', keptMs: CYCLES_KEPT_MS },
  write: async (db, { cycle, events, baseline, replaces }, { timeline }) =>
    db.transaction().execute(async (on) => {
      if (!(await moveOn(on, marketState(timeline, baseline), replaces))) return false;
      const { time, before, changes } = cycle;
      await sql`insert into position_cycles (timeline, time, before, changes)
        values (${timeline}, ${time}::bigint, ${before}::bigint, ${jsonText(changes)}::json)
        on conflict (timeline, time) do nothing`.execute(on);
      // Last: every other writer of events waits for its row until the commit.
      await createEventLog(on).append(events);
      return true;
    }),
};

/** Cycles in a database. */
export function createPositionCycles(db: Kysely<Tables>): PositionCycles {
  return {
    read: async (timeline, { after, upTo }) => {
      const rows = await db
        .withTables<Schema>()
        .selectFrom('positionCycles')
        .select(['time', 'before', 'changes'])
        .where('timeline', '=', timeline)
        .where('time', '>', after)
        .where('time', '<=', upTo)
        .orderBy('time')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
      return rows.map((row) => ({ ...row, changes: row.changes as PositionCycle['changes'] }));
    },
  };
}
