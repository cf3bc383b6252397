/** Parses published texts for the request thread, a few milliseconds at a time. */

import type { Encoded, Provenance, Published } from '@barograph/contract';
import { setImmediate } from 'node:timers/promises';
import type { SnapshotText } from './producer.ts';

/** Destination of snapshots. */
export interface Publisher {
  /** Replaces the snapshot of a name atomically. @param asOf moment of the snapshot, epoch ms. */
  publishText(snapshot: SnapshotText, asOf: number): Promise<void>;
  /** Replaces the sources of a snapshot, unless it has another moment by now. */
  publishProvenance(name: string, asOf: number, provenance: readonly Provenance[]): Promise<void>;
}

/** Parsing time between two pauses for requests, ms. */
const SLICE_MS = 5;

/** Parses a snapshot in slices. */
export async function parsedSnapshot(
  { head, records, provenance }: SnapshotText,
  asOf: number,
): Promise<Published<unknown, unknown>> {
  const parsed: Encoded<unknown>[] = [];
  let began = performance.now();
  for (const json of records) {
    parsed.push({ value: JSON.parse(json) as unknown, json });
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  await setImmediate();
  const origin = provenance === undefined ? {} : { provenance };
  return { asOf, head: JSON.parse(head) as unknown, records: parsed, ...origin };
}
