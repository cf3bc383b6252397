/** Change events that are older than the kept frames: few, and replayed for longer. */

import { CHANGE_TYPES } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { Frame } from './frame.ts';

/** Retention of change events, as that of frames. */
export interface ChangesKeptConfig {
  readonly version: `changes-kept/${string}`;
  readonly types: readonly string[];
  readonly keepMs: number;
  readonly most: number;
}

/** Version 1: a week of changed states, about 10 MB at most. Hours of the nowcast are no changes, and as short-lived as others. */
export const CHANGES_KEPT_V1: ChangesKeptConfig = Object.freeze({
  version: 'changes-kept/1',
  types: Object.freeze(CHANGE_TYPES.filter((type) => type !== 'nowcast_hour')),
  keepMs: 7 * DAY_MS,
  most: 20_000,
});

/** Change events in the order of their ids. */
export interface KeptChanges {
  /** Takes those among frames that are kept no longer. */
  take(frames: readonly Frame[]): void;
  /** Takes those of before all others, oldest first. */
  restore(changes: readonly Frame[]): void;
  /** Forgets what was seen too long before a moment, epoch ms, and what is one too many. */
  forget(now: number): void;
  /** Those after an id; undefined when some of them are gone. */
  after(id: number): readonly Frame[] | undefined;
  all(): readonly Frame[];
}

/** @param lostId the last id of which some are gone. */
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
