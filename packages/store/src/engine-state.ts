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

/** Name and config version under which states are kept; states of another version are not read. */
export interface StateKey {
  /** Unique among producers; the market is added in the store. */
  readonly name: string;
  readonly version: string;
}

/** A state of a producer as JSON text. */
export interface StateText extends StateKey {
  /** Scope of the state: a symbol, the market. */
  readonly scope: string;
  /** The moment that the state has seen, epoch ms. A stored state is replaced only by one that has seen more. */
  readonly asOf: number;
  readonly json: string;
  /** Bytes of the text, where they are at hand. */
  readonly utf8?: Uint8Array;
}

/** A state under the name of its market. */
export function marketState(timeline: string, { name, version, scope, asOf, json }: StateText): StoredStateText {
  return { engine: `${name}@${timeline}`, scope, configVersion: version, asOf, json };
}

/** A state to be saved; its text as UTF-8 where that is at hand. */
export interface UnsavedState extends Omit<StoredStateText, 'json'> {
  readonly json: string | Uint8Array;
}

export interface EngineStates {
  /** All states of an engine under one version of its config, in order of scope. */
  load(engine: string, configVersion: string): Promise<readonly StoredState[]>;
  /** The same as texts. @param after only those that have seen more, epoch ms. */
  loadTexts(engine: string, configVersion: string, after?: number): Promise<readonly StoredStateText[]>;
  /** Saves those that are ahead of what is stored. @returns how many that were. */
  save(states: readonly StoredState[]): Promise<number>;
  /**
   * The same of texts, a statement for some hundred thousand bytes, with requests let through in between. A process
   * that dies in the middle leaves states of different hours; each is resumed from its own.
   *
   * @param states texts as `jsonText` makes them.
   */
  saveTexts(states: readonly UnsavedState[]): Promise<number>;
}

/** Bytes of one statement, about: a millisecond of the thread that sends it. */
const STATEMENT_BYTES = 500_000;

/** The furthest state of each scope: one statement cannot touch a row twice. */
function furthest(states: readonly UnsavedState[]): readonly UnsavedState[] {
  const byScope = new Map<string, UnsavedState>();
  for (const state of states) {
    const name = JSON.stringify([state.engine, state.configVersion, state.scope]);
    const other = byScope.get(name);
    if (other === undefined || other.asOf < state.asOf) byScope.set(name, state);
  }
  return [...byScope.values()];
}

/** The states as rows of JSON, some of them at a time. */
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
