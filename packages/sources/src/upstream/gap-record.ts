/** Holes in the data of a stream: one for each time that data stop and come again, however many connections that takes. */

import type { BreakCause, Gap } from './stream.ts';

/** Record of the current hole. Moments are epoch ms. */
export interface GapRecord {
  /** @returns the gap that this frame ends. */
  data(at: number): Gap | undefined;
  broken(cause: BreakCause): void;
  lastData(): number | null;
  since(): number | null;
}

/** @param startedAt start of the stream. */
export function createGapRecord(startedAt: number): GapRecord {
  let last: number | null = null;
  let open: { readonly from: number; readonly cause: BreakCause } | undefined;
  return {
    data: (at) => {
      // A wall clock that was set back makes an empty gap, never a negative one.
      const ended = open === undefined ? undefined : { ...open, to: Math.max(open.from, at) };
      last = at;
      open = undefined;
      return ended;
    },
    broken: (cause) => {
      open ??= { from: last ?? startedAt, cause };
    },
    lastData: () => last,
    since: () => open?.from ?? null,
  };
}
