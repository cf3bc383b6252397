/** Engine states after their last closed bars, so that a restart resumes instead of computing again. */

import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

export interface StoredState {
  readonly engine: string;
  /** Scope of the state: a symbol, a market. */
  readonly scope: string;
  readonly configVersion: string;
  /** Open time of the last bar that the state has seen, epoch ms. */
  readonly asOf: number;
  /** A snapshot, JSON-safe. */
  readonly state: unknown;
}

/** A state whose snapshot is JSON text: neither parsed nor written by the thread that answers requests. */
export interface StoredStateText extends Omit<StoredState, 'state'> {
  readonly json: string;
}

export interface EngineStates {
  /** All states of an engine under one version of its config, in order of scope. */
  load(engine: string, configVersion: string): Promise<readonly StoredState[]>;
  /** The same as texts. @param after only those that have seen more, epoch ms. */
  loadTexts(engine: string, configVersion: string, after?: number): Promise<readonly StoredStateText[]>;
  /** Saves those that are ahead of what is stored. @returns how many that were. */
  save(states: readonly StoredState[]): Promise<number>;
  /**
   * The same of texts, a statement for some hundred thousand characters, with requests let through in between. A process
   * that dies in the middle leaves states of different hours; each is resumed from its own.
   *
   * @param states texts as `jsonText` makes them.
   */
  saveTexts(states: readonly StoredStateText[]): Promise<number>;
}

/** Characters of one statement, about: some milliseconds of the thread that sends it. */
const STATEMENT_CHARACTERS = 500_000;

/** The furthest state of each scope: one statement cannot touch a row twice. */
function furthest(states: readonly StoredStateText[]): readonly StoredStateText[] {
  const byScope = new Map<string, StoredStateText>();
  for (const state of states) {
    const name = JSON.stringify([state.engine, state.configVersion, state.scope]);
    const other = byScope.get(name);
    if (other === undefined || other.asOf < state.asOf) byScope.set(name, state);
  }
  return [...byScope.values()];
}

/** The states as rows of JSON, some of them at a time. */
function* statements(states: readonly StoredStateText[]): Generator<string> {
  let rows: string[] = [];
  let characters = 0;
  for (const { json, ...about } of states) {
    rows.push(`${jsonText(about).slice(0, -1)},"state":${json}}`);
    characters += json.length;
    if (characters < STATEMENT_CHARACTERS) continue;
    yield `[${rows.join(',')}]`;
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield `[${rows.join(',')}]`;
}

export function createEngineStates(db: Kysely<Tables>): EngineStates {
  const rowsOf = (engine: string, configVersion: string) =>
    db
      .selectFrom('engineState')
      .where('engine', '=', engine)
      .where('configVersion', '=', configVersion)
      .orderBy('scope');
  const saveTexts = async (states: readonly StoredStateText[]): Promise<number> => {
    let saved = 0;
    for (const rows of statements(furthest(states))) {
      const { numAffectedRows = 0n } = await sql`
        insert into engine_state (engine, scope, config_version, as_of, state)
        select engine, scope, "configVersion", "asOf", coalesce(state, 'null')
        from json_to_recordset(${rows}::json) as s (
          engine text, scope text, "configVersion" text, "asOf" bigint, state json
        )
        on conflict (engine, config_version, scope) do update set as_of = excluded.as_of, state = excluded.state
        where engine_state.as_of < excluded.as_of`.execute(db);
      saved += Number(numAffectedRows);
    }
    return saved;
  };
  return {
    load: async (engine, configVersion) => rowsOf(engine, configVersion).selectAll().execute(),
    loadTexts: async (engine, configVersion, after) =>
      rowsOf(engine, configVersion)
        .$if(after !== undefined, (rows) => rows.where('asOf', '>', after!))
        .select(['engine', 'scope', 'configVersion', 'asOf'])
        .select(sql<string>`state::text`.as('json'))
        .execute(),
    save: async (states) => saveTexts(states.map(({ state, ...about }) => ({ ...about, json: jsonText(state) }))),
    saveTexts,
  };
}
