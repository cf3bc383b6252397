/** Where each engine stood after its last closed bar, so that a restart goes on instead of computing again. */

import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

export interface StoredState {
  readonly engine: string;
  /** What the state is of: a symbol, a market. */
  readonly scope: string;
  readonly configVersion: string;
  /** Open time of the last bar that the state has seen, epoch ms. */
  readonly asOf: number;
  /** A snapshot, JSON-safe. */
  readonly state: unknown;
}

export interface EngineStates {
  /** All states of an engine under one version of its config, in order of scope. */
  load(engine: string, configVersion: string): Promise<readonly StoredState[]>;
  /** Saves those that are ahead of what is stored, in one statement. @returns how many that were. */
  save(states: readonly StoredState[]): Promise<number>;
}

/** The furthest state of each scope: one statement cannot touch a row twice. */
function furthest(states: readonly StoredState[]): readonly StoredState[] {
  const byScope = new Map<string, StoredState>();
  for (const state of states) {
    const name = JSON.stringify([state.engine, state.configVersion, state.scope]);
    const other = byScope.get(name);
    if (other === undefined || other.asOf < state.asOf) byScope.set(name, state);
  }
  return [...byScope.values()];
}

export function createEngineStates(db: Kysely<Tables>): EngineStates {
  return {
    load: async (engine, configVersion) =>
      db
        .selectFrom('engineState')
        .selectAll()
        .where('engine', '=', engine)
        .where('configVersion', '=', configVersion)
        .orderBy('scope')
        .execute(),
    save: async (states) => {
      if (states.length === 0) return 0;
      const { numAffectedRows = 0n } = await sql`
        insert into engine_state (engine, scope, config_version, as_of, state)
        select engine, scope, "configVersion", "asOf", coalesce(state, 'null')
        from json_to_recordset(${jsonText(furthest(states))}::json) as s (
          engine text, scope text, "configVersion" text, "asOf" bigint, state json
        )
        on conflict (engine, config_version, scope) do update set as_of = excluded.as_of, state = excluded.state
        where engine_state.as_of < excluded.as_of`.execute(db);
      return Number(numAffectedRows);
    },
  };
}
