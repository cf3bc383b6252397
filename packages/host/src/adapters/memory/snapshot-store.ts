/** The snapshot store of a single process. */

import type { Published } from '@barograph/contract';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';
import type { SnapshotText } from '../../work/producer.ts';
import { parsedSnapshot, type Publisher } from '../../work/publish.ts';

/** A store whose snapshots can be taken back. */
export interface MemorySnapshotStore extends SnapshotStore, Publisher {
  forget(name: string): void;
  /** Takes a snapshot of another replica, unless a newer one is known when it is parsed. */
  receiveText(snapshot: SnapshotText, asOf: number): Promise<void>;
}

/** An empty store; what it holds ends with the process. */
export function createMemorySnapshotStore(): MemorySnapshotStore {
  const snapshots = new Map<string, Published<unknown, unknown>>();
  return {
    publish: async (name, snapshot) => {
      snapshots.set(name, snapshot);
    },
    publishText: async (text, asOf) => {
      snapshots.set(text.name, await parsedSnapshot(text, asOf));
    },
    receiveText: async (text, asOf) => {
      const snapshot = await parsedSnapshot(text, asOf);
      if (asOf > (snapshots.get(text.name)?.asOf ?? -Infinity)) snapshots.set(text.name, snapshot);
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the types of that publication
    latest: <Row, Head>(name: string) => snapshots.get(name) as Published<Row, Head> | undefined,
    forget: (name) => {
      snapshots.delete(name);
    },
  };
}
