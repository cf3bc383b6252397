/**
 * Snapshots that replicas share: published through the store, and kept ready in the memory of each. `latest` never
 * waits; a replica that did not compute a snapshot has it as soon as it was told of it.
 */

import { PUBLICATIONS, type Service } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { Logger } from 'pino';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';
import { jsonText } from '../../store/json-text.ts';
import type { Listener } from '../../store/listener.ts';
import type { Snapshots } from '../../store/snapshots.ts';
import type { Publisher } from '../../work/publish.ts';
import { createMemorySnapshotStore } from '../memory/snapshot-store.ts';

export interface SharedSnapshotStore extends SnapshotStore, Publisher {
  /** Reads what is published, and listens from then on. */
  open(): Promise<void>;
  /** Forgets what speaks of a moment after `now`: a replay has begun again. */
  rewind(now: number): Promise<void>;
  close(): void;
}

/**
 * @param timeline keeps the snapshots of one market apart from those of another in the same store.
 * @param publications everything that may be published.
 */
export function createSharedSnapshotStore(
  snapshots: Snapshots,
  listener: Listener,
  timeline: string,
  log: Logger,
  publications: Service['publications'] = PUBLICATIONS,
): SharedSnapshotStore {
  /** Versions of the stored shapes by name; another version is not read. */
  const versions: ReadonlyMap<string, string> = new Map(publications.map(({ name, snapshot }) => [name, snapshot]));
  const names = [...versions.keys()];
  /** @throws {UsageError} nothing is published under that name. */
  const versionOf = (name: string): string => {
    const version = versions.get(name);
    if (version === undefined) throw new UsageError(`"name" expected a publication of the service, got ${name}`);
    return version;
  };
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
        for (const name of names.filter((one) => heard === undefined || heard === storedName(one))) {
          take(name).catch((error: unknown) => log.warn({ err: error, name }, 'a snapshot could not be read'));
        }
      });
      for (const name of names) await take(name);
    },
    latest: <Row, Head>(name: string) => memory.latest<Row, Head>(name),
    publish: async (name, snapshot) => {
      await memory.publish(name, snapshot);
      const { asOf, head, records } = snapshot;
      const texts = { head: jsonText(head), records: records.map(({ json }) => json) };
      await snapshots.publishTexts({ name: storedName(name), asOf, version: versionOf(name), ...texts });
    },
    publishText: async ({ name, head, records }, asOf) => {
      const version = versionOf(name);
      await memory.publishText({ name, head, records }, asOf);
      await snapshots.publishTexts({ name: storedName(name), asOf, version, head, records });
    },
    rewind: async (now) => {
      for (const name of names) {
        if ((memory.latest(name)?.asOf ?? -Infinity) <= now) continue;
        memory.forget(name);
        await snapshots.remove(storedName(name));
      }
    },
    close: () => stopListening(),
  };
}
