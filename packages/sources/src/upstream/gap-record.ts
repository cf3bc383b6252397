/** Gaps in the data of a stream: one per interruption, however many connections it takes. */

import type { BreakCause, Gap } from './stream.ts';

/** Record of the current gap. Times are epoch ms. */
export interface GapRecord {
  /** @returns the gap that this frame ends. */
  data(at: number): Gap | undefined;
  broken(cause: BreakCause): void;
  lastData(): number | null;
  since(): number | null;
}

/**
 * Creates a record without a gap.
 * @param startedAt start of the stream.
 */
export function createGapRecord(startedAt: number): GapRecord {
  let last: number | null = null;
  let open: { readonly from: number; readonly cause: BreakCause } | undefined;
  return {
    data: (at) => {
      // After a wall clock is set back, the gap is empty, never negative.
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
