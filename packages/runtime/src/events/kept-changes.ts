/** Change events that are older than the kept frames: few, and replayable for longer. */

import { CHANGE_TYPES } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { Frame } from './frame.ts';

/** Retention of change events, like that of frames. */
export interface ChangesKeptConfig {
  readonly version: `changes-kept/${string}`;
  readonly types: readonly string[];
  readonly keepMs: number;
  readonly most: number;
}

/** Version 1: a week of state changes, about 10 MB at most. Hourly nowcasts are not changes and expire like other events. */
export const CHANGES_KEPT_V1: ChangesKeptConfig = Object.freeze({
  version: 'changes-kept/1',
  types: Object.freeze(CHANGE_TYPES.filter((type) => type !== 'nowcast_hour')),
  keepMs: 7 * DAY_MS,
  most: 20_000,
});

/** Change events in order of ids. */
export interface KeptChanges {
  /** Adds the change events among expired frames. */
  take(frames: readonly Frame[]): void;
  /** Prepends older change events, oldest first. */
  restore(changes: readonly Frame[]): void;
  /** Drops events that exceed the retention at a moment, epoch ms, or the maximum number. */
  forget(now: number): void;
  /** Events after an id; undefined when some of them are lost. */
  after(id: number): readonly Frame[] | undefined;
  all(): readonly Frame[];
}

/**
 * Creates an empty list of change events.
 * @param lostId last id of which change events are lost.
 */
export function createKeptChanges(
  lostId: number,
  { types, keepMs, most }: ChangesKeptConfig = CHANGES_KEPT_V1,
): KeptChanges {
  const isChange = new Set(types);
  let changes: Frame[] = [];
  let lost = lostId;
  return {
    take: (frames) => {
      for (const frame of frames) if (isChange.has(frame.type)) changes.push(frame);
    },
    restore: (restored) => {
      if (restored[0] === undefined) return;
      changes = [...restored, ...changes];
      lost = restored[0].id - 1;
    },
    forget: (now) => {
      let gone = 0;
      while (changes.length - gone > most || (changes[gone]?.recvTs ?? Infinity) < now - keepMs) gone++;
      if (gone === 0) return;
      lost = changes[gone - 1]!.id;
      changes = changes.slice(gone);
    },
    after: (id) => (id < lost ? undefined : changes.filter((frame) => frame.id > id)),
    all: () => changes,
  };
}
