/** Messages to and from a reading worker; everything is cloned or transferred between threads. */

import type { CandleColumns, DataProblem, Result } from '@barograph/core';
import type { BarsFile } from './bars-file.ts';

/** A file to read, or bytes that are named like one. */
export interface WorkerRequest {
  readonly file: string;
  readonly bytes: ArrayBuffer | undefined;
  readonly repair: boolean;
}

/** A file of bars whose candles are still plain columns: a clone of frozen candles would not be frozen. */
export interface ReadColumns {
  readonly about: Omit<BarsFile, 'candles'>;
  readonly columns: CandleColumns;
}

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly read: number; readonly total: number | undefined }
  | { readonly kind: 'done'; readonly result: Result<ReadColumns, DataProblem> }
  | { readonly kind: 'failed'; readonly error: unknown };
