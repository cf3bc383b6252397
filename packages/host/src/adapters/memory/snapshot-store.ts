/** The snapshot store of a single process. */

import type { Snapshot, SnapshotName, SnapshotStore } from '../../ports/snapshot-store.ts';

/** A store whose snapshots can be taken back. */
export interface MemorySnapshotStore extends SnapshotStore {
  forget(name: SnapshotName): void;
}

/** An empty store; what it holds ends with the process. */
export function createMemorySnapshotStore(): MemorySnapshotStore {
  const snapshots = new Map<SnapshotName, unknown>();
  return {
    publish: async (name, snapshot) => {
      snapshots.set(name, snapshot);
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `publish` keeps under a name what is of that name
    latest: <Name extends SnapshotName>(name: Name) => snapshots.get(name) as Snapshot<Name> | undefined,
    forget: (name) => {
      snapshots.delete(name);
    },
  };
}
