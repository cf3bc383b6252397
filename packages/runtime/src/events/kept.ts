/** The newest events in memory: what replays, the tail and the preview are read from. */

import type { Frame } from './frame.ts';
import { CHANGES_KEPT_V1, createKeptChanges, type ChangesKeptConfig } from './kept-changes.ts';

/** Retention of frames. */
export interface KeptConfig {
  readonly version: `stream-kept/${string}`;
  /** An event is kept for this long after it was seen. */
  readonly keepMs: number;
  /** In a storm fewer are kept: at about 500 bytes each, 50 MB. */
  readonly most: number;
}

/** A changed number is a new constant. */
export const STREAM_KEPT_V1: KeptConfig = Object.freeze({
  version: 'stream-kept/1',
  keepMs: 2 * 3_600_000,
  most: 100_000,
});

/** Frames in the order of their ids. */
export interface Kept {
  /** Adds the next one, and forgets what is too old beside it or one too many. */
  push(frame: Frame): void;
  /** Takes change events of before the first frame, oldest first. */
  restore(changes: readonly Frame[]): void;
  /** Change events after an id that came before the kept frames; undefined when some of them are gone. */
  changesAfter(id: number): readonly Frame[] | undefined;
  /** Forgets everything but change events: the log no longer holds what comes before the next one. @param upTo the last id that is gone. */
  lose(upTo: number): void;
  /** The id of the last one that was added, kept or not; what `createKept` was given before the first. */
  lastId(): number;
  /** Every event with an id up to this one is no longer kept. */
  lostId(): number;
  /** Up to `most` frames after an id, oldest first. */
  after(id: number, most: number): readonly Frame[];
  /** The newest `most` frames that pass, oldest first; older change events are among them. */
  newest(most: number, passes: (frame: Frame) => boolean): readonly Frame[];
  /** Frames of what happened within `[from, to)`, in the order in which it happened. */
  within(from: number, to: number): readonly Frame[];
}

const COMPACT_FROM = 1024;

/** @param lostId the last id that cannot be had any more; 0 when everything can. */
export function createKept(
  lostId: number,
  { keepMs, most }: KeptConfig = STREAM_KEPT_V1,
  older: ChangesKeptConfig = CHANGES_KEPT_V1,
): Kept {
  const changes = createKeptChanges(lostId, older);
  let frames: Frame[] = [];
  let start = 0;
  let lost = lostId;
  let last = lostId;

  const forget = (newest: Frame): void => {
    for (;;) {
      const oldest = frames[start]!;
      const isKept = oldest.recvTs >= newest.recvTs - keepMs && frames.length - start <= most;
      if (oldest === newest || isKept) break;
      changes.take([oldest]);
      lost = oldest.id;
      start++;
    }
    if (start > COMPACT_FROM && start > frames.length / 2) {
      frames = frames.slice(start);
      start = 0;
    }
    changes.forget(newest.recvTs);
  };
  const indexAfter = (id: number): number => {
    let low = start;
    let high = frames.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (frames[middle]!.id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    push: (frame) => {
      frames.push(frame);
      last = frame.id;
      forget(frame);
    },
    restore: (restored) => changes.restore(restored),
    changesAfter: (id) => changes.after(id),
    lose: (upTo) => {
      changes.take(frames.slice(start));
      frames = [];
      start = 0;
      lost = upTo;
      last = upTo;
    },
    lastId: () => last,
    lostId: () => lost,
    after: (id, count) => {
      const index = indexAfter(id);
      return frames.slice(index, index + count);
    },
    newest: (count, passes) => {
      const found: Frame[] = [];
      for (let i = frames.length - 1; i >= start && found.length < count; i--) {
        const frame = frames[i]!;
        if (passes(frame)) found.push(frame);
      }
      const older = changes.all();
      for (let i = older.length - 1; i >= 0 && found.length < count; i--) {
        if (passes(older[i]!)) found.push(older[i]!);
      }
      return found.reverse();
    },
    within: (from, to) =>
      frames
        .slice(start)
        .filter(({ ts }) => ts >= from && ts < to)
        .sort((a, b) => (a.ts === b.ts ? a.id - b.id : a.ts - b.ts)),
  };
}
