/** A file of digests, a JSON line for each closed day: a copy kept elsewhere proves the chain. */

import type { LedgerDigest } from '@barograph/contract';
import { open } from 'node:fs/promises';

/** Result of an addition. */
export interface DigestsAdded {
  /** Lines that were added. */
  readonly added: number;
  /** Days of which the file has another digest than the chain; nothing of them was changed. */
  readonly unlike: readonly Pick<LedgerDigest, 'origin' | 'date'>[];
}

const keyOf = ({ origin, date }: Pick<LedgerDigest, 'origin' | 'date'>): string => `${origin} ${date}`;

/** The day of a line; undefined for a line that is none. */
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
 * Adds the days that a file does not have yet, in one write that is on the disk when this returns. A last line without its end, of
 * a process that was killed while it wrote, is taken away first: its day is written again.
 *
 * @param path of the file, which is made where it is missing.
 * @param digests closed days, oldest first.
 * @throws {Error} the file cannot be read or written.
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
