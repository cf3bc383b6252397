/**
 * Snapshots that replicas share: published through the store, and kept ready in the memory of each. `latest` never
 * waits; a replica that did not compute a snapshot loads it on the store's notification.
 */

import type { Logger } from 'pino';
import type { SnapshotName, SnapshotStore } from '../../ports/snapshot-store.ts';
import { jsonText } from '../../store/json-text.ts';
import type { Listener } from '../../store/listener.ts';
import type { Snapshots } from '../../store/snapshots.ts';
import type { Publisher } from '../../work/publish.ts';
import { createMemorySnapshotStore } from '../memory/snapshot-store.ts';

/** The version of the shape that is stored, a line per snapshot; another version is not read. */
const VERSIONS: Readonly<Record<SnapshotName, string>> = {
  signum: 'signum-snapshot/1',
  volatility: 'volatility-snapshot/2',
  volume: 'volume-snapshot/1',
  heatmap: 'heatmap-snapshot/1',
  cycle: 'cycle-snapshot/1',
  technical: 'technical-snapshot/1',
  meme: 'meme-snapshot/1',
  quant: 'quant-snapshot/1',
};
const NAMES = Object.keys(VERSIONS).filter((name): name is SnapshotName => name in VERSIONS);

export interface SharedSnapshotStore extends SnapshotStore, Publisher {
  /** Reads what is published, and listens from then on. */
  open(): Promise<void>;
  /** Drops snapshots of moments after `now`: a replay has restarted. */
  rewind(now: number): Promise<void>;
  close(): void;
}

/** @param timeline keeps the snapshots of one market apart from those of another in the same store. */
export function createSharedSnapshotStore(
  snapshots: Snapshots,
  listener: Listener,
  timeline: string,
  log: Logger,
): SharedSnapshotStore {
  const memory = createMemorySnapshotStore();
  const storedName = (name: SnapshotName): string => `${timeline}/${name}`;

  /** Reads what is published under a name, when it is newer than what is known. */
  const take = async (name: SnapshotName): Promise<void> => {
    const known = memory.latest(name)?.asOf ?? -1;
    const stored = await snapshots.newerTexts(storedName(name), VERSIONS[name], known);
    if (stored === undefined) return;
    // Published by a replica under this very version, or the version would be another.
    await memory.receiveText({ ...stored, name }, stored.asOf);
  };
  const isKnown = (name: string): name is SnapshotName => name in VERSIONS;

  let stopListening = (): void => {};

  return {
    open: async () => {
      stopListening = listener.on('snapshots', (changed) => {
        // Without a name: anything may have been missed.
        for (const name of NAMES.filter((one) => changed === undefined || changed === storedName(one))) {
          take(name).catch((error: unknown) => log.warn({ err: error, name }, 'failed to read snapshot'));
        }
      });
      for (const name of NAMES) await take(name);
    },
    latest: (name) => memory.latest(name),
    publish: async (name, snapshot) => {
      await memory.publish(name, snapshot);
      const { asOf, head, records } = snapshot;
      const texts = { head: jsonText(head), records: records.map(({ json }) => json) };
      await snapshots.publishTexts({ name: storedName(name), asOf, version: VERSIONS[name], ...texts });
    },
    publishText: async ({ name, head, records }, asOf) => {
      if (!isKnown(name)) throw new Error(`"name" expected a snapshot, got ${name}`);
      await memory.publishText({ name, head, records }, asOf);
      await snapshots.publishTexts({ name: storedName(name), asOf, version: VERSIONS[name], head, records });
    },
    rewind: async (now) => {
      for (const name of NAMES) {
        if ((memory.latest(name)?.asOf ?? -Infinity) <= now) continue;
        memory.forget(name);
        await snapshots.remove(storedName(name));
      }
    },
    close: () => stopListening(),
  };
}
