/**
 * Service record behind the status, shared by all replicas: gaps of feeds, and answers per interval of a day.
 *
 * A gap is a time in which some replica checked a feed and had no data. It lasts while a replica keeps reporting it; when the
 * reporting replica dies, it ends at the last report. Time without any check belongs to no gap.
 */

import { sql, type Kysely, type Transaction } from 'kysely';
import { LOCKS, underLock } from './locks.ts';
import type { Tables } from './schema.ts';

/** Gap as seen by a replica; `isOver`: the feed has data again since this check. */
export interface SeenGap {
  readonly source: string;
  readonly feed: string;
  /** Market time, epoch ms, like `at`. */
  readonly from: number;
  readonly isOver: boolean;
}

/** Answers within an interval of the day. */
export interface CountedAnswers {
  /** Start of the interval, machine time, epoch ms. */
  readonly piece: number;
  readonly answers: number;
  readonly failed: number;
}

/** One check of a replica. */
export interface Look {
  readonly timeline: string;
  /** Time of the check by the market clock and by the machine clock, epoch ms. */
  readonly at: number;
  readonly wall: number;
  readonly gaps: readonly SeenGap[];
  /** Answers since the previous check; an empty list still records that a replica checked. */
  readonly counts: readonly CountedAnswers[];
  /** Time without a report after which a gap is over, machine clock, ms. */
  readonly patienceMs: number;
  /** Retention of the record, ms. */
  readonly keepMs: number;
  /** Maximum number of gaps to return, newest first. */
  readonly most: number;
}

/** Record after a check. */
export interface ServiceRecord {
  /** Newest first; `to` is null while the gap lasts. */
  readonly gaps: readonly {
    readonly source: string;
    readonly feed: string;
    readonly from: number;
    readonly to: number | null;
  }[];
  readonly counts: readonly CountedAnswers[];
  /** First check of the record, market time, epoch ms. */
  readonly since: number;
}

/** Records of a store. */
export interface ServiceRecords {
  /** Adds a replica's observations, prunes old rows, and returns the record of all replicas. */
  look(look: Look): Promise<ServiceRecord>;
}

async function keepGap(transaction: Transaction<Tables>, look: Look, gap: SeenGap): Promise<void> {
  const { timeline, at, wall, patienceMs } = look;
  const { source, feed, from, isOver } = gap;
  // Reopens a gap that another replica has ended only if this replica has seen it since before that end.
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
        // Also deletes gaps in the future of a market clock that was set back.
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
