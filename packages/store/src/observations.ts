/**
 * Bitemporal observations: the measured value, and when it became known. Nothing is ever changed: a correction is a new
 * revision, so that a question "as of then" is answered with what was known then.
 */

import { sql, type Kysely } from 'kysely';
import { appendEvents, type NewEvent } from './events.ts';
import { LOCKS, lockName } from './locks.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';
import type { Wake } from './wake-ups.ts';

export interface NewObservation {
  readonly series: string;
  /** Key within the series: a symbol; '' when the series has only one. */
  readonly key: string;
  /** Moment of the value, epoch ms. */
  readonly validTime: number;
  /** The moment it became known, epoch ms. */
  readonly knownAt: number;
  /** JSON. */
  readonly value: unknown;
  readonly source: string;
}

export interface Observation extends NewObservation {
  /** 1 for the first value of its time, one more for each correction. */
  readonly revision: number;
}

/** An event that tells of an observation. */
export interface ObservationEvent extends NewEvent {
  /** Index of the observation among those that are appended. */
  readonly observation: number;
}

export interface Appended {
  readonly added: number;
  /** The value that is the latest already. */
  readonly unchanged: number;
  /** A different value that claims to have been known before the latest was: it would change the past. */
  readonly late: number;
}

export interface AsOf {
  /** undefined: all keys. */
  readonly key?: string;
  readonly knownAt: number;
  /** Bounds of the valid time, both included. */
  readonly from?: number;
  readonly to?: number;
}

export interface Observations {
  /**
   * Appends all or none, in the order given. Values are equal when their JSON is, whatever the order of fields.
   *
   * @param events appended to the log with their observations, where those are the first of their times: what two runs
   *   have found has one event.
   */
  append(observations: readonly NewObservation[], events?: readonly ObservationEvent[]): Promise<Appended>;
  /** Latest revision of each key and time known by then, in order of key and time. */
  asOf(series: string, query: AsOf): Promise<readonly Observation[]>;
  /** First time of a key with a value known by `knownAt`; undefined when no value was known. */
  firstTime(series: string, key: string, knownAt: number): Promise<number | undefined>;
  /** Forgets everything of a series before a valid time. */
  prune(series: string, before: number): Promise<void>;
  /** Every revision of a key and time, oldest first. */
  revisions(series: string, key: string, validTime: number): Promise<readonly Observation[]>;
}

interface Verdict {
  readonly verdict: keyof Appended;
  readonly times: number;
  /** Indexes of those that are the first of their times. */
  readonly first: readonly number[] | null;
}

/** An observation with its index. */
type Numbered = NewObservation & { readonly i: number };

/** Rounds in which nothing occurs twice, so that a round can be one statement. */
function rounds(observations: readonly NewObservation[]): readonly (readonly Numbered[])[] {
  const stored: Numbered[][] = [];
  const used = new Map<string, number>();
  for (const [i, observation] of observations.entries()) {
    const name = JSON.stringify([observation.series, observation.key, observation.validTime]);
    const round = used.get(name) ?? 0;
    used.set(name, round + 1);
    (stored[round] ??= []).push({ ...observation, i });
  }
  return stored;
}

/** Appends a round. @returns its verdicts. */
async function appendRound(on: Kysely<Tables>, round: readonly Numbered[]): Promise<readonly Verdict[]> {
  const { rows } = await sql<Verdict>`
    with judged as (
      select n.*, coalesce(latest.revision, 0) + 1 as revision, case
        when latest.revision is null then 'added'
        when latest.value = coalesce(n.value, 'null') then 'unchanged'
        when n."knownAt" < latest.known_at then 'late'
        else 'added' end as verdict
      from json_to_recordset(${jsonText(round)}::json) as n (
        i int, series text, key text, "validTime" bigint, "knownAt" bigint, value jsonb, source text
      )
      left join lateral (
        select o.revision, o.known_at, o.value from observations o
        where o.series = n.series and o.key = n.key and o.valid_time = n."validTime"
        order by o.revision desc limit 1
      ) latest on true
    ), stored as (
      insert into observations (series, key, valid_time, revision, known_at, value, source)
      select series, key, "validTime", revision, "knownAt", coalesce(value, 'null'), source from judged where verdict = 'added'
    )
    select verdict, count(*) as times, json_agg(i) filter (where revision = 1) as first
    from judged group by verdict`.execute(on);
  return rows;
}

/** Creates the table of observations. */
export function createObservations(db: Kysely<Tables>, wake: Wake): Observations {
  return {
    append: async (observations, events = []) => {
      const counts = { added: 0, unchanged: 0, late: 0 };
      let isTold = false;
      const first = new Set<number>();
      const series = new Set(observations.map((observation) => observation.series));
      await db.transaction().execute(async (transaction) => {
        // One order of locks for everyone, so that two batches of several series cannot wait for each other.
        for (const name of [...series].sort()) await lockName(transaction, LOCKS.series, name);
        for (const round of rounds(observations)) {
          for (const judged of await appendRound(transaction, round)) {
            counts[judged.verdict] += judged.times;
            for (const i of judged.first ?? []) first.add(i);
          }
        }
        // Last: the next writer of the log waits from here to the commit.
        const stored = events.filter(({ observation }) => first.has(observation));
        isTold = (await appendEvents(transaction, stored)).length > 0;
      });
      if (isTold) void wake('events');
      return counts;
    },
    asOf: async (series, { key, knownAt, from, to }) => {
      let query = db
        .selectFrom('observations')
        .selectAll()
        .distinctOn(['key', 'validTime'])
        .where('series', '=', series)
        .where('knownAt', '<=', knownAt)
        .orderBy('key')
        .orderBy('validTime')
        .orderBy('revision', 'desc');
      if (key !== undefined) query = query.where('key', '=', key);
      if (from !== undefined) query = query.where('validTime', '>=', from);
      if (to !== undefined) query = query.where('validTime', '<=', to);
      return query.execute();
    },
    firstTime: async (series, key, knownAt) => {
      const row = await db
        .selectFrom('observations')
        .select('validTime')
        .where('series', '=', series)
        .where('key', '=', key)
        .where('knownAt', '<=', knownAt)
        .orderBy('validTime')
        .limit(1)
        .executeTakeFirst();
      return row?.validTime;
    },
    prune: async (series, before) => {
      await db.deleteFrom('observations').where('series', '=', series).where('validTime', '<', before).execute();
    },
    revisions: async (series, key, validTime) =>
      db
        .selectFrom('observations')
        .selectAll()
        .where('series', '=', series)
        .where('key', '=', key)
        .where('validTime', '=', validTime)
        .orderBy('revision')
        .execute(),
  };
}
