/**
 * Reading of the leaderboard while it comes: tens of megabytes, of which the accounts of most value are kept.
 *
 * Rows are cut out of the bytes by their brackets and parsed one by one, so that no more than a row and the kept ones are
 * held. A row that cannot be is left out and counted.
 *
 * @source the form of `GET /Mainnet/leaderboard`, as clients of the venue document it; it has no reference of its own.
 */

import { err, ok, type Result } from '@barograph/core';
import type { LeaderboardRow } from '../market/traders.ts';
import type { BodyReader } from '../upstream/ask.ts';
import { readLeader, type BadLeaderField } from './leaderboard-rows.ts';

/** The kept rows of a leaderboard. */
export interface ReadLeaders {
  /** Largest account value first. */
  readonly leaders: readonly LeaderboardRow[];
  /** Rows of the body. */
  readonly rows: number;
  /** Rows that were left out, by field. */
  readonly bad: Readonly<Partial<Record<BadLeaderField, number>>>;
}

/** Reading of one body. */
interface LeaderboardReader extends BodyReader {
  end(): Result<ReadLeaders, string>;
}

/** A row of more bytes is none. */
const MOST_ROW_BYTES = 65_536;

const code = (sign: string): number => sign.charCodeAt(0);
const QUOTE = code('"');
const ESCAPE = code('\\');
const OPEN_OBJECT = code('{');
const CLOSE_OBJECT = code('}');
const OPEN_LIST = code('[');
const CLOSE_LIST = code(']');

/** The largest of a stream, at most `most` of them. */
function createLargest(most: number) {
  let kept: LeaderboardRow[] = [];
  const sorted = (): LeaderboardRow[] =>
    kept.toSorted((a, b) => {
      const more = b.accountValue - a.accountValue;
      if (more !== 0) return more;
      return a.address < b.address ? -1 : 1;
    });
  return {
    add: (leader: LeaderboardRow): void => {
      kept.push(leader);
      // Sorted once for as many as are kept: a few steps a row.
      if (kept.length >= 2 * most + 16) kept = sorted().slice(0, most);
    },
    all: (): readonly LeaderboardRow[] => {
      const once = new Map<string, LeaderboardRow>();
      for (const leader of sorted()) if (!once.has(leader.address)) once.set(leader.address, leader);
      return [...once.values()].slice(0, most);
    },
  };
}

/** Rows are the objects two levels deep: those of the list in the outermost object. */
const ROW_DEPTH = 2;

/**
 * A reader of one body.
 *
 * @param most rows that are kept.
 */
export function createLeaderboardReader(most: number): LeaderboardReader {
  const largest = createLargest(most);
  const bad: Partial<Record<BadLeaderField, number>> = {};
  let rows = 0;
  let depth = 0;
  let [isText, isEscaped, hasBegun, isBroken] = [false, false, false, false];
  /** Parts of the row that is open, without the chunk under way; null outside of rows. */
  let parts: Buffer[] | null = null;
  let held = 0;

  const refuse = (field: BadLeaderField): void => {
    bad[field] = (bad[field] ?? 0) + 1;
  };
  const take = (bytes: Buffer): void => {
    rows++;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch {
      return refuse('row');
    }
    const leader = readLeader(value);
    if (typeof leader === 'string') refuse(leader);
    else largest.add(leader);
  };
  const close = (chunk: Buffer, start: number, end: number): void => {
    const last = chunk.subarray(start, end);
    if (held + last.length > MOST_ROW_BYTES) {
      rows++;
      refuse('row');
    } else {
      take(parts!.length === 0 ? last : Buffer.concat([...parts!, last]));
    }
    parts = null;
    held = 0;
  };
  const push = (chunk: Buffer): void => {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) {
        isText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (depth === ROW_DEPTH && byte === OPEN_OBJECT) {
          parts = [];
          start = i;
        }
        if (depth === 0 && byte === OPEN_OBJECT) hasBegun = true;
        depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth--;
        if (depth === ROW_DEPTH && parts !== null) close(chunk, start, i + 1);
        if (depth < 0) isBroken = true;
      }
    }
    if (parts === null) return;
    held += chunk.length - start;
    // A row without an end must not fill the memory: it is left out when it ends.
    if (held <= MOST_ROW_BYTES) parts.push(Buffer.from(chunk.subarray(start)));
  };
  return {
    push,
    end: () => {
      if (!hasBegun || isBroken || depth !== 0 || isText)
        return err('expected a JSON object of rows, got something else');
      return ok({ leaders: largest.all(), rows, bad });
    },
  };
}
