/**
 * Values between engines and handlers: computed and encoded once per refresh, then only read.
 * A store that several replicas share keeps its own copy fresh; `latest` never waits.
 */

import type {
  CycleCurrentWire,
  CycleHistoryEntryWire,
  HeatmapItemWire,
  Majors,
  QuantHead,
  QuantRecord,
  SignumBreadthWire,
  SignumItemWire,
  TechnicalBreadthWire,
  TechnicalItemWire,
  VolatilityIndexPointWire,
  VolatilityItemWire,
  VolumeDayWire,
  VolumeItemWire,
} from '@barograph/contract';
import type { MarketVolatility, VolatilityIndexPoint, VolatilityScore } from '@barograph/volatility';

/** Rows on the wire, and what belongs to all of them. */
export interface SnapshotContent {
  readonly head: unknown;
  readonly record: unknown;
}

/** What each snapshot holds: a line per engine. */
export interface SnapshotContents {
  readonly signum: { readonly head: SignumHead; readonly record: SignumItemWire };
  readonly volatility: { readonly head: VolatilityHead; readonly record: VolatilityItemWire };
  readonly volume: { readonly head: VolumeHead; readonly record: VolumeItemWire };
  readonly heatmap: { readonly head: NoHead; readonly record: HeatmapItemWire };
  readonly meme: { readonly head: SymbolsHead; readonly record: { readonly symbol: string } };
  readonly cycle: { readonly head: CycleHead; readonly record: CycleHistoryEntryWire };
  readonly quant: { readonly head: QuantHead; readonly record: QuantRecord };
  readonly technical: { readonly head: TechnicalHead; readonly record: TechnicalItemWire };
}
/** Name of a snapshot. */
export type SnapshotName = keyof SnapshotContents;

/** What belongs to the rows of symbols, at least. */
export interface SymbolsHead {
  /** Symbols with too little history for a row. */
  readonly warming: readonly string[];
}

/** What belongs to all SIGNUM_RGG rows. */
export interface SignumHead extends SymbolsHead {
  readonly breadth: SignumBreadthWire;
}

/** What belongs to all volatility rows, as the engine says it; null where not measurable. */
export interface VolatilityHead extends SymbolsHead {
  readonly market: MarketVolatility;
  readonly index: VolatilityIndexPoint;
  readonly score: VolatilityScore;
  readonly majors: Majors;
  /** Oldest first. */
  readonly history: readonly VolatilityIndexPointWire[];
}

/** What belongs to all volume rows. */
export interface VolumeHead extends SymbolsHead {
  /** The baselines by symbol, for details. */
  readonly days: Readonly<Record<string, readonly VolumeDayWire[]>>;
}

/** Nothing belongs to all rows. */
type NoHead = Readonly<Record<string, never>>;

/** The long-horizon regime; its records are the history, oldest first. */
export interface CycleHead {
  /** null before anything was read. */
  readonly current: CycleCurrentWire | null;
  /** The first refresh that was kept, epoch ms; null before it. */
  readonly archiveStart: number | null;
}

/** What belongs to all technical rows. */
export interface TechnicalHead extends SymbolsHead {
  readonly breadth: TechnicalBreadthWire;
}

/** A value on the wire and its JSON text, made once. */
export interface Encoded<Value> {
  readonly value: Value;
  readonly json: string;
}

/** One published state of an engine. Never changed after it was published. */
export interface SnapshotOf<Content extends SnapshotContent> {
  /** The moment that the values speak of, epoch ms. */
  readonly asOf: number;
  readonly head: Content['head'];
  readonly records: readonly Encoded<Content['record']>[];
}
/** The snapshot of a name. */
export type Snapshot<Name extends SnapshotName> = SnapshotOf<SnapshotContents[Name]>;

/** Where snapshots are published and read. */
export interface SnapshotStore {
  /** Replaces the snapshot of that name, whole, at once. */
  publish<Name extends SnapshotName>(name: Name, snapshot: Snapshot<Name>): Promise<void>;
  latest<Name extends SnapshotName>(name: Name): Snapshot<Name> | undefined;
}
