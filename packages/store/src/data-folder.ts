/** Folder and disk errors that only the operator can fix. */

import { codeOf } from './connection.ts';

/** Messages for system codes of an unusable folder. */
const UNWRITABLE: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'a read-only file system'],
  ['EACCES', 'no right to write'],
  ['EPERM', 'no right to write'],
  ['ENOTDIR', 'a file'],
  ['EEXIST', 'a file'],
  ['ENOENT', 'no folder, and no way to make one,'],
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'no space left'],
]);

/**
 * Formats a one-line message with the data folder and its problem.
 *
 * @throws {unknown} `error` itself, when it is not about a folder.
 */
export function unusable(dataDir: string, error: unknown): string {
  const got = UNWRITABLE.get(codeOf(error) ?? '');
  if (got === undefined) throw error;
  return `dataDir: expected a folder to write to, got ${got} at ${dataDir}`;
}
