/** Reads account positions of a file or a stream in a worker thread with a deadline. */

import { err, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { AccountsFile, ReadAccountsOptions } from './accounts-file.ts';
import { SourceError } from './byte-source.ts';
import { accountBytes, readAccountsHere } from './read-accounts-here.ts';
import { readDeadlineMs } from './read-limits.ts';
import { lateProblem, sizeOf } from './read-size.ts';
import { readAccountsInWorker } from './worker-pool.ts';
import type { AccountsRequest } from './worker-messages.ts';

/** Reads the accounts of a file. */
export async function accountsOfFile(
  path: string,
  options: ReadAccountsOptions,
): Promise<Result<AccountsFile, DataProblem>> {
  const size = await sizeOf(path);
  if (size === undefined) return readAccountsHere(path);
  return withDeadline({ kind: 'accounts', file: path, bytes: undefined }, size, options);
}

/** Reads the accounts of a stream. */
export async function accountsOfStream(
  stream: ByteStream,
  name: string,
  options: ReadAccountsOptions,
): Promise<Result<AccountsFile, DataProblem>> {
  try {
    const bytes = await accountBytes(stream);
    return await withDeadline({ kind: 'accounts', file: name, bytes }, bytes.byteLength, options);
  } catch (error) {
    if (error instanceof SourceError) return err({ file: name, ...error.problem });
    throw error;
  }
}

async function withDeadline(
  request: AccountsRequest,
  size: number,
  options: ReadAccountsOptions,
): Promise<Result<AccountsFile, DataProblem>> {
  const deadlineMs = readDeadlineMs(size, options.limits);
  const result = await readAccountsInWorker(request, deadlineMs, options);
  return result === 'late' ? err(lateProblem(request.file, size, deadlineMs)) : result;
}
