/** Answers about one perp as rows of a feed. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import type { Span } from './paged.ts';
import { problemOf } from './problem.ts';

/** Rows after `from` and by `to`, with the moment that they are of. */
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

/** A column of rows. */
export function column<Row>(rows: readonly Row[], of: (row: Row, i: number) => number): Float64Array {
  return Float64Array.from(rows, of);
}
