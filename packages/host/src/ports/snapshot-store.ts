/**
 * Values between engines and handlers: computed and encoded once per refresh, then only read.
 * A store that several replicas share keeps its own copy fresh; `latest` never waits.
 */

import type { SignumBreadthWire, SignumItemWire } from '@barograph/contract';

/** What each snapshot holds: one head, and records. */
export interface SnapshotContents {
  readonly signum: { readonly head: SignumHead; readonly record: SignumItemWire };
}
/** Name of a snapshot. */
export type SnapshotName = keyof SnapshotContents;

/** What belongs to all SIGNUM_RGG rows. */
export interface SignumHead {
  readonly breadth: SignumBreadthWire;
  /** Symbols with too few completed days for a colour. */
  readonly warming: readonly string[];
}

/** A value on the wire and its JSON text, made once. */
export interface Encoded<Value> {
  readonly value: Value;
  readonly json: string;
}

/** One published state of an engine. Never changed after it was published. */
export interface Snapshot<Name extends SnapshotName> {
  /** The moment that the values speak of, epoch ms. */
  readonly asOf: number;
  readonly head: SnapshotContents[Name]['head'];
  readonly records: readonly Encoded<SnapshotContents[Name]['record']>[];
}

/** Where snapshots are published and read. */
export interface SnapshotStore {
  /** Replaces the snapshot of that name, whole, at once. */
  publish<Name extends SnapshotName>(name: Name, snapshot: Snapshot<Name>): Promise<void>;
  latest<Name extends SnapshotName>(name: Name): Snapshot<Name> | undefined;
}
