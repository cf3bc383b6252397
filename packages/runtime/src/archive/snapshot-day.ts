/** Published snapshots of a day as JSON, one file per type. */

import { DAY_MS } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { KeptLine, SnapshotHistory } from '@barograph/store';
import { openOf } from './days.ts';
import { typed, type SnapshotType } from './snapshot-types.ts';

/** One type of a day. */
export interface SnapshotDay {
  readonly type: string;
  /** JSON. */
  readonly text: Uint8Array;
  /** Number of snapshots. */
  readonly count: number;
}

/** Parts of a day. */
export interface SnapshotSource {
  readonly history: Pick<SnapshotHistory, 'lines' | 'texts'>;
  readonly timeline: string;
  readonly types: ReadonlyMap<string, SnapshotType>;
}

/** Yields the types with publications on a day, one after the other. */
export async function* snapshotDay(source: SnapshotSource, date: string): AsyncGenerator<SnapshotDay> {
  const { history, timeline, types } = source;
  const from = openOf(date);
  for (const [type, snapshotType] of types) {
    // Two names for the same data: `whales` is stored as whale_activity only.
    if (isSecondName(types, type)) continue;
    const lines = await history.lines(timeline, { name: snapshotType.publication, from, to: from + DAY_MS });
    if (lines.length === 0) continue;
    const pieces: Buffer[] = [Buffer.from(`{"snapshot_type":${JSON.stringify(type)},"date":"${date}","snapshots":[`)];
    let count = 0;
    for (const line of lines) {
      const text = await snapshotText(source, snapshotType, line);
      if (text === undefined) continue;
      pieces.push(Buffer.from(`${count === 0 ? '' : ','}${text}`));
      count++;
      await setImmediate();
    }
    pieces.push(Buffer.from(']}'));
    yield { type, text: Buffer.concat(pieces), count };
  }
}

/** Whether a type covers a whole publication that also has a contract name. */
export function isSecondName(types: ReadonlyMap<string, SnapshotType>, type: string): boolean {
  return types.get(type)?.publication === type && whole(types, type) !== type;
}

/** Name under which a whole publication is stored. */
export function whole(types: ReadonlyMap<string, SnapshotType>, publication: string): string {
  for (const [name, snapshotType] of types) {
    if (name !== publication && snapshotType.publication === publication && snapshotType.part === undefined)
      return name;
  }
  return publication;
}

async function snapshotText(
  { history, timeline }: SnapshotSource,
  snapshotType: SnapshotType,
  { knownAt, asOf, version, hash }: KeptLine,
): Promise<string | undefined> {
  const texts = await history.texts(timeline, hash);
  if (texts === undefined) return undefined;
  const { head, records } = typed(snapshotType, texts);
  const data = records.map(({ symbol, data: record }) =>
    snapshotType.part === undefined ? record : { symbol, data: record },
  );
  return JSON.stringify({ known_at: knownAt, as_of: asOf, version, head, records: data });
}
