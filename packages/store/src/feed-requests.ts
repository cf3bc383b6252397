/** Requests of replicas to the leader and its answers: one row per request, whatever number of replicas waits for it. */

import { sql, type Kysely } from 'kysely';
import { CHANNELS } from './listener.ts';
import type { Tables } from './schema.ts';

/** Bounds of the table. */
export interface FeedRequestLimits {
  readonly version: `feed-requests/${string}`;
  /** Rows of one timeline; a request beyond them is refused. */
  readonly rows: number;
  readonly queryBytes: number;
  /** Of one answer, packed; a larger one is refused. */
  readonly answerBytes: number;
  /** Of all answers of one timeline; one beyond them is refused until others have expired. */
  readonly totalBytes: number;
  /** An answer is read in pieces of so many bytes, so that none of them keeps the event loop. */
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

/** A new request. Moments are epoch ms; `asOf` is of the market's clock, the others of the machine's. */
export interface NewRequest extends OpenRequest {
  readonly timeline: string;
  readonly asOf: number;
  /** An earlier answer to the same key serves when its `asOf` is not later, and younger than this, ms. */
  readonly reuseMs: number;
  readonly now: number;
  readonly expiresAt: number;
}

/** `waiting`: for the leader; `refused`: the table is full, or the query too large. */
export type Asked = 'waiting' | 'answered' | 'refused';

/** Requests for market data from replicas to the leader. */
export interface FeedRequests {
  /** Adds a request, or joins the one of the same key, and notifies the leader unless there is an answer. */
  ask(request: NewRequest): Promise<Asked>;
  /** Claims every open request of a timeline that nobody has in hand, until `until`. */
  take(timeline: string, owner: string, now: number, until: number): Promise<readonly OpenRequest[]>;
  /**
   * Keeps the answer of a claim and notifies those who wait.
   *
   * @param isFinal false: the next caller asks again.
   * @returns `refused` when it, or all of them, would be too large; nothing is kept then.
   */
  answer(key: string, owner: string, answer: Buffer, isFinal: boolean): Promise<'kept' | 'refused'>;
  /** The answer to a key; undefined while there is none, and when it is replaced while it is read. */
  read(key: string): Promise<Buffer | undefined>;
  /** Deletes rows that have expired. */
  prune(now: number): Promise<void>;
}

/** Two replicas that add the same key at once need two. */
const ATTEMPTS = 3;

/** A piece of an answer. */
interface Piece {
  readonly length: number;
  readonly bytes: Buffer;
  /** Changes with every change of the row. */
  readonly revision: string;
}

/** The answer to a key, piece by piece; undefined while there is none, and when it is replaced meanwhile. */
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

export function createFeedRequests(db: Kysely<Tables>, limits: FeedRequestLimits = FEED_REQUESTS_V2): FeedRequests {
  const askOnce = async (request: NewRequest): Promise<Asked | undefined> => {
    const { key, timeline, source, feed, query, asOf, reuseMs, now, expiresAt } = request;
    const { rows } = await sql<{ notified: boolean; answered: boolean }>`
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
        select pg_notify(${CHANNELS.feedRequests}, ${timeline}) is not null as notified, answered from found
          where not answered
        union all select true, answered from found where answered`.execute(db);
    const [row] = rows;
    return row === undefined ? undefined : row.answered ? 'answered' : 'waiting';
  };

  return {
    ask: async (request) => {
      if (request.query.length > limits.queryBytes) return 'refused';
      // A row that another replica adds at this very moment is seen by the next statement only.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const asked = await askOnce(request);
        if (asked !== undefined) return asked;
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
      const { rows } = await sql<{ fits: boolean }>`
        with room as (
          select coalesce(sum(octet_length(answer)), 0) + ${answer.length}::bigint <= ${limits.totalBytes}::bigint as fits
          from feed_requests where timeline = (select timeline from feed_requests where key = ${key})
        ), answered as (
          update feed_requests set answer = ${answer}::bytea, is_final = ${isFinal}
          where key = ${key} and claimed_by = ${owner} and answer is null and (select fits from room)
          returning key
        ), notified as (
          select pg_notify(${CHANNELS.feedAnswers}, key) from answered
        )
        select fits, (select count(*) from notified) as told from room`.execute(db);
      return rows[0]?.fits === false ? 'refused' : 'kept';
    },
    read: async (key) => readAnswer(db, key, limits.pieceBytes),
    prune: async (now) => {
      await db.deleteFrom('feedRequests').where('expiresAt', '<=', now).execute();
    },
  };
}
