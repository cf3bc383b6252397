/** Errors declared by operations. */

import type { ProblemCode } from './problem.ts';

/** Error of an operation in addition to the common errors of its kind. */
export interface DeclaredError {
  readonly code: ProblemCode;
  readonly when: string;
  /** Status that overrides the table of codes. */
  readonly status?: number;
}
