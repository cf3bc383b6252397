/** Engine states after the last closed bar, so that a restart resumes instead of recomputing. */

import { sql, type Kysely } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

export interface StoredState {
  readonly engine: string;
  /** Scope of the state: a symbol or a market. */
  readonly scope: string;
  readonly configVersion: string;
  /** Open time of the last processed bar, epoch ms. */
  readonly asOf: number;
  /** JSON-safe snapshot of the engine. */
  readonly state: unknown;
}

/** State whose snapshot is JSON text, so that the request thread neither parses nor serialises it. */
export interface StoredStateText extends Omit<StoredState, 'state'> {
  readonly json: string;
}

/** Name and config version of stored states; states with a different version are ignored. */
export interface StateKey {
  /** Unique among producers; the store adds the market. */
  readonly name: string;
  readonly version: string;
}

/** State of a producer as JSON text. */
export interface StateText extends StateKey {
  /** Scope of the state: a symbol or the market. */
  readonly scope: string;
  /** Moment up to which the state has processed data, epoch ms. Only a state with a later moment replaces a stored one. */
  readonly asOf: number;
  readonly json: string;
  /** UTF-8 of the text, when already encoded. */
  readonly utf8?: Uint8Array;
}

/** State under the name of its market. */
export function marketState(timeline: string, { name, version, scope, asOf, json }: StateText): StoredStateText {
  return { engine: `${name}@${timeline}`, scope, configVersion: version, asOf, json };
}

/** State to save, with its text as UTF-8 when already encoded. */
export interface UnsavedState extends Omit<StoredStateText, 'json'> {
  readonly json: string | Uint8Array;
}

export interface EngineStates {
  /** All states of an engine with the given config version, ordered by scope. */
  load(engine: string, configVersion: string): Promise<readonly StoredState[]>;
  /** Like `load`, with snapshots as text. @param after only states with a later moment, epoch ms. */
  loadTexts(engine: string, configVersion: string, after?: number): Promise<readonly StoredStateText[]>;
  /** Saves the states that are ahead of the stored ones. @returns the number of saved states. */
  save(states: readonly StoredState[]): Promise<number>;
  /**
   * Like `save`, for texts, in statements of some hundred kilobytes with pauses for requests in between. A crash in the middle
   * leaves states of different hours; each resumes from its own hour.
   *
   * @param states texts produced by `jsonText`.
   */
  saveTexts(states: readonly UnsavedState[]): Promise<number>;
}

/** Approximate bytes per statement: about 1 ms of the sending thread. */
const STATEMENT_BYTES = 500_000;

/** Keeps the most advanced state of each scope, because one statement cannot update a row twice. */
function furthest(states: readonly UnsavedState[]): readonly UnsavedState[] {
  const byScope = new Map<string, UnsavedState>();
  for (const state of states) {
    const name = JSON.stringify([state.engine, state.configVersion, state.scope]);
    const other = byScope.get(name);
    if (other === undefined || other.asOf < state.asOf) byScope.set(name, state);
  }
  return [...byScope.values()];
}

/** Yields the states as rows of JSON in chunks. */
function* statements(states: readonly UnsavedState[]): Generator<Buffer> {
  let rows: Uint8Array[] = [];
  let bytes = 0;
  for (const { json, ...about } of states) {
    const text = typeof json === 'string' ? Buffer.from(json) : json;
    rows.push(Buffer.from(`${rows.length === 0 ? '[' : '},'}${jsonText(about).slice(0, -1)},"state":`), text);
    bytes += text.length;
    if (bytes < STATEMENT_BYTES) continue;
    yield Buffer.concat([...rows, LIST_END]);
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield Buffer.concat([...rows, LIST_END]);
}

const LIST_END = Buffer.from('}]');

/** Creates the table of engine states. */
export function createEngineStates(db: Kysely<Tables>): EngineStates {
  const rowsOf = (engine: string, configVersion: string) =>
    db
      .selectFrom('engineState')
      .where('engine', '=', engine)
      .where('configVersion', '=', configVersion)
      .orderBy('scope');
  const saveTexts = async (states: readonly UnsavedState[]): Promise<number> => {
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
