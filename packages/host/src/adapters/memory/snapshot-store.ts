/** The snapshot store of a single process. */

import type { Snapshot, SnapshotName, SnapshotStore } from '../../ports/snapshot-store.ts';

/** An empty store; what it holds ends with the process. */
export function createMemorySnapshotStore(): SnapshotStore {
  const snapshots: { [Name in SnapshotName]?: Snapshot<Name> } = {};
  return {
    publish: async (name, snapshot) => {
      snapshots[name] = snapshot;
    },
    latest: (name) => snapshots[name],
  };
}
