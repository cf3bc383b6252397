/** Newest events in memory, for replays, the tail and the preview. */

import type { Frame } from './frame.ts';
import { CHANGES_KEPT_V1, createKeptChanges, type ChangesKeptConfig } from './kept-changes.ts';

/** Retention of frames. */
export interface KeptConfig {
  readonly version: `stream-kept/${string}`;
  /** Maximum age of an event since it was seen, ms. */
  readonly keepMs: number;
  /** Maximum number of events; at about 500 bytes each, 50 MB. */
  readonly most: number;
}

/** A changed number is a new constant. */
export const STREAM_KEPT_V1: KeptConfig = Object.freeze({
  version: 'stream-kept/1',
  keepMs: 2 * 3_600_000,
  most: 100_000,
});

/** Frames in order of ids. */
export interface Kept {
  /** Adds the next frame, and drops frames beyond the age or number limit. */
  push(frame: Frame): void;
  /** Prepends change events from before the first frame, oldest first. */
  restore(changes: readonly Frame[]): void;
  /** Change events after an id from before the kept frames; undefined when some of them are lost. */
  changesAfter(id: number): readonly Frame[] | undefined;
  /** Drops everything except change events, because the log has a gap before the next event. @param upTo last lost id. */
  lose(upTo: number): void;
  /** Id of the last added frame, kept or not; initially the argument of `createKept`. */
  lastId(): number;
  /** Last id that is no longer kept. */
  lostId(): number;
  /** Up to `most` frames after an id, oldest first. */
  after(id: number, most: number): readonly Frame[];
  /** The newest `most` frames that pass the filter, oldest first, including older change events. */
  newest(most: number, passes: (frame: Frame) => boolean): readonly Frame[];
  /** Frames of events within `[from, to)`, ordered by the time they happened. */
  within(from: number, to: number): readonly Frame[];
}

const COMPACT_FROM = 1024;

/**
 * Creates an empty list of frames.
 * @param lostId last id that is no longer available; 0 when everything is.
 */
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
