/**
 * Engine interface by which the host runs an engine on a universe: one tracker per symbol, one row per tracker, and one
 * head over all rows. A definition holds no state and asks for no bars; the universe brings them.
 */

import type { Bar } from '@barograph/core';
import type { Venue } from './parameters.ts';
import type { Publication } from './published.ts';
import type { BarFault } from './shapes/quality.ts';

/** Funding and open interest of a perp at the moment of a refresh. */
export interface PerpNow {
  /** Fraction of the notional per hour; null where it is not known. */
  readonly fundingRate: number | null;
  /** USD; null where it is not known. */
  readonly openInterestUsd: number | null;
}

/** Facts about a symbol before any engine runs. */
export interface SymbolFacts {
  readonly symbol: string;
  readonly source: Venue;
  readonly pegged: boolean;
  /** Quote units of the closed hours of the last 24 h that are there; null when there is none. */
  readonly volume24h: number | null;
  /** Symbols of the perp venue, so that a spot pair can name its perp. */
  readonly perps: ReadonlySet<string>;
  /** State of those perps that a source knows, by symbol; empty where no engine of the universe reads it. */
  readonly perpsNow: ReadonlyMap<string, PerpNow>;
  /** Hours that closed since the bars last came: 0 is fresh. */
  readonly staleCycles: number;
  /** Faults of its recent bars; left out without any. */
  readonly faults?: readonly BarFault[];
}

/** Tracker of the bars of one symbol. It gets what it has a method for, each bar once, in order. */
export interface EngineTracker {
  /** A closed hour. */
  hour?(bar: Bar): void;
  /** A completed UTC day, after the hour that completed it; days alone where the source has no hours. */
  day?(bar: Bar): void;
  /** JSON-safe; `create` goes on from it. */
  snapshot(): unknown;
}

/** One symbol of the universe, as one engine sees it. */
export interface Member<Tracker, Row> {
  readonly about: SymbolFacts;
  readonly tracker: Tracker;
  readonly row: Row;
}

/** An engine's memory of the whole market, such as one breadth per archived day. */
export interface MarketMemory<Tracker, Row, State> {
  /** Of the state's shape and meaning, apart from the config's: a changed threshold must not wipe an archive. */
  readonly version: string;
  readonly start: State;
  /**
   * The state after a refresh. There may be many in an hour: return `state` itself when there is nothing to add, and
   * take no sample twice.
   */
  next(state: State, members: readonly Member<Tracker, Row>[], asOf: number): State;
}

/** Inputs of the head of a snapshot. */
export interface Seen<Tracker, Row, State> {
  /** Every symbol of the universe, those that have no record included. */
  readonly members: readonly Member<Tracker, Row>[];
  /** Symbols whose row has no record yet. */
  readonly warming: readonly string[];
  /** The engine's memory, this refresh included; undefined when it has none. */
  readonly market: State;
  readonly asOf: number;
}

/** Rows of an engine that stands before this one, by its name: no feature imports another. */
export interface RowsOf<Row> {
  readonly name: string;
  /** Never there: carries the type. */
  readonly rowType?: Row;
}

/**
 * Rows of the engine of that name; the host runs it before those that need it.
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
 * An engine, exactly typed.
 *
 * @typeParam Record a row as it is published; the type of `encode`.
 * @typeParam Head what belongs to all records.
 * @typeParam Before rows of other engines that a row is made with, by the keys under which `needs` lists the engines.
 * @typeParam State what is remembered of the market.
 */
export interface Engine<
  Record,
  Head,
  Tracker extends EngineTracker,
  Row,
  Before = NoRows,
  State = undefined,
> extends Publication<Record, Head> {
  /** Of the config. States of another version are left alone, and bars are read again. */
  readonly version: string;
  /** Engines whose rows `row` gets. */
  readonly needs: { readonly [Key in keyof Before]: RowsOf<Before[Key]> };
  /** Set where rows are made with the state of perps: their sources then stand among those of the snapshot. */
  readonly readsPerps?: true;
  /** A tracker, new or continued. @throws when it cannot go on from a snapshot: bars are then read again. */
  create(resume?: ReturnType<Tracker['snapshot']>): Tracker;
  /** The row of a symbol at a moment: of a stale symbol, at the moment when its bars last came. */
  row(tracker: Tracker, about: SymbolFacts, asOf: number, before: Before): Row;
  /** The row on the wire; undefined while there is too little history for one. */
  encode(row: Row): Record | undefined;
  readonly market?: MarketMemory<Tracker, Row, State>;
  /** Builds the fields common to all rows. Linear in the symbols. */
  head(seen: Seen<Tracker, Row, State>): Head;
}

/**
 * Any engine, whatever its types: parameters of methods may be narrower than declared, which lets one list hold them
 * all. The universe hands to an engine only what that engine made, or what was stored under its name and version.
 */
export type AnyEngine = Engine<unknown, unknown, EngineTracker, unknown, Readonly<Record<string, unknown>>, unknown>;
