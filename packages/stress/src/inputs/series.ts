/** Timed series of feeds. */

/** Values with their times, epoch ms, ascending. */
export interface TimedValues {
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Index of the newest time by `asOf`; −1 before the first. */
export function newestIndex({ time }: Pick<TimedValues, 'time'>, asOf: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! <= asOf) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Newest value by `asOf`; null without one, or when it is older than `limitMs`.
 *
 * @example
 * const supply = { time: [0, DAY_MS], value: [2e9, 2.1e9] };
 * newestWithin(supply, 2 * DAY_MS, 3 * DAY_MS); // → 2100000000
 * newestWithin(supply, 9 * DAY_MS, 3 * DAY_MS); // → null
 */
export function newestWithin(series: TimedValues, asOf: number, limitMs: number): number | null {
  const i = newestIndex(series, asOf);
  if (i < 0 || asOf - series.time[i]! > limitMs) return null;
  const value = series.value[i]!;
  return Number.isFinite(value) ? value : null;
}
