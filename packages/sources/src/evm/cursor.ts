/** Place up to which chains were read, as text between two reads. */

import { at } from '../upstream/payload/at.ts';

/** A block that was read: its number, and its hash at that time. */
export type SeenBlock = readonly [number: number, hash: string];

/** Place in a chain. */
export interface ChainCursor {
  /** Epoch ms: everything after it was read. */
  readonly since: number;
  /** Time of the last block that was read, epoch ms. */
  readonly until: number;
  /** The next block to read. */
  readonly next: number;
  /** Blocks that were read, oldest first: a replaced one shows that the chain has turned back. */
  readonly seen: readonly SeenBlock[];
}

/** Places by chain. */
export type ChainCursors = Readonly<Partial<Record<string, ChainCursor>>>;

function isCursor(value: unknown): value is ChainCursor {
  const seen = at(value, 'seen');
  return (
    ['since', 'until', 'next'].every((name) => Number.isFinite(at(value, name))) &&
    Array.isArray(seen) &&
    seen.every((one) => Array.isArray(one) && Number.isSafeInteger(one[0]) && typeof one[1] === 'string')
  );
}

/** The places that a text holds. A part that cannot be read is left out: that chain begins anew. */
export function cursorsOf(text: string | null): ChainCursors {
  if (text === null) return {};
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return {};
  }
  const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, ChainCursor] => isCursor(entry[1])));
}

/** The places as text. */
export function cursorText(cursors: ChainCursors): string {
  return JSON.stringify(cursors);
}
