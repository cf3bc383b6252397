/** Read position of each chain, stored as text between reads. */

import { at } from '../upstream/payload/at.ts';

/** A block that was read: its number, and its hash at that time. */
export type SeenBlock = readonly [number: number, hash: string];

/** Read position in a chain. */
export interface ChainCursor {
  /** Time since which every block was read, epoch ms. */
  readonly since: number;
  /** Time of the last block that was read, epoch ms. */
  readonly until: number;
  /** The next block to read. */
  readonly next: number;
  /** Blocks that were read, oldest first: a replaced block shows a reorganisation. */
  readonly seen: readonly SeenBlock[];
}

/** Cursors by chain. */
export type ChainCursors = Readonly<Partial<Record<string, ChainCursor>>>;

function isCursor(value: unknown): value is ChainCursor {
  const seen = at(value, 'seen');
  return (
    ['since', 'until', 'next'].every((name) => Number.isFinite(at(value, name))) &&
    Array.isArray(seen) &&
    seen.every((pair) => Array.isArray(pair) && Number.isSafeInteger(pair[0]) && typeof pair[1] === 'string')
  );
}

/** Parses cursors. An unreadable entry is dropped, so its chain starts over. */
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

/** Serializes cursors. */
export function cursorText(cursors: ChainCursors): string {
  return JSON.stringify(cursors);
}
