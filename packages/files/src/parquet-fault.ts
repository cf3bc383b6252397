/** Faults of Parquet files in our own words, whatever the decoder says. */

import type { DataProblem } from '@barograph/core';
import { SourceError } from './byte-source.ts';

/** A fault that our own reader found. */
export class ParquetFault extends Error {}

/** Problem of a file that could not be read. @param got where an error of the decoder came from. */
export function parquetProblem(error: unknown, got: string): DataProblem {
  if (error instanceof SourceError) return error.problem;
  const fault = error instanceof ParquetFault ? error.message : got;
  return { code: 'unreadable_file', expected: 'a readable Parquet file', got: fault };
}
