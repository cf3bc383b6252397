/**
 * Bitemporal observations: the measured value, and when it became known. Nothing is ever changed: a correction is a new
 * revision, so that a question "as of then" is answered with what was known then.
 */

import { sql, type Kysely } from 'kysely';
import { LOCKS, lockName } from './locks.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

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
  /** Appends all or none, in the order given. Values are equal when their JSON is, whatever the order of fields. */
  append(observations: readonly NewObservation[]): Promise<Appended>;
  /** Of each key and time the latest revision known by then, in order of key and time. */
  asOf(series: string, query: AsOf): Promise<readonly Observation[]>;
  /** The first time of a key of which anything was known by `knownAt`; undefined where nothing was. */
  firstTime(series: string, key: string, knownAt: number): Promise<number | undefined>;
  /** Forgets everything of a series before a valid time. */
  prune(series: string, before: number): Promise<void>;
  /** Every revision of a key and time, oldest first. */
  revisions(series: string, key: string, validTime: number): Promise<readonly Observation[]>;
}

interface Verdict {
  readonly verdict: keyof Appended;
  readonly times: number;
}

/** Rounds in which nothing occurs twice, so that a round can be one statement. */
function rounds(observations: readonly NewObservation[]): readonly (readonly NewObservation[])[] {
  const made: NewObservation[][] = [];
  const used = new Map<string, number>();
  for (const observation of observations) {
    const name = JSON.stringify([observation.series, observation.key, observation.validTime]);
    const round = used.get(name) ?? 0;
    used.set(name, round + 1);
    (made[round] ??= []).push(observation);
  }
  return made;
}

export function createObservations(db: Kysely<Tables>): Observations {
  const appendRound = async (on: Kysely<Tables>, round: readonly NewObservation[]): Promise<readonly Verdict[]> => {
    const { rows } = await sql<Verdict>`
      with judged as (
        select n.*, coalesce(latest.revision, 0) + 1 as revision, case
          when latest.revision is null then 'added'
          when latest.value = coalesce(n.value, 'null') then 'unchanged'
          when n."knownAt" < latest.known_at then 'late'
          else 'added' end as verdict
        from json_to_recordset(${jsonText(round)}::json) as n (
          series text, key text, "validTime" bigint, "knownAt" bigint, value jsonb, source text
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
      select verdict, count(*) as times from judged group by verdict`.execute(on);
    return rows;
  };
  return {
    append: async (observations) => {
      const counts = { added: 0, unchanged: 0, late: 0 };
      const series = new Set(observations.map((observation) => observation.series));
      await db.transaction().execute(async (transaction) => {
        // One order of locks for everyone, so that two batches of several series cannot wait for each other.
        for (const name of [...series].sort()) await lockName(transaction, LOCKS.series, name);
        for (const round of rounds(observations)) {
          for (const { verdict, times } of await appendRound(transaction, round)) counts[verdict] += times;
        }
      });
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
