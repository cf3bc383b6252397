/**
 * Interface by which the host runs an engine on a universe: a tracker per symbol, a row per tracker, and a
 * head over all rows. A definition is stateless and requests no bars; the universe supplies them.
 */

import type { Bar } from '@barograph/core';
import type { Venue } from './parameters.ts';
import type { Publication } from './published.ts';
import type { BarFault } from './shapes/quality.ts';

/** Funding and open interest of a perp at a refresh. */
export interface PerpNow {
  /** Fraction of the notional per hour; null when unknown. */
  readonly fundingRate: number | null;
  /** USD; null when unknown. */
  readonly openInterestUsd: number | null;
}

/** Facts about a symbol before any engine runs. */
export interface SymbolFacts {
  readonly symbol: string;
  readonly source: Venue;
  readonly pegged: boolean;
  /** Quote volume of the known closed hours of the last 24 h; null without any. */
  readonly volume24h: number | null;
  /** Symbols of the perp venue, which map a spot pair to its perp. */
  readonly perps: ReadonlySet<string>;
  /** Known state of perps, by symbol; empty when no engine of the universe reads it. */
  readonly perpsNow: ReadonlyMap<string, PerpNow>;
  /** Hours closed since the last bars; 0 is fresh. */
  readonly staleCycles: number;
  /** Faults of its recent bars; absent without faults. */
  readonly faults?: readonly BarFault[];
}

/** Tracker of a symbol's bars. It receives the bars of its methods, each once, in order. */
export interface EngineTracker {
  /** Adds a closed hour. */
  hour?(bar: Bar): void;
  /** Adds a completed UTC day, after its last hour; only days when the source has no hours. */
  day?(bar: Bar): void;
  /** JSON-safe state, from which `create` continues. */
  snapshot(): unknown;
}

/** Symbol of the universe with an engine's data. */
export interface Member<Tracker, Row> {
  readonly about: SymbolFacts;
  readonly tracker: Tracker;
  readonly row: Row;
}

/** An engine's memory of the whole market, such as one breadth per archived day. */
export interface MarketMemory<Tracker, Row, State> {
  /** Version of the state's shape and meaning, separate from the config's, so that a changed threshold does not wipe an archive. */
  readonly version: string;
  readonly start: State;
  /**
   * Returns the state after a refresh. There may be many refreshes per hour: return `state` itself without news, and
   * add no sample twice.
   */
  next(state: State, members: readonly Member<Tracker, Row>[], asOf: number): State;
}

/** Inputs of the head of a snapshot. */
export interface Seen<Tracker, Row, State> {
  /** Every symbol of the universe, including symbols without a record. */
  readonly members: readonly Member<Tracker, Row>[];
  /** Symbols without a record yet. */
  readonly warming: readonly string[];
  /** The engine's memory, including this refresh; undefined without a memory. */
  readonly market: State;
  readonly asOf: number;
}

/** Rows of a preceding engine, by name, because features do not import each other. */
export interface RowsOf<Row> {
  readonly name: string;
  /** Type marker, never set. */
  readonly rowType?: Row;
}

/**
 * Refers to the rows of an engine, which the host runs before engines that need it.
 *
 * @example
 * const VOLUME_ROWS = rowsOf<{ readonly volume24h: number | null }>('volume'); // in the `needs` of another engine
 * VOLUME_ROWS.name; // → 'volume'
 */
export function rowsOf<Row>(name: string): RowsOf<Row> {
  return Object.freeze({ name });
}
type NoRows = Readonly<Record<string, never>>;

/**
 * Precisely typed engine.
 *
 * @typeParam Record published row, returned by `encode`.
 * @typeParam Head fields common to all records.
 * @typeParam Before rows of other engines used by a row, by the keys of `needs`.
 * @typeParam State memory of the market.
 */
export interface Engine<
  Record,
  Head,
  Tracker extends EngineTracker,
  Row,
  Before = NoRows,
  State = undefined,
> extends Publication<Record, Head> {
  /** Version of the config. States of another version are ignored, and bars are read again. */
  readonly version: string;
  /** Engines whose rows `row` gets. */
  readonly needs: { readonly [Key in keyof Before]: RowsOf<Before[Key]> };
  /** Set when rows use the state of perps, whose sources are then listed in the snapshot. */
  readonly readsPerps?: true;
  /** Creates a tracker, or continues a stored one. @throws when it cannot continue from a snapshot; bars are then read again. */
  create(resume?: ReturnType<Tracker['snapshot']>): Tracker;
  /** Row of a symbol; for a stale symbol, at the time of its last bars. */
  row(tracker: Tracker, about: SymbolFacts, asOf: number, before: Before): Row;
  /** Encodes the row; undefined while the history is too short. */
  encode(row: Row): Record | undefined;
  readonly market?: MarketMemory<Tracker, Row, State>;
  /** Builds the fields common to all rows. Linear in the symbols. */
  head(seen: Seen<Tracker, Row, State>): Head;
}

/**
 * Engine of any types: method parameters may be narrower than declared, so that a list can hold all
 * engines. The universe passes an engine only its own values, or values stored under its name and version.
 */
export type AnyEngine = Engine<unknown, unknown, EngineTracker, unknown, Readonly<Record<string, unknown>>, unknown>;
