/** Reads of the ledger: for answers of operations, and for resuming recording and grading. */

import {
  LEDGER_HORIZONS,
  type ForecastRow,
  type GradeRow,
  type LedgerArchive,
  type LedgerDigest,
  type LedgerDigestsQuery,
  type LedgerGradesQuery,
  type LedgerHorizon,
  type LedgerOrigin,
  type LedgerRowsQuery,
  type LedgerStated,
  utcDate,
} from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { sql, type Kysely } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { unpacked } from './ledger-text.ts';
import { type LedgerSchema } from './ledger.ts';
import type { Tables } from './schema.ts';

/** Key of a forecast. */
export interface LedgerPlace {
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  /** Open of the forecast's hour, epoch ms. */
  readonly time: number;
}

/** Query for ungraded forecasts. */
export interface LedgerDueQuery {
  readonly origin: LedgerOrigin;
  /** First forecast hour, epoch ms. */
  readonly from: number;
  /** Last end of a horizon, epoch ms. */
  readonly asOf: number;
  readonly limit: number;
}

/** Query for graded forecasts whose horizon ended within a range, epoch ms: first moment inclusive, last exclusive. */
export interface LedgerGradedQuery {
  readonly origin: LedgerOrigin;
  readonly from: number;
  readonly to: number;
}

/** Forecast with its newest grade. */
export interface LedgerGraded {
  readonly row: ForecastRow;
  readonly grade: GradeRow;
}

/** Progress of a scope and horizon: open of the hour of its last forecast, epoch ms, and its last grade. */
export interface LedgerNewest extends LedgerPlace {
  readonly grade: GradeRow | undefined;
}

/** The ledger by market. */
export interface LedgerStore {
  grades(timeline: string, query: LedgerGradesQuery): ReturnType<LedgerArchive['grades']>;
  stated(timeline: string, query: LedgerGradesQuery): ReturnType<LedgerArchive['stated']>;
  rows(timeline: string, query: LedgerRowsQuery): ReturnType<LedgerArchive['rows']>;
  digests(timeline: string, query: LedgerDigestsQuery): ReturnType<LedgerArchive['digests']>;
  /** Ungraded forecasts: first the oldest of each scope and horizon, then the rest, so that no scope blocks another. */
  due(timeline: string, query: LedgerDueQuery): Promise<readonly ForecastRow[]>;
  /** Graded forecasts of a range, in time order. */
  graded(timeline: string, query: LedgerGradedQuery): Promise<readonly LedgerGraded[]>;
  /** Existing forecasts among the given keys, unordered. */
  forecasts(timeline: string, origin: LedgerOrigin, places: readonly LedgerPlace[]): Promise<readonly ForecastRow[]>;
  /** Progress of every scope and horizon. */
  newest(timeline: string, origin: LedgerOrigin): Promise<readonly LedgerNewest[]>;
  /** Open of the first forecast's hour, epoch ms; undefined for an empty ledger. */
  firstTime(timeline: string, origin: LedgerOrigin): Promise<number | undefined>;
}

/** Grades read between two pauses for requests; a year of grades takes a tenth of a second. */
const BREATH = 500;

type Body = { readonly body: Buffer };
// oxlint-disable typescript/no-unsafe-type-assertion -- written by the table
const forecastOf = ({ body }: Body): ForecastRow => JSON.parse(unpacked(body)) as ForecastRow;
const gradeOf = ({ body }: Body): GradeRow => JSON.parse(unpacked(body)) as GradeRow;
// oxlint-enable typescript/no-unsafe-type-assertion

/** Rows and digests in the format of the operations. */
function answers(db: Kysely<LedgerSchema>): Pick<LedgerStore, 'grades' | 'stated' | 'rows' | 'digests'> {
  return {
    grades: async (timeline, { origin, scope, horizon, from, asOf }) => {
      const rows = await db
        .selectFrom('ledgerRows')
        .select('body')
        .where('timeline', '=', timeline)
        .where('origin', '=', origin)
        .where('scope', '=', scope)
        .where('horizon', '=', horizon)
        .where('time', '>=', from)
        .where('part', '>', 0)
        .where('recorded', '<=', asOf)
        .orderBy('time')
        .orderBy('part')
        .execute();
      const grades: GradeRow[] = [];
      for (const row of rows) {
        grades.push(gradeOf(row));
        if (grades.length % BREATH === 0) await setImmediate();
      }
      return grades;
    },
    stated: async (timeline, { origin, scope, horizon, from, asOf }) => {
      const { rows } = await sql<Readonly<Record<'said' | 'came', Buffer>>>`
        select f.body as said, g.body as came from ledger_rows f cross join lateral (
          select r.body from ledger_rows r where r.timeline = f.timeline and r.origin = f.origin and r.scope = f.scope
            and r.horizon = f.horizon and r.time = f.time and r.part > 0 and r.recorded <= ${asOf}::bigint
          order by r.part desc limit 1
        ) g
        where f.timeline = ${timeline} and f.origin = ${origin} and f.scope = ${scope} and f.horizon = ${horizon}
          and f.time >= ${from}::bigint and f.part = 0
        order by f.time`.execute(db);
      const stated: LedgerStated[] = [];
      for (const [i, { said, came }] of rows.entries()) {
        const { time, states } = forecastOf({ body: said });
        if (Object.keys(states).length > 0) stated.push({ time, states, followed: gradeOf({ body: came }).followed });
        // Rows before states were recorded have no state.
        if (i % BREATH === BREATH - 1) await setImmediate();
      }
      return stated;
    },
    rows: async (timeline, { origin, day, scope, horizon, after, limit, asOf }) => {
      let query = db
        .selectFrom('ledgerRows')
        .select(['id', 'body'])
        .where('timeline', '=', timeline)
        .where('day', '=', day)
        .where('origin', '=', origin)
        .where('recorded', '<=', asOf);
      if (scope !== undefined) query = query.where('scope', '=', scope);
      if (horizon !== undefined) query = query.where('horizon', '=', horizon);
      if (after !== undefined) query = query.where('id', '>', after);
      const found = await query.orderBy('id').limit(limit).execute();
      return found.map(({ id, body }) => ({ id, text: unpacked(body) }));
    },
    digests: async (timeline, { origin, from, to }) => {
      const days = await db
        .selectFrom('ledgerDigests')
        .select(['day', 'rows', 'previous', 'digest'])
        .where('timeline', '=', timeline)
        .where('origin', '=', origin)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return days.map(({ day, ...rest }): LedgerDigest => ({ origin, date: utcDate(day), ...rest }));
    },
  };
}

