/** How long a row is carried forward when its bars do not come. */

import type { Reducer } from '@barograph/core';

/** Given: a row is dropped after this many cycles without fresh bars. */
export const MAX_STALE_CYCLES = 8;

/**
 * Counts the cycles since the bars last came: 0 is fresh, null is dropped. A pull that works brings a dropped row back.
 * The input says whether the pull of a cycle worked.
 */
export const staleCycles: Reducer<number | null, boolean, number | null> = Object.freeze({
  initial: 0,
  step: (cycles: number | null, pulled: boolean) => {
    const next = pulled ? 0 : cycles === null || cycles >= MAX_STALE_CYCLES ? null : cycles + 1;
    return { state: next, output: next };
  },
});
