/** `--queue` and `--database-url`: work that `barograph work` processes compute, also on other machines. */

import type { Store } from '@barograph/store';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { loadStore } from '../store.ts';

/** Address of the database that has the queue. */
export interface DatabaseFlag {
  readonly databaseUrl?: string;
}

export interface QueueFlags extends DatabaseFlag {
  readonly queue?: boolean;
}

/** Adds the flag of the database. */
export function addDatabase(command: Command): Command {
  return command.option('--database-url <url>', 'Postgres of the queue (default: the variable DATABASE_URL)');
}

/** Adds both flags. */
export function addQueue(command: Command): Command {
  return addDatabase(
    command.option('--queue', 'let "barograph work" processes of the database do the work; the result is the same'),
  );
}

/** Opens the database. @throws {CommandError} without a usable one. */
export async function openQueue(io: Io, { databaseUrl }: DatabaseFlag, logLevel: 'warn' | 'silent'): Promise<Store> {
  const url = databaseUrl ?? io.env?.['DATABASE_URL'];
  if (url === undefined) throw new CommandError('--database-url: expected it or the variable DATABASE_URL, got none');
  const { openStore, createLog } = await loadStore();
  const opened = await openStore({ dataDir: '.', databaseUrl: url, log: createLog(logLevel) });
  if (!opened.ok) throw new CommandError(opened.error);
  return opened.value;
}
