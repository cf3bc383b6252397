/** Answers of an outside source, as rows. */

import type { Result } from '@barograph/core';
import type { Fetched } from '../ask.ts';
import type { UpstreamProblem } from '../problem.ts';

/** Rows with the faults of their values. */
export interface Parsed<Rows> {
  readonly rows: Rows;
  /** One line; undefined when every value was valid. */
  readonly fault: string | undefined;
}

/** Answer, or the problem. */
export type Answered<Rows> = Result<Fetched<Rows>, UpstreamProblem>;
