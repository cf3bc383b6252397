/** Reads a file of positions: the book and the classes of its accounts. */

import { describeProblem } from '@barograph/core';
import { readAccounts, readAccountsStream } from '@barograph/files';
import {
  accountBook,
  checkClassifierConfig,
  classesNow,
  CLASSIFIER_V2026_11_1,
  type AccountBook,
  type AccountClasses,
  type CoinTerms,
} from '@barograph/positioning';
import { Option, type Command } from 'commander';
import { configOf } from './engine-command.ts';
import { CommandError, say, type Io } from './io.ts';
import { momentOf } from './moment.ts';
import { addTable, type TableFlags } from './table-options.ts';

export interface AccountsFlags extends TableFlags {
  readonly at?: number;
  readonly config?: string;
}

/**
 * Adds the options that all commands over positions share.
 *
 * @param rows help text of `--rows`.
 */
export function withAccountsOptions(command: Command, rows: string): Command {
  return withAccounts(
    addTable(command, 'shown').addOption(new Option('--rows <which>', rows).choices(['last', 'all']).default('last')),
  ).option('--out <file>', 'write a file instead of standard output');
}

/** Adds the flags that state how positions are read. */
export function withAccounts(command: Command): Command {
  return command
    .addOption(new Option('--at <time>', 'moment of the positions (default: of the file)').argParser(momentOf))
    .option('--config <file>', `JSON with fields of ${CLASSIFIER_V2026_11_1.version} that differ`);
}

/** Accounts at a moment. */
export interface Accounts {
  readonly file: string;
  readonly book: AccountBook;
  readonly classes: AccountClasses;
  /** Marks of the coins, and tiers where the file has them. */
  readonly coins: readonly CoinTerms[];
  /** Epoch ms; NaN when neither the file nor a flag states it. */
  readonly asOf: number;
}

/** Reads a file, or standard input for `-`; reports skipped rows. @throws {CommandError} when the file cannot be read. */
export async function accountsOf(io: Io, path: string, flags: AccountsFlags): Promise<Accounts> {
  const config = await configOf(CLASSIFIER_V2026_11_1, checkClassifierConfig, flags.config);
  const read = await (path === '-' ? readAccountsStream(io.stdin, 'stdin') : readAccounts(path));
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const { file, accounts, coins, time } = read.value;
  const book = accountBook(accounts, coins, { leastNotional: config.leastNotional });
  tellLeftOut(io, file, book, config.leastNotional);
  if (book.accounts.address.length === 0) {
    const expected = `an account with positions of ${config.leastNotional} USD or more`;
    throw new CommandError(`${file}: expected ${expected}, got ${book.small.accounts} with less`);
  }
  return { file, book, coins, classes: classesNow(book, config), asOf: flags.at ?? time ?? NaN };
}

function tellLeftOut(io: Io, file: string, { dropped, small }: AccountBook, leastNotional: number): void {
  const reasons = Object.entries(dropped).filter(([, count]) => count > 0);
  const listed = reasons.map(([reason, count]) => `${reason} ${count}`).join(', ');
  if (reasons.length > 0) say(io, `${file}: dropped accounts and positions: ${listed}`);
  if (small.accounts > 0) say(io, `${file}: accounts left out below ${leastNotional} USD: ${small.accounts}`);
}
