/** Rows on a time axis: their step, the gaps between them, and lines that break there. */

import { checkNumber } from './columns.ts';

/** Distance after which a line breaks, in steps. */
const GAP_STEPS = 1.5;

/** Step of the rows, ms: the median distance; a day for a single row. */
export function stepOf(time: ArrayLike<number>, given?: number): number {
  if (given !== undefined) {
    checkNumber('step', given, 1);
    return given;
  }
  const distances = Float64Array.from({ length: time.length - 1 }, (_, i) => time[i + 1]! - time[i]!).sort();
  return distances[distances.length >> 1] ?? 86_400_000;
}

/** Whether rows are missing after row `i`. */
export function isGapAfter(time: ArrayLike<number>, i: number, step: number): boolean {
  return i + 1 < time.length && time[i + 1]! - time[i]! > GAP_STEPS * step;
}

/** End of the span that row `i` represents: the next row, or one step later when that is missing. */
export function endOf(time: ArrayLike<number>, i: number, step: number): number {
  return i + 1 < time.length && !isGapAfter(time, i, step) ? time[i + 1]! : time[i]! + step;
}

/** Points of a line; NaN breaks the line. */
export interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Rows between two times, `[first, after the last)`. */
export function rowsWithin(
  time: ArrayLike<number>,
  from: number = -Infinity,
  to: number = Infinity,
): readonly [number, number] {
  let first = 0;
  while (first < time.length && time[first]! < from) first++;
  let end = time.length;
  while (end > first && time[end - 1]! >= to) end--;
  return [first, end];
}

/**
 * Line through every row, broken at unknown values and missing rows. With more than four rows per column of half a
 * pixel, the first, least, greatest and last row represent the others without changing a pixel.
 *
 * @param pixels width of the time span.
 */
export function linePoints(time: ArrayLike<number>, value: ArrayLike<number>, step: number, pixels: number): Points {
  const [x, y]: [number[], number[]] = [[], []];
  const { length } = time;
  const span = time[length - 1]! - time[0]!;
  const columnOf = (i: number): number => Math.floor(((time[i]! - time[0]!) / span) * 2 * pixels);
  const isThinned = length > 8 * pixels;
  for (let from = 0, to = 0; from < length; from = to) {
    to = from + 1;
    if (isThinned && !Number.isNaN(value[from]!)) {
      while (
        to < length &&
        columnOf(to) === columnOf(from) &&
        !Number.isNaN(value[to]!) &&
        !isGapAfter(time, to - 1, step)
      ) {
        to++;
      }
    }
    for (const i of extremes(value, from, to)) {
      x.push(time[i]!);
      y.push(value[i]!);
    }
    if (isGapAfter(time, to - 1, step)) {
      x.push(NaN);
      y.push(NaN);
    }
  }
  return { x, y };
}

/** First, least, greatest and last row of a run, ascending. */
function extremes(value: ArrayLike<number>, from: number, to: number): readonly number[] {
  let [low, high] = [from, from];
  for (let i = from; i < to; i++) {
    if (value[i]! < value[low]!) low = i;
    if (value[i]! > value[high]!) high = i;
  }
  return [...new Set([from, low, high, to - 1])].sort((a, b) => a - b);
}

/** Part of a time axis with a label: `null` when the label is unknown, `undefined` when rows are missing. */
export interface LabelSpan {
  readonly from: number;
  readonly to: number;
  readonly label: string | null | undefined;
}

/** Spans of equal labels, which partition the axis: each starts where the previous one ends. */
export function labelSpans(
  time: ArrayLike<number>,
  labels: ArrayLike<string | null>,
  step: number,
): readonly LabelSpan[] {
  const spans: { from: number; to: number; label: string | null | undefined }[] = [];
  const add = (from: number, to: number, label: string | null | undefined): void => {
    const last = spans.at(-1);
    if (last !== undefined && last.label === label) last.to = to;
    else spans.push({ from, to, label });
  };
  for (let i = 0; i < time.length; i++) {
    const end = endOf(time, i, step);
    add(time[i]!, end, labels[i]);
    if (isGapAfter(time, i, step)) add(end, time[i + 1]!, undefined);
  }
  return spans;
}
