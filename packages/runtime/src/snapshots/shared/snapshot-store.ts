/**
 * Snapshots shared by replicas: published through the store and cached in the memory of each. `latest` never waits. A replica
 * loads another replica's snapshot on the store's notification or with the next poll.
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
  /** All current snapshots, by name. */
  all(): readonly (readonly [name: string, snapshot: Published<unknown, unknown>])[];
  /** Loads the published snapshots, and listens for new ones. */
  open(): Promise<void>;
  /** Drops snapshots of moments after `now`: a replay has restarted. */
  rewind(now: number): Promise<void>;
  close(): void;
}

/** Interval of the poll for snapshots whose notification was lost, ms. */
const POLL_MS = 1000;

/** Publications of a market by their names in the store. */
function stored(publications: Service['publications'], timeline: string) {
  const byName = new Map(publications.map((publication) => [publication.name, publication]));
  /** @throws {UsageError} when no publication has the name. */
  const publicationOf = (name: string): Publication<unknown, unknown> => {
    const found = byName.get(name);
    if (found === undefined) throw new UsageError(`"name" expected a publication of the service, got ${name}`);
    return found;
  };
  return {
    names: [...byName.keys()],
    storedName: (name: string): string => `${timeline}/${name}`,
    publicationOf,
    /** Version of the stored shape; rows with another version are ignored. */
    versionOf: (name: string): string => publicationOf(name).snapshot,
  };
}

/** Snapshot as texts. */
function textsOf({ asOf, head, records, provenance }: Published<unknown, unknown>) {
  return { asOf, provenance, head: jsonText(head), records: records.map(({ json }) => json) };
}

/** Archive and events of snapshots published here; optional. */
export interface SnapshotKeeping {
  readonly archive?: Pick<SnapshotArchive, 'keep'> | undefined;
  /** Events of changed states. */
  readonly changes?: ChangeTelling | undefined;
}

/** Writes to the shared store, and to archive and events. */
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
    /** Stores a new snapshot with its events and in the archive, both with the same moment. */
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

/** Loads snapshots of other replicas into memory. */
function createTaking(
  snapshots: Snapshots,
  { names, storedName, publicationOf, versionOf }: ReturnType<typeof stored>,
  memory: ReturnType<typeof createMemorySnapshotStore>,
  give: ReturnType<typeof writer>['give'],
  log: Logger,
) {
  /**
   * Sets an invalid row aside for inspection, whatever its moment, so that the next one can be stored. This replica's own
   * snapshot replaces it; without one, it is computed at the start or at the next slot.
   */
  const setAside = async (name: string, row: SnapshotRow, fault: string): Promise<void> => {
    if (!(await snapshots.setAside(row))) return;
    log.error({ name, asOf: row.asOf, fault }, 'snapshot set aside');
    const known = memory.latest(name);
    if (known !== undefined) await give(name, known);
  };

  /** Revision of the last row read, by store name. */
  const seen = new Map<string, string>();

  /** Loads the publication of a name when it is newer than the known one. */
  const take = async (name: string): Promise<void> => {
    const known = memory.latest(name)?.asOf ?? -1;
    const row = await snapshots.newerTexts(storedName(name), versionOf(name), known);
    if (row === undefined) return undefined;
    seen.set(row.name, row.revision);
    // A failed run changes the provenance of unchanged rows.
    if (row.asOf === known) return memory.publishProvenance(name, known, row.provenance ?? []);
    if (!row.isList) return setAside(name, row, '/records is not a list');
    const snapshot = await parsedSnapshot({ ...row, name }, row.asOf);
    const fault = faultOf(publicationOf(name).shape, snapshot);
    // A row replaced since then has another revision, and stays.
    if (fault !== undefined) return setAside(name, row, fault);
    memory.receive(name, snapshot);
    return undefined;
  };

  const tryToTake = async (name: string, revision?: string): Promise<void> => {
    const before = seen.get(storedName(name));
    try {
      await take(name);
      // A row of another version is skipped, and checked only once.
      if (revision !== undefined && seen.get(storedName(name)) === before) seen.set(storedName(name), revision);
    } catch (error) {
      log.warn({ err: error, name }, 'failed to read snapshot');
    }
  };

  /**
   * Loads publications whose notification was missed. A replica answers from memory, so it polls regardless of readers: one
   * statement without the texts.
   */
  const poll = async (): Promise<void> => {
    const rows = await snapshots.revisions(names.map(storedName)).catch(() => []);
    const revisions = new Map(rows.map(({ name, revision }) => [name, revision]));
    for (const name of names) {
      const revision = revisions.get(storedName(name));
      if (revision !== undefined && seen.get(storedName(name)) !== revision) await tryToTake(name, revision);
    }
  };

  return { take, tryToTake, poll };
}

/**
 * Creates the snapshots of a replica, without loading any.
 * @param timeline separates the snapshots of markets that share a store.
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
  const { names, storedName, publicationOf } = published;
  const { give, keep } = writer(snapshots, published, keeping);
  const memory = createMemorySnapshotStore();

  const { take, tryToTake, poll } = createTaking(snapshots, published, memory, give, log);
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;

  let stopListening = (): void => {};
  const close = (): void => {
    stopListening();
    clearInterval(timer);
  };

  return {
    open: async () => {
      close();
      stopListening = listener.on('snapshots', (changed) => {
        // Without a name: any notification may have been missed.
        for (const name of names) if (changed === undefined || changed === storedName(name)) void tryToTake(name);
      });
      for (const name of names) await take(name);
      timer = setInterval(() => {
        polling ??= poll().finally(() => (polling = undefined));
      }, POLL_MS).unref();
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
    close,
  };
}
