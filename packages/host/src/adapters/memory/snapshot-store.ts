/** The snapshot store of a single process. */

import type { Snapshot, SnapshotName, SnapshotStore } from '../../ports/snapshot-store.ts';

/** A store whose snapshots can be taken back. */
export interface MemorySnapshotStore extends SnapshotStore {
  forget(name: SnapshotName): void;
}

/** An empty store; what it holds ends with the process. */
export function createMemorySnapshotStore(): MemorySnapshotStore {
  const snapshots: { [Name in SnapshotName]?: Snapshot<Name> } = {};
  return {
    publish: async (name, snapshot) => {
      snapshots[name] = snapshot;
    },
    latest: (name) => snapshots[name],
    forget: (name) => {
      delete snapshots[name];
    },
  };
}
