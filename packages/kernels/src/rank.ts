/** Rolling percentile ranks: counting for short windows, a sorted window for long ones. */

import { machine } from './machine.ts';

/** Rows of a counting block, and the longest window to count (measured crossover: about 150). */
const ROWS = 2_048;
const COUNTED = 150;

/** Sorted windows: rows of a block, shortest and longest window, and where the window starts before a block. */
const STEPS = 512;
const SHORTEST = 32;
const LONGEST = 4_096;
const DOWN = 768;

/**
 * Percentile rank of each number among the last `window` numbers, itself included; ties get the middle rank.
 *
 * @param values numbers to rank.
 * @param minCount fewest numbers for a defined rank.
 * @param ranks receives a row per number within 0…100, NaN for the first `minCount − 1`.
 * @returns false without kernels, for a window over 150, or when a number is not finite; `ranks` is then invalid.
 */
export function fillRanks(values: Float64Array, window: number, minCount: number, ranks: Float64Array): boolean {
  const to = window <= COUNTED ? machine() : undefined;
  if (to === undefined) return false;
  const block = to.view('VALUES', ROWS + COUNTED);
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

/**
 * Percentile ranks of finite numbers entering a full window, each of which replaces another.
 *
 * @param sorted window in ascending order; updated to the window after all numbers.
 * @param slots numbers that leave, one for each of `values`; overwritten with the new ones.
 * @param ranks receives a row within 0…100 for each number.
 * @returns false, with nothing changed, without kernels, or for a window under 32 or over 4,096.
 */
export function pushRanks(
  sorted: Float64Array,
  slots: Float64Array,
  values: Float64Array,
  ranks: Float64Array,
): boolean {
  const window = sorted.length;
  const to = window >= SHORTEST && window <= LONGEST ? machine() : undefined;
  if (to === undefined) return false;
  const order = to.view('SORTED', DOWN + LONGEST);
  const places = to.view('SLOTS', STEPS);
  const steps = to.view('STEPS', STEPS);
  for (let from = 0; from < values.length; from += STEPS) {
    const end = Math.min(from + STEPS, values.length);
    order.set(sorted, DOWN);
    places.set(slots.subarray(from, end));
    steps.set(values.subarray(from, end));
    const at = to.run.sortedBlock(end - from, window);
    sorted.set(order.subarray(at, at + window));
    slots.set(places.subarray(0, end - from), from);
    ranks.set(steps.subarray(0, end - from), from);
  }
  return true;
}
