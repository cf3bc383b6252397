/** Size of a file, which determines its deadline, and the problem of a missed deadline. */

import type { DataProblem } from '@barograph/core';
import { stat } from 'node:fs/promises';

/** Size of a regular file, bytes; undefined for other paths, whose problem is reported on opening. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/** Problem of a file that missed its deadline. */
export function lateProblem(file: string, size: number, deadlineMs: number): DataProblem {
  return {
    code: 'unreadable_file',
    file,
    expected: `a file of ${size} bytes to be read within ${(deadlineMs / 1e3).toFixed(1)} s`,
    got: 'no end of it',
  };
}
