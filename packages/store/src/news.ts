/**
 * News by market: qualified events, hourly counts of the funnel, the status of each source, and market reactions. Events and
 * reactions are append-only; a correction is a row with a higher revision.
 */

import {
  NEWS_OUTCOMES,
  type FunnelCounts,
  type HorizonResponse,
  type NewsEvent,
  type NewsHorizon,
} from '@barograph/stress/news';
import { DAY_MS } from '@barograph/core';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import { news } from './migrations/0016-news.ts';
import {
  recordNewsSources,
  storedNewsSources,
  type NewsJudged,
  type NewsSourceReport,
  type StoredNewsSource,
} from './news-sources.ts';
import type { Tables } from './schema.ts';
import type { StoredTable } from './table.ts';

type Schema = {
  readonly newsHours: {
    readonly timeline: string;
    readonly hour: number;
    readonly ingested: number;
    readonly droppedNoise: number;
    readonly droppedNoCatalyst: number;
    readonly droppedNoEntity: number;
    readonly droppedBelowThreshold: number;
    readonly qualified: number;
    readonly coverage: JsonColumn;
  };
  readonly newsResponses: {
    readonly timeline: string;
    readonly id: string;
    readonly symbol: string;
    readonly horizon: '15m' | '1h' | '4h';
    readonly knownAt: number;
    readonly body: JsonColumn;
  };
};

/** Funnel counts of an hour. */
export interface NewsHour {
  /** Open of the hour, epoch ms. */
  readonly hour: number;
  /** Items that arrived within the hour, by outcome. */
  readonly counts: FunnelCounts;
  /** Reports by symbol, qualified or not. */
  readonly coverage: Readonly<Record<string, number>>;
}

/** News of a run; a write stores all of it or nothing. */
export interface NewsKept {
  readonly events: readonly NewsEvent[];
  /** Hours whose counts changed, with their current values. */
  readonly hours: readonly NewsHour[];
  /** All configured sources; empty to leave the stored ones unchanged. */
  readonly sources: readonly NewsSourceReport[];
  /** Reports that reuse the identifier of a known report with a different text, by source. */
  readonly conflicts?: Readonly<Record<string, number>>;
  /** Titles in unsupported scripts, and verdicts on labelled reports, by source. */
  readonly notRead?: Readonly<Record<string, number>>;
  readonly judged?: Readonly<Record<string, NewsJudged>>;
}

/** Result of a write. */
export interface NewsRecorded {
  /** Number of new rows. */
  readonly appended: number;
  /** Identifiers of dropped events, whose stories are stored with a different title. */
  readonly conflicts: readonly string[];
}

/** Key of a row, to continue after it. */
export type NewsPlace = Pick<NewsEvent, 'time' | 'id' | 'revision'>;

/** Query for events. */
export interface NewsRange {
  /** Publication `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Excludes rows that became known later, epoch ms. */
  readonly asOf: number;
  /** Symbols, including `MARKET`; undefined means all. */
  readonly symbols?: readonly string[] | undefined;
  /** Minimum impact of the selected revision. @default 0 */
  readonly minImpact?: number | undefined;
  /** `newest`: latest revision of each story at `asOf`; `every`: all rows. @default newest */
  readonly revisions?: 'newest' | 'every';
  /** Order by publication, identifier and revision. @default ascending */
  readonly order?: 'ascending' | 'descending';
  /** Continues after this row in the given order. */
  readonly after?: NewsPlace | undefined;
  readonly limit: number;
}

/** Market reaction over one horizon, written when the horizon has passed. */
export interface StoredNewsResponse {
  /** Identifier of the event. */
  readonly id: string;
  /** Measured perp; for a market-wide event the perp that represents the market. */
  readonly symbol: string;
  readonly horizon: NewsHorizon;
  /** Epoch ms. */
  readonly knownAt: number;
  readonly response: HorizonResponse;
}

