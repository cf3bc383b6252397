/** Spacing of bars, derived from their times. */

/**
 * The most common distance between neighbours, in the unit of `time`; of two that are equally common the shorter.
 * Not the shortest: one bar off the grid must not rename the file. Not the mean: gaps are common.
 *
 * @returns `undefined` for fewer than two times.
 */
export function barStep(time: Float64Array): number | undefined {
  const counts = new Map<number, number>();
  let run = 0;
  for (let i = 1; i < time.length; i++) {
    const step = time[i]! - time[i - 1]!;
    run++;
    // Equal distances come in long runs: one look-up for each run keeps this free.
    if (i + 1 === time.length || time[i + 1]! - time[i]! !== step) {
      counts.set(step, (counts.get(step) ?? 0) + run);
      run = 0;
    }
  }
  let best: number | undefined;
  let most = 0;
  for (const [step, count] of counts) {
    if (count > most || (count === most && step < best!)) {
      best = step;
      most = count;
    }
  }
  return best;
}
