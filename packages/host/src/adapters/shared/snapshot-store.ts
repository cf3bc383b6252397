/**
 * Snapshots that replicas share: published through the store, and kept ready in the memory of each. `latest` never
 * waits; a replica that did not compute a snapshot has it as soon as it was told of it.
 */

import { PUBLICATIONS } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { Logger } from 'pino';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';
import { jsonText } from '../../store/json-text.ts';
import type { Listener } from '../../store/listener.ts';
import type { Snapshots } from '../../store/snapshots.ts';
import type { Publisher } from '../../work/publish.ts';
import { createMemorySnapshotStore } from '../memory/snapshot-store.ts';

/** Versions of the stored shapes by name; another version is not read. */
const VERSIONS: ReadonlyMap<string, string> = new Map(PUBLICATIONS.map(({ name, snapshot }) => [name, snapshot]));
const NAMES = [...VERSIONS.keys()];

/** @throws {UsageError} nothing is published under that name. */
function versionOf(name: string): string {
  const version = VERSIONS.get(name);
  if (version === undefined) throw new UsageError(`"name" expected a publication of the contract, got ${name}`);
  return version;
}

export interface SharedSnapshotStore extends SnapshotStore, Publisher {
  /** Reads what is published, and listens from then on. */
  open(): Promise<void>;
  /** Forgets what speaks of a moment after `now`: a replay has begun again. */
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
  const storedName = (name: string): string => `${timeline}/${name}`;

  /** Reads what is published under a name, when it is newer than what is known. */
  const take = async (name: string): Promise<void> => {
    const known = memory.latest(name)?.asOf ?? -1;
    const stored = await snapshots.newerTexts(storedName(name), versionOf(name), known);
    if (stored === undefined) return;
    // Published by a replica under this very version, or the version would be another.
    await memory.receiveText({ ...stored, name }, stored.asOf);
  };

  let stopListening = (): void => {};

  return {
    open: async () => {
      stopListening = listener.on('snapshots', (heard) => {
        // Without a name: anything may have been missed.
        for (const name of NAMES.filter((one) => heard === undefined || heard === storedName(one))) {
          take(name).catch((error: unknown) => log.warn({ err: error, name }, 'a snapshot could not be read'));
        }
      });
      for (const name of NAMES) await take(name);
    },
    latest: <Row, Head>(name: string) => memory.latest<Row, Head>(name),
    publish: async (name, snapshot) => {
      await memory.publish(name, snapshot);
      const { asOf, head, records, provenance } = snapshot;
      const texts = { head: jsonText(head), records: records.map(({ json }) => json) };
      await snapshots.publishTexts({ name: storedName(name), asOf, version: versionOf(name), provenance, ...texts });
    },
    publishText: async (snapshot, asOf) => {
      const version = versionOf(snapshot.name);
      await memory.publishText(snapshot, asOf);
      await snapshots.publishTexts({ ...snapshot, name: storedName(snapshot.name), asOf, version });
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
