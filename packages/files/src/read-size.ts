/** Size of a file, which its deadline goes by, and the problem of one that was not read by then. */

import type { DataProblem } from '@barograph/core';
import { stat } from 'node:fs/promises';

/** Bytes of a regular file; undefined for everything else: opening it says what it is. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/** The problem of a file over which the deadline passed. */
export function lateProblem(file: string, size: number, deadlineMs: number): DataProblem {
  return {
    code: 'unreadable_file',
    file,
    expected: `a file of ${size} bytes to be read within ${(deadlineMs / 1e3).toFixed(1)} s`,
    got: 'no end of it',
  };
}
