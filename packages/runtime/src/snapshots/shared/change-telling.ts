/** Events of state changes, stored atomically with the snapshot that causes them: once and in order. */

import {
  changeEvents,
  CHANGES_VERSION,
  detectChanges,
  encodeEvent,
  isWatched,
  type DataSource,
  type Detected,
  type KnownStates,
  type Published,
} from '@barograph/contract';
import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import { snapshotSha256, type SnapshotTelling } from '@barograph/store';
import type { SnapshotText } from '../../producer.ts';

/** Events of one snapshot. */
export interface Telling extends SnapshotTelling {
  /** Publication time of the snapshot, epoch ms. */
  readonly seenAt: number;
}

/** Event source of a publication; undefined when its states are not watched. */
export type ChangeTelling = (
  name: string,
  snapshot: Published<unknown, unknown>,
  texts: Pick<SnapshotText, 'head' | 'records'>,
) => Telling | undefined;

/** Dependencies of a market's change events. */
export interface ChangeTellingParts {
  /** Market name in the store. */
  readonly timeline: string;
  /** Market clock. */
  readonly clock: Pick<Clock, 'now'>;
  /** Kind of the source for snapshots without one. */
  readonly dataSource: DataSource;
  readonly log: Pick<Logger, 'error'>;
}

/** Stored states; empty for any other value. */
function knownStates(memory: unknown): KnownStates {
  if (typeof memory !== 'object' || memory === null || Array.isArray(memory)) return {};
  return Object.fromEntries(
    Object.entries(memory).flatMap(([subject, state]) => (typeof state === 'string' ? [[subject, state]] : [])),
  );
}

/** Change events of a market. */
export function createChangeTelling({ timeline, clock, dataSource: hosts, log }: ChangeTellingParts): ChangeTelling {
  return (name, snapshot, texts) => {
    if (!isWatched(name)) return undefined;
    const seenAt = clock.now();
    const bars = snapshot.provenance?.find(({ feed }) => feed === 'bars');
    const dataSource = bars?.kind ?? snapshot.dataSource ?? hosts;
    const detected = (known: KnownStates): Detected | undefined => {
      try {
        return detectChanges(name, snapshot, known);
      } catch (error) {
        // The snapshot is published even when its events fail.
        log.error({ err: error, name }, 'failed to detect changes');
        return undefined;
      }
    };
    return {
      seenAt,
      key: { engine: `changes@${timeline}`, scope: name, configVersion: CHANGES_VERSION },
      tell: async (memory) => {
        const known = knownStates(memory);
        const found = detected(known);
        if (found === undefined || found.known === known) return undefined;
        if (found.changes.length === 0) return { events: [], memory: found.known };
        const about = { name, asOf: snapshot.asOf, sha256: await snapshotSha256(texts) };
        const events = changeEvents(found.changes, { seenAt, dataSource, snapshot: about });
        return { events: events.map(encodeEvent), memory: found.known };
      },
    };
  };
}
