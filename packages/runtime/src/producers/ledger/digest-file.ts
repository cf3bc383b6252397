/** File of digests, one JSON line per closed day; a copy stored elsewhere proves the chain. */

import type { LedgerDigest } from '@barograph/contract';
import { open } from 'node:fs/promises';

/** Result of an addition. */
export interface DigestsAdded {
  /** Number of added lines. */
  readonly added: number;
  /** Days whose digest in the file differs from the chain; their lines stay unchanged. */
  readonly unlike: readonly Pick<LedgerDigest, 'origin' | 'date'>[];
}

const keyOf = ({ origin, date }: Pick<LedgerDigest, 'origin' | 'date'>): string => `${origin} ${date}`;

/** Day of a line; undefined for a malformed line. */
function lineOf(line: string): Pick<LedgerDigest, 'origin' | 'date' | 'digest'> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('origin' in value && 'date' in value && 'digest' in value)) {
      return undefined;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared as text alone
    return value as Pick<LedgerDigest, 'origin' | 'date' | 'digest'>;
  } catch {
    return undefined;
  }
}

/**
 * Adds missing days to a file in one write that is on disk when this returns. An incomplete last line, left by a process that
 * was killed while writing, is removed first and its day written again.
 *
 * @param path path of the file, created when missing.
 * @param digests closed days, oldest first.
 * @throws {Error} when the file cannot be read or written.
 */
export async function addDigests(path: string, digests: readonly LedgerDigest[]): Promise<DigestsAdded> {
  const file = await open(path, 'a+');
  try {
    const bytes = await file.readFile();
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) await file.truncate(whole);
    const known = new Map<string, string>();
    for (const line of bytes.toString('utf8', 0, whole).split('\n')) {
      const day = lineOf(line);
      if (day !== undefined) known.set(keyOf(day), day.digest);
    }
    const missing = digests.filter((day) => !known.has(keyOf(day)));
    const unlike = digests.filter((day) => (known.get(keyOf(day)) ?? day.digest) !== day.digest);
    if (missing.length > 0) {
      await file.appendFile(missing.map((day) => `${JSON.stringify(day)}\n`).join(''));
      await file.sync();
    }
    return { added: missing.length, unlike: unlike.map(({ origin, date }) => ({ origin, date })) };
  } finally {
    await file.close();
  }
}
