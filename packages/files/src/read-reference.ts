/** A folder of reference data: coins, raw categories, unlock schedules, macro series, moods; each known by its columns. */

import type { DataProblem, Result } from '@barograph/core';
import type { StopSignal } from './byte-stream.ts';
import { REFERENCE_FILES_V1, type FileReference, type ReferenceFilesConfig } from './reference.ts';

/**
 * Reads the CSV files (plain or gzip) of a folder, and of the folders `market`, `events`, `macro` and `sentiment` in it:
 * tables of coins and raw categories with a column `date`, which were known when that day had ended, the tickers of
 * categories, unlock schedules, known from their column `known_at` on, macro series by the names of their columns, indices
 * `fear_greed_…`, and releases `macro_calendar…`; stablecoins (also in `stablecoins` and `ohlcv_1h/stablecoins_binance_spot`), hacks
 * and headlines. Other files are left alone.
 *
 * @param now epoch ms; values that are dated after it are left out, none without it.
 * @param signal ends the reading before its next file.
 * @returns the reference data, or the first problem: a file that cannot be read, or none of them.
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
