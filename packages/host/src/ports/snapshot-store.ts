/**
 * Values between engines and handlers: computed and encoded once per refresh, then only read.
 * A store that several replicas share keeps its own copy fresh; `latest` never waits.
 */

import type {
  CycleHead,
  CycleHistoryEntryWire,
  HeatmapItemWire,
  QuantCoinWire,
  QuantHorizon,
  QuantMarketWire,
  QuantVolatility,
  SignumBreadthWire,
  SignumItemWire,
  TechnicalBreadthWire,
  TechnicalItemWire,
  VolatilityHead,
  VolatilityRowWire,
  VolumeHead,
  VolumeRowWire,
} from '@barograph/contract';

/** Rows on the wire, and what belongs to all of them. */
export interface SnapshotContent {
  readonly head: unknown;
  readonly record: unknown;
}

/** Contents of each snapshot: a line per engine. */
export interface SnapshotContents {
  readonly signum: { readonly head: SignumHead; readonly record: SignumItemWire };
  readonly volatility: { readonly head: VolatilityHead; readonly record: VolatilityRowWire };
  readonly volume: { readonly head: VolumeHead; readonly record: VolumeRowWire };
  readonly heatmap: { readonly head: NoHead; readonly record: HeatmapItemWire };
  readonly meme: { readonly head: SymbolsHead; readonly record: { readonly symbol: string } };
  readonly cycle: { readonly head: CycleHead; readonly record: CycleHistoryEntryWire };
  readonly quant: { readonly head: QuantHead; readonly record: QuantRecord };
  readonly technical: { readonly head: TechnicalHead; readonly record: TechnicalItemWire };
}
/** Name of a snapshot. */
export type SnapshotName = keyof SnapshotContents;

/** Fields common to the heads of symbol rows. */
export interface SymbolsHead {
  /** Symbols with too little history for a row. */
  readonly warming: readonly string[];
}

/** Head of the SIGNUM_RGG rows. */
export interface SignumHead extends SymbolsHead {
  readonly breadth: SignumBreadthWire;
}

/** Nothing belongs to all rows. */
type NoHead = Readonly<Record<string, never>>;

/** Head of the nowcast of perps: the market, and the model in use. */
export interface QuantHead extends SymbolsHead {
  readonly modelVersion: string;
  readonly sha256: string;
  /** null before the market has an hour. */
  readonly market: Readonly<Record<QuantHorizon, QuantMarketWire>> | null;
}

/** Published record of a perp. */
export interface QuantRecord {
  readonly symbol: string;
  readonly coin: QuantCoinWire;
  readonly volatility: QuantVolatility;
  /** USD; null where it is not known. */
  readonly openInterestUsd: number | null;
}

/** Head of the technical rows. */
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
  /** Moment of the values, epoch ms. */
  readonly asOf: number;
  readonly head: Content['head'];
  readonly records: readonly Encoded<Content['record']>[];
}
/** The snapshot of a name. */
export type Snapshot<Name extends SnapshotName> = SnapshotOf<SnapshotContents[Name]>;

/** Store of published snapshots. */
export interface SnapshotStore {
  /** Replaces the snapshot of that name, whole, at once. */
  publish<Name extends SnapshotName>(name: Name, snapshot: Snapshot<Name>): Promise<void>;
  latest<Name extends SnapshotName>(name: Name): Snapshot<Name> | undefined;
}
