/** Reads account positions from JSON and Parquet in a worker thread with a deadline. */

import type { DataProblem, Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { AccountsFile, ReadAccountsOptions } from './accounts-file.ts';

/**
 * Reads the positions at a time: JSON or Parquet, plain or gzip, detected by content.
 *
 * A row is a position: `address, coin, size, entry`, and optionally `mark` or `notional`, `liquidation`, `leverage`, `margin_mode`,
 * `margin`, `equity`, `max_leverage`, `is_vault`, `is_market_maker`, `time`. Names of venues (`szi`, `entryPx`, `liquidation_px`)
 * are accepted too. JSON may instead have accounts with lists of positions, account states as the perp venue returns them, and a
 * list of coins with marks and tiers.
 *
 * An empty cell is an unknown number. The engine drops and counts positions that it cannot use.
 *
 * @returns the accounts, or the first problem with file, row (positions from 1) and column: an invalid cell, two
 *   equities of an account, or two times.
 * @throws {unknown} the reason of `signal`.
 * @example
 * const file = await readAccounts('positions.json');
 * file.ok && file.value.accounts.length; // → 2
 */
export async function readAccounts(
  path: string,
  options: ReadAccountsOptions = {},
): Promise<Result<AccountsFile, DataProblem>> {
  const { accountsOfFile } = await import('./reading.ts');
  return accountsOfFile(path, options);
}

/**
 * {@link readAccounts} of a stream of bytes, such as standard input.
 *
 * @example
 * const { createReadStream } = await import('node:fs');
 * const read = await readAccountsStream(createReadStream('positions.json'), 'positions');
 * read.ok && read.value.accounts.length; // → 2
 */
export async function readAccountsStream(
  stream: ByteStream,
  name: string,
  options: ReadAccountsOptions = {},
): Promise<Result<AccountsFile, DataProblem>> {
  const { accountsOfStream } = await import('./reading.ts');
  return accountsOfStream(stream, name, options);
}
