/**
 * Streaming parser of the leaderboard, which has tens of megabytes; only the largest accounts are kept.
 *
 * Rows are cut out of the bytes by their brackets and parsed one by one, so that memory holds only the open row and the kept ones.
 * An invalid row is dropped and counted.
 *
 * @source format of `GET /Mainnet/leaderboard` as documented by clients of the venue; the venue has no reference for it.
 */

import { err, ok, type Result } from '@barograph/core';
import type { LeaderboardRow } from '../market/traders.ts';
import type { BodyReader } from '../upstream/ask.ts';
import { readLeader, type BadLeaderField } from './leaderboard-rows.ts';

/** The kept rows of a leaderboard. */
export interface ReadLeaders {
  /** Largest account value first. */
  readonly leaders: readonly LeaderboardRow[];
  /** Number of rows in the body. */
  readonly rows: number;
  /** Counts of dropped rows, by field. */
  readonly bad: Readonly<Partial<Record<BadLeaderField, number>>>;
}

/** Parser of a body. */
interface LeaderboardReader extends BodyReader {
  end(): Result<ReadLeaders, string>;
}

/** Maximum size of a row, bytes. */
const MOST_ROW_BYTES = 65_536;

const code = (sign: string): number => sign.charCodeAt(0);
const QUOTE = code('"');
const ESCAPE = code('\\');
const OPEN_OBJECT = code('{');
const CLOSE_OBJECT = code('}');
const OPEN_LIST = code('[');
const CLOSE_LIST = code(']');

/** Keeps the `most` largest rows of a stream. */
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
      // Sorts once per `most` rows, which costs a few steps a row.
      if (kept.length >= 2 * most + 16) kept = sorted().slice(0, most);
    },
    all: (): readonly LeaderboardRow[] => {
      const once = new Map<string, LeaderboardRow>();
      for (const leader of sorted()) if (!once.has(leader.address)) once.set(leader.address, leader);
      return [...once.values()].slice(0, most);
    },
  };
}

/** Rows are objects at depth two: items of the list in the outermost object. */
const ROW_DEPTH = 2;

/**
 * Creates a reader of a body.
 *
 * @param most maximum rows kept.
 */
export function createLeaderboardReader(most: number): LeaderboardReader {
  const largest = createLargest(most);
  const bad: Partial<Record<BadLeaderField, number>> = {};
  let rows = 0;
  let depth = 0;
  let [isText, isEscaped, hasBegun, isBroken] = [false, false, false, false];
  /** Earlier chunks of the open row; null outside of rows. */
  let parts: Buffer[] | null = null;
  let size = 0;

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
    if (size + last.length > MOST_ROW_BYTES) {
      rows++;
      refuse('row');
    } else {
      take(parts!.length === 0 ? last : Buffer.concat([...parts!, last]));
    }
    parts = null;
    size = 0;
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
    size += chunk.length - start;
    // An endless row must not fill the memory; it is dropped.
    if (size <= MOST_ROW_BYTES) parts.push(Buffer.from(chunk.subarray(start)));
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
