/** Messages to and from a reading worker; everything is cloned or transferred between threads. */

import type { CandleColumns, DataProblem, Result } from '@barograph/core';
import type { AccountsFile } from './accounts-file.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import type { Series, SeriesColumns } from './series.ts';

/** Request to read a file of bars, or bytes under a name. */
export interface BarsRequest {
  readonly kind: 'bars';
  readonly file: string;
  readonly bytes: ArrayBuffer | undefined;
  /** Whether progress messages are wanted; they cost both threads more than reading a piece. */
  readonly withProgress: boolean;
  /** Options of the reader that can be cloned. */
  readonly how: Omit<ReadBarsOptions, 'onProgress' | 'limits' | 'signal'>;
}

/** Request to read a file of a series. */
export interface SeriesRequest {
  readonly kind: 'series';
  readonly file: string;
  readonly columns: SeriesColumns;
}

/** Request to read a file of accounts, or bytes under a name. */
export interface AccountsRequest {
  readonly kind: 'accounts';
  readonly file: string;
  readonly bytes: ArrayBuffer | undefined;
}

export type WorkerRequest = BarsRequest | SeriesRequest | AccountsRequest;

/** Bars whose candles are still plain columns, because a clone of frozen candles would not be frozen. */
export interface ReadColumns {
  readonly about: Omit<BarsFile, 'candles'>;
  readonly columns: CandleColumns;
}

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly read: number; readonly total: number | undefined }
  | { readonly kind: 'bars'; readonly result: Result<readonly ReadColumns[], DataProblem> }
  | { readonly kind: 'series'; readonly result: Result<Series, DataProblem> }
  | { readonly kind: 'accounts'; readonly result: Result<AccountsFile, DataProblem> }
  | { readonly kind: 'failed'; readonly error: unknown };
