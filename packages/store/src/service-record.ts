/**
 * Record behind the status, of all replicas together: times in which a feed was silent, and answers by pieces of a day.
 *
 * A gap is a time in which some replica looked and had no data of a feed. It lasts while one keeps saying so; of a replica
 * that died in it, it ends where it was last seen. Time in which nobody looked is in no gap.
 */

import { sql, type Kysely, type Transaction } from 'kysely';
import { LOCKS, underLock } from './locks.ts';
import type { Tables } from './schema.ts';

/** A gap as a replica sees it; `isOver`: this is the first look at which the feed speaks again. */
export interface SeenGap {
  readonly source: string;
  readonly feed: string;
  /** Epoch ms of the market, as `at`. */
  readonly from: number;
  readonly isOver: boolean;
}

/** Answers of a piece of the day. */
export interface CountedAnswers {
  /** Beginning of the piece, epoch ms of the machine. */
  readonly piece: number;
  readonly answers: number;
  readonly failed: number;
}

/** One look of a replica. */
export interface Look {
  readonly timeline: string;
  /** Moment of the market, and of the machine, epoch ms. */
  readonly at: number;
  readonly wall: number;
  readonly gaps: readonly SeenGap[];
  /** Answers since the look before; an empty count still says that somebody looked. */
  readonly counts: readonly CountedAnswers[];
  /** A gap that nobody has seen for so long, ms of the machine, is over. */
  readonly patienceMs: number;
  /** Span of the record, ms. */
  readonly keepMs: number;
  /** Gaps that are read at most, the newest. */
  readonly most: number;
}

/** The record after a look. */
export interface ServiceRecord {
  /** The newest first; `to` is null while one lasts. */
  readonly gaps: readonly {
    readonly source: string;
    readonly feed: string;
    readonly from: number;
    readonly to: number | null;
  }[];
  readonly counts: readonly CountedAnswers[];
  /** First look of the record, epoch ms of the market. */
  readonly since: number;
}

/** Records of a store. */
export interface ServiceRecords {
  /** Adds what a replica saw, forgets what is too old, and reads what all have seen. */
  look(look: Look): Promise<ServiceRecord>;
}

async function keepGap(transaction: Transaction<Tables>, look: Look, gap: SeenGap): Promise<void> {
  const { timeline, at, wall, patienceMs } = look;
  const { source, feed, from, isOver } = gap;
  // One that another replica has ended goes on only if this one has seen it since before that end.
  const { rows } = await sql`
    update feed_gaps g
    set seen_at = greatest(g.seen_at, ${at}::bigint), seen_wall = greatest(g.seen_wall, ${wall}::bigint), is_over = ${isOver}
    where timeline = ${timeline} and source = ${source} and feed = ${feed} and seen_wall >= ${wall - patienceMs}::bigint
      and (not is_over or ${from}::bigint < seen_at)
      and began = (select max(began) from feed_gaps where timeline = ${timeline} and source = ${source} and feed = ${feed})
    returning began`.execute(transaction);
  if (rows.length > 0 || isOver) return;
  await sql`
    insert into feed_gaps (timeline, source, feed, began, seen_at, seen_wall, is_over)
    values (${timeline}, ${source}, ${feed}, ${from}::bigint, ${at}::bigint, ${wall}::bigint, false)
    on conflict (timeline, source, feed, began)
    do update set seen_at = excluded.seen_at, seen_wall = excluded.seen_wall, is_over = false`.execute(transaction);
}

/** Records in a database. */
export function createServiceRecords(db: Kysely<Tables>): ServiceRecords {
  return {
    look: async (look) => {
      const { timeline, at, wall, counts, patienceMs, keepMs, most } = look;
      return underLock(db, LOCKS.status, timeline, async (transaction) => {
        // A market whose clock was set back has not come to later gaps yet.
        await sql`delete from feed_gaps where timeline = ${timeline} and (began > ${at}::bigint or seen_at < ${at - keepMs}::bigint)`.execute(
          transaction,
        );
        await sql`delete from answer_counts where timeline = ${timeline} and piece < ${wall - keepMs}::bigint`.execute(
          transaction,
        );
        for (const gap of look.gaps) await keepGap(transaction, look, gap);
        for (const { piece, answers, failed } of counts) {
          await sql`
            insert into answer_counts as c (timeline, piece, first_look_at, answers, failed)
            values (${timeline}, ${piece}::bigint, ${at}::bigint, ${answers}::bigint, ${failed}::bigint)
            on conflict (timeline, piece)
            do update set answers = c.answers + excluded.answers, failed = c.failed + excluded.failed`.execute(
            transaction,
          );
        }
        const gaps = await transaction
          .selectFrom('feedGaps')
          .selectAll()
          .where('timeline', '=', timeline)
          .orderBy('began', 'desc')
          .limit(most)
          .execute();
        const kept = await transaction
          .selectFrom('answerCounts')
          .selectAll()
          .where('timeline', '=', timeline)
          .orderBy('piece')
          .execute();
        return {
          gaps: gaps.map(({ source, feed, began, seenAt, seenWall, isOver }) => ({
            source,
            feed,
            from: began,
            to: isOver || seenWall < wall - patienceMs ? seenAt : null,
          })),
          counts: kept.map(({ piece, answers, failed }) => ({ piece, answers, failed })),
          since: kept[0]?.firstLookAt ?? at,
        };
      });
    },
  };
}
