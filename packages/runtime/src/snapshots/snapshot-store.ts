/**
 * Values between engines and operations: computed and encoded once per refresh, then only read. A store that several
 * replicas share keeps its own copy fresh; `latest` never waits.
 */

import type { Published } from '@barograph/contract';

/** Store of published snapshots, by the names of the contract's publications. */
export interface SnapshotStore {
  /** Replaces the snapshot of that name, whole, at once. */
  publish(name: string, snapshot: Published<unknown, unknown>): Promise<void>;
  /** The last snapshot of a name. The caller names the types of the publication. */
  latest<Row = unknown, Head = unknown>(name: string): Published<Row, Head> | undefined;
}