/** News by market. */
export interface NewsStore {
  read(timeline: string, range: NewsRange): Promise<readonly NewsEvent[]>;
  /** Hours that open within `[from, to)`, oldest first; hours without items have no row. */
  hours(timeline: string, from: number, to: number): Promise<readonly NewsHour[]>;
  /** Sources of the newest report, by name. */
  sources(timeline: string): Promise<readonly StoredNewsSource[]>;
  /** Adds missing reactions. @returns the number of added rows. */
  appendResponses(timeline: string, responses: readonly StoredNewsResponse[]): Promise<number>;
  /** Reactions to the given events known at `asOf`, ordered by event, symbol and horizon. */
  responses(timeline: string, ids: readonly string[], asOf: number): Promise<readonly StoredNewsResponse[]>;
}

async function appendEvents(on: Transaction<Tables>, timeline: string, events: readonly NewsEvent[]) {
  const given = sql`(
    select e->>'id' as id, (e->>'revision')::integer as revision, e->>'symbol' as symbol, (e->>'time')::bigint as published,
      (e->>'knownAt')::bigint as known_at, (e->>'impactScore')::double precision as impact, e as body
    from json_array_elements(${jsonText(events)}::json) as given (e)
  )`;
  const other = sql`exists (
    select from news_items i where i.timeline = ${timeline} and i.id = n.id and i.body->>'title' <> n.body->>'title'
  )`;
  const { rows } = await sql<{ id: string }>`select distinct id from ${given} as n where ${other} order by id`.execute(
    on,
  );
  const { numAffectedRows } = await sql`
    insert into news_items (timeline, id, revision, symbol, published, known_at, impact, body)
    select ${timeline}, id, revision, symbol, published, known_at, impact, body from ${given} as n where not ${other}
    on conflict do nothing`.execute(on);
  return { appended: Number(numAffectedRows ?? 0n), conflicts: rows.map(({ id }) => id) };
}

const COUNTED = ['ingested', ...NEWS_OUTCOMES, 'coverage'] as const;

