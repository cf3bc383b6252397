/**
 * Snapshots that replicas share: published through the store, and kept ready in the memory of each. `latest` never
 * waits; a replica that did not compute a snapshot loads it on the store's notification.
 */

import { PUBLICATIONS, type Published, type Publication, type Service } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { Logger } from 'pino';
import type { SnapshotStore } from '../snapshot-store.ts';
import { jsonText, type Listener, type SnapshotRow, type Snapshots } from '@barograph/store';
import { parsedSnapshot, type Publisher } from '../../publish.ts';
import { createMemorySnapshotStore } from '../memory/snapshot-store.ts';
import type { ChangeTelling } from './change-telling.ts';
import type { SnapshotArchive } from './snapshot-archive.ts';
import { faultOf } from './snapshot-shapes.ts';

export interface SharedSnapshotStore extends SnapshotStore, Publisher {
  /** Everything that is served now, by name. */
  all(): readonly (readonly [name: string, snapshot: Published<unknown, unknown>])[];
  /** Reads what is published, and listens from then on. */
  open(): Promise<void>;
  /** Drops snapshots of moments after `now`: a replay has restarted. */
  rewind(now: number): Promise<void>;
  close(): void;
}

/** Names of publications in the store of a market, and what they are. */
function stored(publications: Service['publications'], timeline: string) {
  const byName = new Map(publications.map((one) => [one.name, one]));
  /** @throws {UsageError} nothing is published under that name. */
  const publicationOf = (name: string): Publication<unknown, unknown> => {
    const found = byName.get(name);
    if (found === undefined) throw new UsageError(`"name" expected a publication of the service, got ${name}`);
    return found;
  };
  return {
    names: [...byName.keys()],
    storedName: (name: string): string => `${timeline}/${name}`,
    publicationOf,
    /** Of the stored shape; another version is not read. */
    versionOf: (name: string): string => publicationOf(name).snapshot,
  };
}

/** A snapshot as texts. */
function textsOf({ asOf, head, records, provenance }: Published<unknown, unknown>) {
  return { asOf, provenance, head: jsonText(head), records: records.map(({ json }) => json) };
}

/** Archive and events of the snapshots that are published here; none when left out. */
export interface SnapshotKeeping {
  readonly archive?: Pick<SnapshotArchive, 'keep'> | undefined;
  /** Events of changed states. */
  readonly changes?: ChangeTelling | undefined;
}

/** Writes to the store that the replicas share, and to what is kept beside it. */
function writer(
  snapshots: Snapshots,
  { storedName, versionOf }: ReturnType<typeof stored>,
  { archive, changes }: SnapshotKeeping,
) {
  const row = (name: string, { asOf, head, records, provenance }: Parameters<SnapshotArchive['keep']>[1]) => {
    return { name: storedName(name), version: versionOf(name), asOf, head, records, provenance };
  };
  return {
    /** Stores a snapshot for the other replicas. */
    give: async (name: string, snapshot: Published<unknown, unknown>): Promise<void> => {
      await snapshots.publishTexts(row(name, textsOf(snapshot)));
    },
    /** The same of a new one: with its events, and in the archive, both with the same moment. */
    keep: async (
      name: string,
      snapshot: Published<unknown, unknown>,
      texts: Parameters<SnapshotArchive['keep']>[1],
    ): Promise<void> => {
      const telling = changes?.(name, snapshot, texts);
      await Promise.all([
        snapshots.publishTexts(row(name, texts), telling),
        archive?.keep(name, texts, telling?.seenAt),
      ]);
    },
  };
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
  keeping: SnapshotKeeping = {},
): SharedSnapshotStore {
  const published = stored(publications, timeline);
  const { names, storedName, publicationOf, versionOf } = published;
  const { give, keep } = writer(snapshots, published, keeping);
  const memory = createMemorySnapshotStore();

  /**
   * Takes a row that is broken out of the way of the next one, whatever moment it claims, and keeps it for a look. What
   * this replica still has replaces it; without that it is computed, at the start or at the next slot.
   */
  const setAside = async (name: string, row: SnapshotRow, fault: string): Promise<void> => {
    if (!(await snapshots.setAside(row))) return;
    log.error({ name, asOf: row.asOf, fault }, 'snapshot set aside');
    const known = memory.latest(name);
    if (known !== undefined) await give(name, known);
  };

  /** Reads what is published under a name, when it is newer than what is known. */
  const take = async (name: string): Promise<void> => {
    const known = memory.latest(name)?.asOf ?? -1;
    const row = await snapshots.newerTexts(storedName(name), versionOf(name), known);
    if (row === undefined) return undefined;
    // A run that failed has changed what the same rows say of their sources.
    if (row.asOf === known) return memory.publishProvenance(name, known, row.provenance ?? []);
    if (!row.isList) return setAside(name, row, '/records is not a list');
    const snapshot = await parsedSnapshot({ ...row, name }, row.asOf);
    const fault = faultOf(publicationOf(name).shape, snapshot);
    // A row that was replaced since has another revision, and stays.
    if (fault !== undefined) return setAside(name, row, fault);
    memory.receive(name, snapshot);
    return undefined;
  };

  let stopListening = (): void => {};

  return {
    open: async () => {
      stopListening();
      stopListening = listener.on('snapshots', (changed) => {
        // Without a name: anything may have been missed.
        for (const name of names.filter((one) => changed === undefined || changed === storedName(one))) {
          take(name).catch((error: unknown) => log.warn({ err: error, name }, 'failed to read snapshot'));
        }
      });
      for (const name of names) await take(name);
    },
    latest: <Row, Head>(name: string) => memory.latest<Row, Head>(name),
    all: () =>
      names.flatMap((name) => {
        const snapshot = memory.latest(name);
        return snapshot === undefined ? [] : [[name, snapshot] as const];
      }),
    publish: async (name, snapshot) => {
      await memory.publish(name, snapshot);
      await keep(name, snapshot, textsOf(snapshot));
    },
    publishText: async (text, asOf) => {
      publicationOf(text.name);
      const snapshot = await parsedSnapshot(text, asOf);
      await memory.publish(text.name, snapshot);
      await keep(text.name, snapshot, { ...text, asOf });
    },
    publishProvenance: async (name, asOf, provenance) => {
      await memory.publishProvenance(name, asOf, provenance);
      const known = memory.latest(name);
      await Promise.all([
        snapshots.publishProvenance(storedName(name), asOf, provenance),
        known?.asOf === asOf ? keeping.archive?.keep(name, { ...textsOf(known), provenance }) : undefined,
      ]);
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
