/**
 * Cycles of positions, each compared with the one before it. The positions to compare with, the changes and their events
 * move on together, in one transaction: crashes, restarts and replicas at once neither lose a change nor report it twice.
 */

import type { PositionCycle } from '@barograph/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { StoredStateText } from './engine-state.ts';
import { createEventLog, type NewEvent } from './events.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

/** A cycle that was compared. */
export interface ComparedCycle {
  readonly cycle: PositionCycle;
  /** Its positions, which the next cycle is compared with. */
  readonly baseline: StoredStateText;
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
  /**
   * Keeps a cycle with its changes and appends their events: all or nothing.
   *
   * @returns false when the stored positions are not those that it was compared with: another replica has gone on from
   *   them, and its changes are reported already.
   */
  append(timeline: string, compared: ComparedCycle): Promise<boolean>;
  /** Oldest first. */
  read(timeline: string, range: CycleRange): Promise<readonly PositionCycle[]>;
  /** Forgets the cycles of all markets before a moment. */
  prune(before: number): Promise<void>;
}

/** Puts the positions in the place of those that they were compared with, or does nothing. */
async function moveOn(
  on: Transaction<Tables>,
  { baseline, replaces }: Pick<ComparedCycle, 'baseline' | 'replaces'>,
): Promise<boolean> {
  const { engine, scope, configVersion, asOf, json } = baseline;
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

/** Cycles in a database. */
export function createPositionCycles(db: Kysely<Tables>): PositionCycles {
  return {
    append: async (timeline, { cycle, events, ...positions }) =>
      db.transaction().execute(async (on) => {
        if (!(await moveOn(on, positions))) return false;
        const { time, before, changes } = cycle;
        await sql`insert into position_cycles (timeline, time, before, changes)
          values (${timeline}, ${time}::bigint, ${before}::bigint, ${jsonText(changes)}::json)
          on conflict (timeline, time) do nothing`.execute(on);
        // Last: every other writer of events waits for its row until the commit.
        await createEventLog(on).append(events);
        return true;
      }),
    read: async (timeline, { after, upTo }) => {
      const rows = await db
        .selectFrom('positionCycles')
        .select(['time', 'before', 'changes'])
        .where('timeline', '=', timeline)
        .where('time', '>', after)
        .where('time', '<=', upTo)
        .orderBy('time')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `append`
      return rows.map((row) => ({ ...row, changes: row.changes as PositionCycle['changes'] }));
    },
    prune: async (before) => {
      await db.deleteFrom('positionCycles').where('time', '<', before).execute();
    },
  };
}
