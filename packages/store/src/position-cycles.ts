/**
 * Position cycles, each compared with the previous one. Baseline, changes and events are written in one transaction, so
 * crashes, restarts and concurrent replicas neither lose a change nor report it twice.
 */

import type { PositionCycle } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { sql, type Kysely, type Transaction } from 'kysely';
import { marketState, type StateText, type StoredStateText } from './engine-state.ts';
import { appendEvents, type NewEvent } from './events.ts';
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
    /** Moment of the compared baseline; null for the first cycle. */
    readonly before: number | null;
    readonly changes: JsonColumn;
  };
};

/** Retention of cycles, ms: the longest window of a day plus an hour, so that the window is always complete. */
export const CYCLES_KEPT_MS: number = 25 * HOUR_MS;

/** Cycle with its comparison. */
export interface ComparedCycle {
  readonly cycle: PositionCycle;
  /** Positions of the cycle, the baseline of the next one. */
  readonly baseline: StateText;
  /** Moment of the stored baseline that this cycle replaces, compared or not, epoch ms; null without one. */
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

/** Replaces the baseline when it is the expected one; otherwise does nothing. */
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
 * The table. A write stores a cycle with its changes and appends their events. It stores nothing and returns false when the
 * stored baseline is not the expected one: another replica has advanced it and reported the changes.
 */
export const POSITION_CYCLES: StoredTable<ComparedCycle, boolean> = {
  migrations: { '0007-whales-and-changes': whalesAndChanges },
  exported: [['position_cycles', 'timeline, time']],
  retention: { from: 'position_cycles', column: 'time', keptMs: CYCLES_KEPT_MS },
  appendsEvents: true,
  write: async (db, { cycle, events, baseline, replaces }, { timeline }) =>
    db.transaction().execute(async (on) => {
      if (!(await moveOn(on, marketState(timeline, baseline), replaces))) return false;
      const { time, before, changes } = cycle;
      await sql`insert into position_cycles (timeline, time, before, changes)
        values (${timeline}, ${time}::bigint, ${before}::bigint, ${jsonText(changes)}::json)
        on conflict (timeline, time) do nothing`.execute(on);
      // Last, because every other writer of events waits for the counter row until the commit.
      await appendEvents(on, events);
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
