/** The snapshot store of a single process. */

import type { Published } from '@barograph/contract';
import { isDeepStrictEqual } from 'node:util';
import type { SnapshotStore } from '../snapshot-store.ts';
import { parsedSnapshot, type Publisher } from '../../publish.ts';

/** A store whose snapshots can be taken back. */
export interface MemorySnapshotStore extends SnapshotStore, Publisher {
  forget(name: string): void;
  /** Takes a snapshot of another replica, unless a newer one is known. */
  receive(name: string, snapshot: Published<unknown, unknown>): void;
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
    publishProvenance: async (name, asOf, provenance) => {
      const known = snapshots.get(name);
      // Equal ones keep the answers that were made of this very snapshot.
      if (known?.asOf !== asOf || isDeepStrictEqual(known.provenance ?? [], provenance)) return;
      snapshots.set(name, { ...known, provenance });
    },
    receive: (name, snapshot) => {
      if (snapshot.asOf > (snapshots.get(name)?.asOf ?? -Infinity)) snapshots.set(name, snapshot);
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the types of that publication
    latest: <Row, Head>(name: string) => snapshots.get(name) as Published<Row, Head> | undefined,
    forget: (name) => {
      snapshots.delete(name);
    },
  };
}