/** Reads for recording and grading. */
function progress(
  db: Kysely<LedgerSchema>,
): Pick<LedgerStore, 'due' | 'graded' | 'forecasts' | 'newest' | 'firstTime'> {
  return {
    due: async (timeline, { origin, from, asOf, limit }) => {
      const ended = Object.entries(LEDGER_HORIZONS).map(
        ([horizon, hours]) => sql`(f.horizon = ${horizon} and f.time <= ${asOf - (hours + 1) * HOUR_MS}::bigint)`,
      );
      const { rows } = await sql<Body>`
        select f.body from ledger_rows f
        where f.timeline = ${timeline} and f.origin = ${origin} and f.part = 0 and (${sql.join(ended, sql` or `)})
          and f.time >= ${from}::bigint and f.day >= ${bucketOpen(from, DAY_MS)}::bigint
          and not exists (
            select from ledger_rows g where g.timeline = f.timeline and g.origin = f.origin and g.scope = f.scope
              and g.horizon = f.horizon and g.time = f.time and g.part = 1
          )
        order by row_number() over (partition by f.scope, f.horizon order by f.time), f.time, f.scope, f.horizon
        limit ${limit}`.execute(db);
      return rows.map((row) => forecastOf(row));
    },
    graded: async (timeline, { origin, from, to }) => {
      // Queried by horizon: each horizon has its own hours, and the key begins with the scope, so days bound the scan.
      const hours = Object.entries(LEDGER_HORIZONS).map(([horizon, count]) => {
        const ends = (count + 1) * HOUR_MS;
        return sql`(f.horizon = ${horizon} and f.time >= ${from - ends}::bigint and f.time < ${to - ends}::bigint)`;
      });
      const first = bucketOpen(from - 25 * HOUR_MS, DAY_MS);
      const { rows } = await sql<Readonly<Record<'said' | 'came', Buffer>>>`
        select f.body as said, g.body as came from ledger_rows f cross join lateral (
          select r.body from ledger_rows r where r.timeline = f.timeline and r.origin = f.origin and r.scope = f.scope
            and r.horizon = f.horizon and r.time = f.time and r.part > 0
          order by r.part desc limit 1
        ) g
        where f.timeline = ${timeline} and f.origin = ${origin} and f.part = 0 and f.day >= ${first}::bigint
          and (${sql.join(hours, sql` or `)})
        order by f.time, f.scope, f.horizon`.execute(db);
      return rows.map(({ said, came }) => ({ row: forecastOf({ body: said }), grade: gradeOf({ body: came }) }));
    },
    forecasts: async (timeline, origin, places) => {
      if (places.length === 0) return [];
      const { rows } = await sql<Body>`
        select r.body from json_to_recordset(${JSON.stringify(places)}::json) as p (scope text, horizon text, time bigint)
        join ledger_rows r on r.timeline = ${timeline} and r.origin = ${origin} and r.scope = p.scope
          and r.horizon = p.horizon and r.time = p.time and r.part = 0`.execute(db);
      return rows.map((row) => forecastOf(row));
    },
    newest: async (timeline, origin) => {
      // One index step per scope and horizon, independent of the number of rows.
      const { rows } = await sql<LedgerPlace & { readonly body: Buffer | null }>`
        with recursive place as (
          (select scope, horizon from ledger_rows where timeline = ${timeline} and origin = ${origin}
            order by scope, horizon limit 1)
          union all
          select n.scope, n.horizon from place p cross join lateral (
            select r.scope, r.horizon from ledger_rows r
            where r.timeline = ${timeline} and r.origin = ${origin} and (r.scope, r.horizon) > (p.scope, p.horizon)
            order by r.scope, r.horizon limit 1
          ) n
        )
        select p.scope, p.horizon, f.time, g.body from place p
        cross join lateral (
          select max(r.time) as time from ledger_rows r
          where r.timeline = ${timeline} and r.origin = ${origin} and r.scope = p.scope and r.horizon = p.horizon
        ) f
        left join lateral (
          select r.body from ledger_rows r
          where r.timeline = ${timeline} and r.origin = ${origin} and r.scope = p.scope and r.horizon = p.horizon
            and r.part > 0
          order by r.time desc, r.part desc limit 1
        ) g on true`.execute(db);
      return rows.map(({ body, ...place }) => ({
        ...place,
        grade: body === null ? undefined : gradeOf({ body }),
      }));
    },
    firstTime: async (timeline, origin) => {
      const { rows } = await sql<{ time: number | null }>`
        select min(time) as time from ledger_rows where timeline = ${timeline} and origin = ${origin}`.execute(db);
      return rows[0]?.time ?? undefined;
    },
  };
}

/** The ledger in a database. */
export function createLedger(database: Kysely<Tables>): LedgerStore {
  const db = database.withTables<LedgerSchema>();
  return { ...answers(db), ...progress(db) };
}
