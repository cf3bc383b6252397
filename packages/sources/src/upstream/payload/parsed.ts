/** Answers of an outside source, as rows. */

import type { Result } from '@barograph/core';
import type { Fetched } from '../ask.ts';
import type { UpstreamProblem } from '../problem.ts';

/** Rows, and what was wrong with some of their values. */
export interface Parsed<Rows> {
  readonly rows: Rows;
  /** One line; undefined when every value was as it should be. */
  readonly fault: string | undefined;
}

/** An answer, or why there is none. */
export type Answered<Rows> = Result<Fetched<Rows>, UpstreamProblem>;
