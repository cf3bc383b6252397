/** Detection of changes: compares the states of a snapshot with the last known states of its publication. */

import type { DataSource } from '../../parameters.ts';
import type { Published } from '../../published.ts';
import type { ChangeEvent, ChangeSnapshot } from './events.ts';
import { stateOnWire, WATCHED, type ChangeFields } from './table.ts';

/** Version of the stored states. A changed meaning of subjects or states needs a new one. */
export const CHANGES_VERSION = 'changes/1';

/** Venue of change events: the service itself computes them. */
export const CHANGE_VENUE = 'barograph';

/** Last known state of each subject of a publication. */
export type KnownStates = Readonly<Record<string, string>>;

/** State that replaced another state. */
export interface DetectedChange {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly fields: ChangeFields;
}

/** Result of a comparison. */
export interface Detected {
  /** In the order of the snapshot. */
  readonly changes: readonly DetectedChange[];
  /** States to compare the next snapshot with; the same object when nothing changed. */
  readonly known: KnownStates;
}

/** Fields that all events of a snapshot share. */
export interface ChangeMoment {
  /** Moment at which the snapshot was published, epoch ms. */
  readonly seenAt: number;
  readonly dataSource: DataSource;
  readonly snapshot: ChangeSnapshot;
}

const byName = new Map(WATCHED.map((publication) => [publication.name, publication]));

/**
 * Whether change events cover the states of a publication.
 *
 * @example
 * [isWatched('signum'), isWatched('heatmap')]; // → [ true, false ]
 */
export function isWatched(publication: string): boolean {
  return byName.has(publication);
}

/**
 * Compares a snapshot with the states before it. A new subject has no event. A subject that is absent or has no known state keeps
 * its last state.
 *
 * @param publication name of the publication; nothing is detected in a publication without watched states.
 * @example
 * const model = { modelVersion: '2', sha256: 'b', market: null, warming: [] };
 * const { changes } = detectChanges('quant', { asOf: 0, head: model, records: [] }, { model: 'a 1' });
 * changes.map(({ from, to }) => [from, to]); // → [ [ '1', '2' ] ]
 */
export function detectChanges(
  publication: string,
  snapshot: Published<unknown, unknown>,
  known: KnownStates = {},
): Detected {
  const next = new Map(Object.entries(known));
  const changes: DetectedChange[] = [];
  let isNew = false;
  for (const { subject, symbol, state, fields } of byName.get(publication)?.states(snapshot) ?? []) {
    if (state === null || state === undefined) continue;
    const before = next.get(subject);
    if (before === state) continue;
    isNew = true;
    next.set(subject, state);
    if (before === undefined) continue;
    const own = fields(before);
    changes.push({ symbol, from: stateOnWire(own.type, before), to: stateOnWire(own.type, state), fields: own });
  }
  return { changes, known: isNew ? Object.fromEntries(next) : known };
}

/**
 * Builds the events of detected changes.
 *
 * @example
 * const model = { modelVersion: '2', sha256: 'b', market: null, warming: [] };
 * const { changes } = detectChanges('quant', { asOf: 7, head: model, records: [] }, { model: 'a 1' });
 * const about = { name: 'quant', asOf: 7, sha256: '0' };
 * const [event] = changeEvents(changes, { seenAt: 9, dataSource: 'simulated', snapshot: about });
 * [event.type, event.ts, event.recvTs]; // → [ 'model', 7, 9 ]
 */
export function changeEvents(
  changes: readonly DetectedChange[],
  { seenAt, dataSource, snapshot }: ChangeMoment,
): readonly ChangeEvent[] {
  const head = { ts: snapshot.asOf, recvTs: seenAt, venue: CHANGE_VENUE, dataSource, snapshot };
  return changes.map(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- states of the table's own words; readers of the log check them
    ({ fields, symbol, from, to }) => ({ ...head, ...fields, symbol, from, to }) as ChangeEvent,
  );
}
