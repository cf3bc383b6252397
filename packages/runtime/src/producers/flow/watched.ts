/** Watched time, as a union of intervals. */

/** Start and end, epoch ms. */
export type Span = readonly [from: number, to: number];

/**
 * Adds an interval to the watched time; an overlap with the last one extends it.
 * @param next begins at or after the start of the last interval.
 */
export function addSpan(spans: readonly Span[], next: Span): readonly Span[] {
  const [from, to] = next;
  if (!(to > from)) return spans;
  const last = spans.at(-1);
  if (last === undefined || from > last[1]) return [...spans, next];
  return [...spans.slice(0, -1), [last[0], Math.max(last[1], to)]];
}

/** Parts of the intervals after a moment. */
export function spansAfter(spans: readonly Span[], moment: number): readonly Span[] {
  return spans.flatMap(([from, to]): Span[] => (to > moment ? [[Math.max(from, moment), to]] : []));
}

/** Total length, ms. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
