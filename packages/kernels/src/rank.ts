/** Rolling percentile ranks by counting. */

import { machine } from './machine.ts';

/** Rows of a block, and the longest window that there is memory for. */
const ROWS = 2_048;
const WINDOW = 512;
/** Up to this window a count is faster than keeping the window in order (measured crossover: about 365). */
const LONGEST = 365;

/**
 * Percentile rank of each number among the last `window` numbers, itself included; ties share the middle.
 *
 * @param values n numbers.
 * @param minCount fewest numbers for a defined rank.
 * @param ranks takes n rows within 0…100, NaN for the first `minCount − 1`.
 * @returns false without kernels, for a window over 365, or where some number is not finite; `ranks` then means nothing.
 */
export function fillRanks(values: Float64Array, window: number, minCount: number, ranks: Float64Array): boolean {
  const to = window <= LONGEST ? machine() : undefined;
  if (to === undefined) return false;
  const block = to.view('VALUES', ROWS + WINDOW);
  const out = to.view('RANKS', ROWS);
  for (let from = 0; from < values.length; from += ROWS) {
    const begin = Math.max(0, from - window + 1);
    const end = Math.min(from + ROWS, values.length);
    block.set(values.subarray(begin, end));
    if (to.run.rankBlock(from - begin, end - from, window, minCount) !== 0) return false;
    ranks.set(end - from === ROWS ? out : out.subarray(0, end - from), from);
  }
  return true;
}
