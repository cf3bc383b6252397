/** Errors of folders and disks that only the operator can mend. */

import { codeOf } from './connection.ts';

/** System codes of a folder in which nothing can be made, in words. */
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
 * One line that names the data folder and what is wrong with it.
 *
 * @throws {unknown} `error`, when it says nothing of a folder.
 */
export function unusable(dataDir: string, error: unknown): string {
  const got = UNWRITABLE.get(codeOf(error) ?? '');
  if (got === undefined) throw error;
  return `dataDir: expected a folder to write to, got ${got} at ${dataDir}`;
}
