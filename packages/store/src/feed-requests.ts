/** Market data requests of replicas to the leader, and its answers: one row per request, shared by all waiting replicas. */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import type { Wake } from './wake-ups.ts';

/** Limits of the table. */
export interface FeedRequestLimits {
  readonly version: `feed-requests/${string}`;
  /** Rows per timeline; further requests are refused. */
  readonly rows: number;
  readonly queryBytes: number;
  /** Packed bytes per answer; a larger answer is refused. */
  readonly answerBytes: number;
  /** Packed bytes of all answers of a timeline; further answers are refused until older ones expire. */
  readonly totalBytes: number;
  /** Bytes per read of an answer, so that no read blocks the event loop. */
  readonly pieceBytes: number;
}

const MIB = 1_048_576;

/** A changed number is a new constant; version 1 refused answers over 1 MiB, some 20,000 bars. */
export const FEED_REQUESTS_V2: FeedRequestLimits = Object.freeze({
  version: 'feed-requests/2',
  rows: 500,
  queryBytes: 4096,
  answerBytes: 16 * MIB,
  totalBytes: 128 * MIB,
  pieceBytes: MIB,
});

/** A request as the leader sees it. */
export interface OpenRequest {
  readonly key: string;
  readonly source: string;
  readonly feed: string;
  readonly query: Buffer;
}

/** New request. Moments are epoch ms: `asOf` by the market's clock, the others by the machine's. */
export interface NewRequest extends OpenRequest {
  readonly timeline: string;
  readonly asOf: number;
  /** An earlier answer to the same key is reused when its `asOf` is not later and its age is below this, ms. */
  readonly reuseMs: number;
  readonly now: number;
  readonly expiresAt: number;
}

/** `waiting`: for the leader; `refused`: the table is full or the query too large. */
export type Asked = 'waiting' | 'answered' | 'refused';

/** Requests for market data from replicas to the leader. */
export interface FeedRequests {
  /** Adds a request or joins the existing one with the same key. Notifies the leader unless an answer exists. */
  ask(request: NewRequest): Promise<Asked>;
  /** Claims every open, unclaimed request of a timeline until `until`. */
  take(timeline: string, owner: string, now: number, until: number): Promise<readonly OpenRequest[]>;
  /**
   * Stores the answer of a claim and notifies the waiting replicas.
   *
   * @param isFinal false makes the next caller repeat the request.
   * @returns `refused` when the answer, or all answers together, would exceed a limit; nothing is stored then.
   */
  answer(key: string, owner: string, answer: Buffer, isFinal: boolean): Promise<'kept' | 'refused'>;
  /** Answer to a key; undefined before there is an answer, or when it is replaced during the read. */
  read(key: string): Promise<Buffer | undefined>;
  /** Deletes expired rows. */
  prune(now: number): Promise<void>;
}

/** Attempts to add a row; concurrent requests with the same key need two. */
const ATTEMPTS = 3;

/** Chunk of an answer. */
interface Piece {
  readonly length: number;
  readonly bytes: Buffer;
  /** Row version, which changes with every update. */
  readonly revision: string;
}

/** Reads the answer to a key in chunks; undefined before there is an answer, or when it is replaced meanwhile. */
async function readAnswer(db: Kysely<Tables>, key: string, most: number): Promise<Buffer | undefined> {
  const pieceOf = async (from: number): Promise<Piece | undefined> => {
    const { rows } = await sql<Piece>`
      select octet_length(answer) as length, substring(answer from ${from + 1}::int for ${most}::int) as bytes,
        xmin::text as revision
      from feed_requests where key = ${key} and answer is not null`.execute(db);
    return rows[0];
  };
  const first = await pieceOf(0);
  if (first === undefined) return undefined;
  const pieces = [first.bytes];
  for (let read = first.bytes.length; read < first.length; read += pieces.at(-1)!.length) {
    const next = await pieceOf(read);
    if (next?.revision !== first.revision) return undefined;
    pieces.push(next.bytes);
  }
  return Buffer.concat(pieces);
}

/** Creates the table of feed requests. */
export function createFeedRequests(
  db: Kysely<Tables>,
  wake: Wake,
  limits: FeedRequestLimits = FEED_REQUESTS_V2,
): FeedRequests {
  const askOnce = async (request: NewRequest): Promise<Asked | undefined> => {
    const { key, timeline, source, feed, query, asOf, reuseMs, now, expiresAt } = request;
    const { rows } = await sql<{ answered: boolean }>`
        with added as (
          insert into feed_requests as known (key, timeline, source, feed, query, as_of, expires_at)
          select ${key}, ${timeline}, ${source}, ${feed}, ${query}::bytea, ${asOf}::bigint, ${expiresAt}::bigint
          where (select count(*) from feed_requests where timeline = ${timeline} and expires_at > ${now}::bigint)
            < ${limits.rows}::int or exists (select from feed_requests where key = ${key})
          on conflict (key) do update set
            query = excluded.query, as_of = excluded.as_of, expires_at = excluded.expires_at,
            claimed_by = null, claimed_until = 0, answer = null, is_final = false
          where known.expires_at <= ${now}::bigint
            or known.as_of > excluded.as_of
            or known.as_of <= excluded.as_of - ${reuseMs}::bigint
            or (known.answer is not null and not known.is_final)
          returning key
        ), found as (
          select key, false as answered from added
          union all
          select key, answer is not null from feed_requests
            where key = ${key} and expires_at > ${now}::bigint and not exists (select from added)
        )
        select answered from found`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.answered) return 'answered';
    void wake('feedRequests', timeline);
    return 'waiting';
  };

  return {
    ask: async (request) => {
      if (request.query.length > limits.queryBytes) return 'refused';
      // A row that another replica adds concurrently is visible to the next statement only.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const answer = await askOnce(request);
        if (answer !== undefined) return answer;
      }
      return 'refused';
    },
    take: async (timeline, owner, now, until) => {
      const { rows } = await sql<OpenRequest>`
        update feed_requests set claimed_by = ${owner}, claimed_until = ${until}::bigint
        where key in (
          select key from feed_requests
          where timeline = ${timeline} and answer is null and claimed_until <= ${now}::bigint
            and expires_at > ${now}::bigint
          for update skip locked
        )
        returning key, source, feed, query`.execute(db);
      return rows;
    },
    answer: async (key, owner, answer, isFinal) => {
      if (answer.length > limits.answerBytes) return 'refused';
      const { rows } = await sql<{ fits: boolean; kept: number }>`
        with room as (
          select coalesce(sum(octet_length(answer)), 0) + ${answer.length}::bigint <= ${limits.totalBytes}::bigint as fits
          from feed_requests where timeline = (select timeline from feed_requests where key = ${key})
        ), answered as (
          update feed_requests set answer = ${answer}::bytea, is_final = ${isFinal}
          where key = ${key} and claimed_by = ${owner} and answer is null and (select fits from room)
          returning key
        )
        select fits, (select count(*)::int from answered) as kept from room`.execute(db);
      const { fits, kept } = rows[0]!;
      if (kept > 0) void wake('feedAnswers', key);
      return fits ? 'kept' : 'refused';
    },
    read: async (key) => readAnswer(db, key, limits.pieceBytes),
    prune: async (now) => {
      await db.deleteFrom('feedRequests').where('expiresAt', '<=', now).execute();
    },
  };
}
