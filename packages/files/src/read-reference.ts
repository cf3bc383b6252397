/** Reads a folder of reference data: coins, raw categories, unlock schedules, macro series, moods; detected by columns. */

import type { DataProblem, Result } from '@barograph/core';
import type { StopSignal } from './byte-stream.ts';
import { REFERENCE_FILES_V1, type FileReference, type ReferenceFilesConfig } from './reference.ts';

/**
 * Reads the CSV files (plain or gzip) of a folder, and of its folders `market`, `events`, `macro` and `sentiment`: tables of coins and
 * raw categories with a column `date`, known at the end of that day; tickers of categories; unlock schedules, known since their
 * column `known_at`; macro series by column name; indices `fear_greed_…`; releases `macro_calendar…`; stablecoins (also in
 * `stablecoins` and `ohlcv_1h/stablecoins_binance_spot`), hacks and headlines. Other files are ignored.
 *
 * @param config parameters. @default REFERENCE_FILES_V1
 * @param now epoch ms; later values are dropped. @default none dropped
 * @param signal aborts the reading before its next file. @default not aborted
 * @returns the reference data, or the first problem: an unreadable file, or no known file.
 * @throws {unknown} the reason of `signal`.
 * @example
 * const read = await readReference('reference');
 * read.ok && read.value.tables[0].rows.map(({ symbol, rank }) => [symbol, rank]); // → [ [ 'BTC', 1 ], [ 'ETH', 2 ] ]
 */
export async function readReference(
  folder: string,
  config: ReferenceFilesConfig = REFERENCE_FILES_V1,
  now: number = Infinity,
  signal?: StopSignal,
): Promise<Result<FileReference, DataProblem>> {
  const { referenceOfFolder } = await import('./reading.ts');
  return referenceOfFolder(folder, config, now, signal);
}
