/** Spans of one label: what a ribbon draws and a table of regimes lists. */

import { UsageError } from '@barograph/core';

/** Consecutive rows of one label. */
export interface LabelSpan<Label> {
  readonly label: Label;
  /** Open of its first bar, epoch ms. */
  readonly from: number;
  /** Open of the first bar of the next span; of the last span the end of its last bar. A gap belongs to the span before it. */
  readonly to: number;
  readonly bars: number;
}

/** Options of {@link spans}. */
export interface SpansOptions {
  /** Length of the last bar, ms; the least distance of two bars when left out. */
  readonly step?: number;
}

/**
 * The spans of a column of labels: they follow on one another without holes, and hold every row once.
 *
 * @param time opens, ascending, epoch ms.
 * @param labels one for each; null is a label like any other.
 * @returns no span for no rows; `to` of the last one is NaN where a single bar does not say how long it is.
 * @throws {UsageError} not as many labels as times.
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
