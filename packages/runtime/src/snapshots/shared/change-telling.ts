/** Events of states that a published snapshot changes, stored in the transaction of the snapshot: once, in order, or not at all. */

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
  /** Moment at which the snapshot counts as published, epoch ms. */
  readonly seenAt: number;
}

/** Events of the snapshot that is published under a name; undefined when no state of it is watched. */
export type ChangeTelling = (
  name: string,
  snapshot: Published<unknown, unknown>,
  texts: Pick<SnapshotText, 'head' | 'records'>,
) => Telling | undefined;

/** Parts of the telling of a market. */
export interface ChangeTellingParts {
  /** Names the market in the store. */
  readonly timeline: string;
  /** The market's clock. */
  readonly clock: Pick<Clock, 'now'>;
  /** Kind of the source of a snapshot that names none. */
  readonly dataSource: DataSource;
  readonly log: Pick<Logger, 'error'>;
}

/** States as they were stored; none of anything else. */
function knownStates(memory: unknown): KnownStates {
  if (typeof memory !== 'object' || memory === null || Array.isArray(memory)) return {};
  return Object.fromEntries(
    Object.entries(memory).flatMap(([subject, state]) => (typeof state === 'string' ? [[subject, state]] : [])),
  );
}

/** The telling of a market. */
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
        // The snapshot matters more than its events.
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
