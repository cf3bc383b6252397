/** Uniform problems of Parquet files, independent of the decoder's messages. */

import type { DataProblem } from '@barograph/core';
import { SourceError } from './byte-source.ts';

/** Fault found by this package's reader. */
export class ParquetFault extends Error {}

/** Problem of an unreadable file. @param got step in which the decoder failed. */
export function parquetProblem(error: unknown, got: string): DataProblem {
  if (error instanceof SourceError) return error.problem;
  const fault = error instanceof ParquetFault ? error.message : got;
  return { code: 'unreadable_file', expected: 'a readable Parquet file', got: fault };
}
