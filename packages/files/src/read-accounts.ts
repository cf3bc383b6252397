/** Positions of accounts from JSON and Parquet, read in a worker thread with a deadline. */

import type { DataProblem, Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { AccountsFile, ReadAccountsOptions } from './accounts-file.ts';

/**
 * Reads the positions of a moment: JSON or Parquet, as it is or within gzip, distinguished by content.
 *
 * A row is a position: `address, coin, size, entry`, and where they are known `mark` or `notional`, `liquidation`,
 * `leverage`, `margin_mode`, `margin`, `equity`, `max_leverage`, `is_vault`, `is_market_maker`, `time`. Names as venues
 * write them (`szi`, `entryPx`, `liquidation_px`) count too. JSON may have accounts with lists of positions instead, states
 * of accounts as the perp venue answers them, and a list of coins with marks and tiers.
 *
 * An empty cell is a number that is not known; what the engine cannot use of it, it drops and counts.
 *
 * @returns the accounts, or the first problem with file, row (positions from 1) and column: a cell that is neither empty
 *   nor what it should be, two equities of one account, two moments.
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
