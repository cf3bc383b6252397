/** Converts answers about one perp to feed rows. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import type { Span } from './paged.ts';
import { problemOf } from './problem.ts';

/** Rows within `(from, to]`, with their as-of time. */
export function within<Row extends { readonly time: number }>(
  answer: Answered<Parsed<readonly Row[]>>,
  { from, to }: Span,
): Result<Series<readonly Row[]>, FeedProblem> {
  if (!answer.ok) return err(problemOf(answer.error));
  const { value } = answer.value;
  const rows = value.rows.filter(({ time }) => time > from && time <= to);
  return ok({
    rows,
    asOf: Math.min(to, reachedBy(answer.value)),
    ...(value.fault === undefined ? {} : { isStale: true }),
  });
}

/** Builds a column from rows. */
export function column<Row>(rows: readonly Row[], valueOf: (row: Row, i: number) => number): Float64Array {
  return Float64Array.from(rows, valueOf);
}
