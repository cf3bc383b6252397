/** Spans of consecutive equal labels, for ribbons and regime tables. */

import { UsageError } from '@barograph/core';

/** Consecutive rows with one label. */
export interface LabelSpan<Label> {
  readonly label: Label;
  /** Open of its first bar, epoch ms. */
  readonly from: number;
  /** Open of the next span's first bar; the last span ends with its last bar. A gap belongs to the span before it. */
  readonly to: number;
  readonly bars: number;
}

/** Options of {@link spans}. */
export interface SpansOptions {
  /** Length of the last bar, ms. @default the smallest distance between bars */
  readonly step?: number;
}

/**
 * Splits a column of labels into spans. Spans are contiguous and contain every row once.
 *
 * @param time opens, ascending, epoch ms.
 * @param labels a label per time; null counts as a label.
 * @returns spans, empty without rows; the last `to` is NaN for a single bar without `step`.
 * @throws {UsageError} when `labels` and `time` differ in length.
 * @example
 * const [first, second] = spans([0, 1, 2, 3], ['red', 'red', 'green', 'green']);
 * first; // → { label: 'red', from: 0, to: 2, bars: 2 }
 * second; // → { label: 'green', from: 2, to: 4, bars: 2 }
 * spans(bars.time, signum(bars).color).length; // → 7
 */
export function spans<Label>(
  time: ArrayLike<number>,
  labels: ArrayLike<Label>,
  { step }: SpansOptions = {},
): LabelSpan<Label>[] {
  const { length } = time;
  if (labels.length !== length) throw new UsageError(`"labels" expected ${length}, got ${labels.length}`);
  const found: LabelSpan<Label>[] = [];
  for (let first = 0, next = 1; first < length; first = next, next++) {
    while (next < length && labels[next] === labels[first]) next++;
    const to = next < length ? time[next]! : time[length - 1]! + (step ?? leastStep(time));
    found.push({ label: labels[first]!, from: time[first]!, to, bars: next - first });
  }
  return found;
}

function leastStep(time: ArrayLike<number>): number {
  let least = NaN;
  for (let i = 1; i < time.length; i++) {
    const distance = time[i]! - time[i - 1]!;
    if (!(distance >= least)) least = distance;
  }
  return least;
}
