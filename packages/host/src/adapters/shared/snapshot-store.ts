/**
 * Snapshots that replicas share: published through the store, and kept ready in the memory of each. `latest` never
 * waits; a replica that did not compute a snapshot has it as soon as it was told of it.
 */

import type { Logger } from 'pino';
import type { Snapshot, SnapshotContents, SnapshotName, SnapshotStore } from '../../ports/snapshot-store.ts';
import type { Listener } from '../../store/listener.ts';
import type { ReadSnapshot, Snapshots } from '../../store/snapshots.ts';
import { createMemorySnapshotStore } from '../memory/snapshot-store.ts';
import { faultOf } from './snapshot-shapes.ts';

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

export interface SharedSnapshotStore extends SnapshotStore {
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
  const storedName = (name: SnapshotName): string => `${timeline}/${name}`;

  const give = async <Name extends SnapshotName>(name: Name, snapshot: Snapshot<Name>): Promise<void> => {
    const { asOf, head, records } = snapshot;
    const values = records.map(({ value }) => value);
    await snapshots.publish({ name: storedName(name), asOf, version: VERSIONS[name], head, records: values });
  };

  /**
   * Takes a row that is broken out of the way of the next one, whatever moment it claims, and keeps it for a look. What
   * this replica still has replaces it; without that it is computed, at the start or at the next slot.
   */
  const setAside = async (name: SnapshotName, stored: ReadSnapshot, fault: string): Promise<void> => {
    if (!(await snapshots.setAside(stored))) return;
    log.error({ name, asOf: stored.asOf, fault }, 'snapshot set aside');
    const known = memory.latest(name);
    if (known !== undefined) await give(name, known);
  };

  /** What is published under a name, when it is readable and newer than what is known. */
  const newer = async <Name extends SnapshotName>(name: Name): Promise<Snapshot<Name> | undefined> => {
    const stored = await snapshots.latest(storedName(name));
    if (stored === undefined || stored.version !== VERSIONS[name]) return undefined;
    if (stored.asOf <= (memory.latest(name)?.asOf ?? -Infinity)) return undefined;
    const fault = faultOf(name, stored);
    if (fault !== undefined) {
      await setAside(name, stored, fault);
      return undefined;
    }
    // oxlint-disable typescript/no-unsafe-type-assertion -- of the shape of this very version, as just checked
    const head = stored.head as SnapshotContents[Name]['head'];
    const values = stored.records as readonly SnapshotContents[Name]['record'][];
    // oxlint-enable typescript/no-unsafe-type-assertion
    return { asOf: stored.asOf, head, records: values.map((value) => ({ value, json: JSON.stringify(value) })) };
  };
  const take = async (name: SnapshotName): Promise<void> => {
    const snapshot = await newer(name);
    if (snapshot !== undefined) await memory.publish(name, snapshot);
  };

  let stopListening = (): void => {};

  return {
    open: async () => {
      stopListening = listener.on('snapshots', () => {
        for (const name of NAMES) {
          take(name).catch((error: unknown) => log.warn({ err: error, name }, 'a snapshot could not be read'));
        }
      });
      for (const name of NAMES) await take(name);
    },
    latest: (name) => memory.latest(name),
    publish: async <Name extends SnapshotName>(name: Name, snapshot: Snapshot<Name>) => {
      await memory.publish(name, snapshot);
      await give(name, snapshot);
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