async function putHours(on: Transaction<Tables>, timeline: string, hours: readonly NewsHour[]): Promise<void> {
  const rows = hours.map(({ hour, counts, coverage }) => ({ hour, ...counts, coverage }));
  const columns = sql.join(COUNTED.map((name) => sql.ref(name)));
  const typed = sql.join(
    COUNTED.map((name) => sql`${sql.ref(name)} ${sql.raw(name === 'coverage' ? 'json' : 'integer')}`),
  );
  const taken = sql.join(COUNTED.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  await sql`
    insert into news_hours (timeline, hour, ${columns})
    select ${timeline}, hour, ${columns} from json_to_recordset(${jsonText(rows)}::json) as n (hour bigint, ${typed})
    on conflict (timeline, hour) do update set ${taken} where news_hours.ingested < excluded.ingested`.execute(on);
}

const NOTHING: NewsRecorded = Object.freeze({ appended: 0, conflicts: [] });

/** Adds conflicts with stored rows to the counts of conflicts. The identifier of a report begins with its source. */
function withConflicts(
  counted: Readonly<Record<string, number>>,
  stories: readonly string[],
  sources: readonly NewsSourceReport[],
): Readonly<Record<string, number>> {
  const sum: Record<string, number> = { ...counted };
  for (const story of stories) {
    const [symbol = '', category = ''] = story.split(':', 2);
    const item = story.slice(symbol.length + category.length + 2);
    const source = sources.find(({ name }) => item.startsWith(`${name}:`));
    if (source !== undefined) sum[source.name] = (sum[source.name] ?? 0) + 1;
  }
  return sum;
}

/**
 * The tables. A write skips existing rows, and counts of an hour only grow. Hours are pruned, because answers show a week of
 * them; events and reactions are the archive and stay.
 */
export const NEWS: StoredTable<NewsKept, NewsRecorded> = {
  migrations: { '0016-news': news },
  exported: [
    ['news_items', 'timeline, id, revision'],
    ['news_hours', 'timeline, hour'],
    ['news_sources', 'timeline, name'],
    ['news_responses', 'timeline, id, symbol, horizon'],
  ],
  retention: { from: 'news_hours', column: 'hour', keptMs: 30 * DAY_MS },
  write: async (db, { events, hours, sources, conflicts = {}, notRead = {}, judged = {} }, { timeline, asOf: at }) =>
    db.transaction().execute(async (on) => {
      if (hours.length > 0) await putHours(on, timeline, hours);
      const recorded = events.length === 0 ? NOTHING : await appendEvents(on, timeline, events);
      const counted = withConflicts(conflicts, recorded.conflicts, sources);
      if (sources.length > 0)
        await recordNewsSources(on, timeline, sources, { at, conflicts: counted, notRead, judged });
      return recorded;
    }),
  warning: ({ conflicts: stories }) =>
    stories.length === 0
      ? undefined
      : { fields: { stories }, message: 'news dropped: their stories have another title' },
};

/** News in a database. */
export function createNewsStore(database: Kysely<Tables>): NewsStore {
  const db = database.withTables<Schema>();
  return {
    read: async (timeline, range) => {
      const { from, to, asOf, symbols, minImpact = 0, revisions = 'newest', order = 'ascending', after, limit } = range;
      const direction = sql.raw(order === 'ascending' ? 'asc' : 'desc');
      const beyond = sql.raw(order === 'ascending' ? '>' : '<');
      const { rows } = await sql<{ body: NewsEvent }>`
        select body from (
          select ${revisions === 'newest' ? sql`distinct on (published, id)` : sql``} published, id, revision, impact, body
          from news_items
          where timeline = ${timeline} and published >= ${from}::bigint and published < ${to}::bigint
            and known_at <= ${asOf}::bigint ${symbols === undefined ? sql`` : sql`and symbol = any(${[...symbols]})`}
          order by published, id, revision desc
        ) as n
        where impact >= ${minImpact}
          ${after === undefined ? sql`` : sql`and (published, id, revision) ${beyond} (${after.time}::bigint, ${after.id}, ${after.revision}::integer)`}
        order by published ${direction}, id ${direction}, revision ${direction}
        limit ${limit}`.execute(db);
      return rows.map(({ body }) => body);
    },
    hours: async (timeline, from, to) => {
      const rows = await db
        .selectFrom('newsHours')
        .selectAll()
        .where('timeline', '=', timeline)
        .where('hour', '>=', from)
        .where('hour', '<', to)
        .orderBy('hour')
        .execute();
      return rows.map(({ hour, coverage, ingested, qualified, ...dropped }) => ({
        hour,
        counts: {
          ingested,
          dropped_noise: dropped.droppedNoise,
          dropped_no_catalyst: dropped.droppedNoCatalyst,
          dropped_no_entity: dropped.droppedNoEntity,
          dropped_below_threshold: dropped.droppedBelowThreshold,
          qualified,
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
        coverage: coverage as NewsHour['coverage'],
      }));
    },
    sources: async (timeline) => storedNewsSources(database, timeline),
    appendResponses: async (timeline, responses) => {
      const { numAffectedRows } = await sql`
        insert into news_responses (timeline, id, symbol, horizon, known_at, body)
        select ${timeline}, id, symbol, horizon, "knownAt", response
        from json_to_recordset(${jsonText(responses)}::json)
          as n (id text, symbol text, horizon text, "knownAt" bigint, response json)
        on conflict do nothing`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
    responses: async (timeline, ids, asOf) => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('newsResponses')
        .select(['id', 'symbol', 'horizon', 'knownAt', 'body'])
        .where('timeline', '=', timeline)
        .where(sql<boolean>`id = any(${[...ids]})`)
        .where('knownAt', '<=', asOf)
        .orderBy('id')
        .orderBy('symbol')
        .orderBy('horizon')
        .execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `appendResponses`
      return rows.map(({ body, ...row }) => ({ ...row, response: body as HorizonResponse }));
    },
  };
}
