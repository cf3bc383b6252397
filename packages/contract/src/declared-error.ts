/** Errors that an operation declares. */

import type { ProblemCode } from './problem.ts';

/** An error that an operation may answer with beyond those that every operation of its kind has. */
export interface DeclaredError {
  readonly code: ProblemCode;
  readonly when: string;
  /** Status of the code here, if the contract gives it another one than the table of codes. */
  readonly status?: number;
}
