/**
 * Status of news sources. A source counts since it was opened, and the store adds the counts of all openings. A restart loses
 * nothing, and a report that is written twice counts once.
 */

import type { NewsCategory, NewsTier } from '@barograph/stress/news';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { JsonColumn } from './json-column.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

type Schema = {
  readonly newsSources: {
    readonly timeline: string;
    readonly name: string;
    readonly seenAt: number;
    readonly lastSuccessAt: number | null;
    readonly lastErrorAt: number | null;
    readonly lastError: string | null;
    readonly about: JsonColumn;
    /** Identifier of the current opening, its counts, and the sum of all earlier openings. */
    readonly run: string;
    readonly ofRun: JsonColumn;
    readonly beforeRun: JsonColumn;
  };
};

/** Description of a source before its first request. */
export interface NewsSourceAbout {
  /** Requested address; null without one (the universe itself, the simulator). */
  readonly url: string | null;
  readonly tier: NewsTier;
  /** Kind of all items, when the source has only one. */
  readonly category: NewsCategory | null;
}

/** Counts of a source. */
export interface NewsSourceCounts {
  /** Items that were read, whatever the funnel did with them. */
  readonly items: number;
  /** Responses "not modified" (304). */
  readonly notModified: number;
  /** Dropped items and feeds, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Verdicts on labelled reports; absent before the first. */
  readonly judged?: NewsJudged;
}

/** Verdicts of the funnel on labelled reports, without duplicates. */
export interface NewsJudged {
  /** Labelled reports. */
  readonly reports: number;
  /** Qualified reports, and those of them that report an event. */
  readonly qualified: number;
  readonly events: number;
  /** Reports of attacks and regulation, and the qualified ones of them. */
  readonly core: number;
  readonly coreQualified: number;
}

/** Adds two sets of verdicts. */
export function addedJudged(a: NewsJudged | undefined, b: NewsJudged | undefined): NewsJudged | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    reports: a.reports + b.reports,
    qualified: a.qualified + b.qualified,
    events: a.events + b.events,
    core: a.core + b.core,
    coreQualified: a.coreQualified + b.coreQualified,
  };
}

/** Status of a source. */
export interface NewsSourceState {
  readonly name: string;
  readonly about: NewsSourceAbout;
  /** Epoch ms; null before the first. */
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  /** Reason of the last failure, even after a later success. */
  readonly lastError: string | null;
}

/** Status of a source in the process that requests it. */
export interface NewsSourceReport extends NewsSourceState {
  /** Identifier of this opening of the source. */
  readonly run: string;
  /** Counts since the opening. */
  readonly counts: NewsSourceCounts;
}

/** Source with the counts of all openings. */
export interface StoredNewsSource extends NewsSourceState {
  readonly counts: NewsSourceCounts;
  /** Time of the report, epoch ms. */
  readonly seenAt: number;
}

const NONE: NewsSourceCounts = Object.freeze({ items: 0, notModified: 0, dropped: Object.freeze({}) });

function added(a: NewsSourceCounts, b: NewsSourceCounts): NewsSourceCounts {
  const dropped: Record<string, number> = { ...a.dropped };
  for (const [reason, count] of Object.entries(b.dropped)) dropped[reason] = (dropped[reason] ?? 0) + count;
  const judged = addedJudged(a.judged, b.judged);
  const counts = { items: a.items + b.items, notModified: a.notModified + b.notModified, dropped };
  return judged === undefined ? counts : { ...counts, judged };
}

/** Counts of a run that the sources themselves do not have. */
export interface NewsFound {
  /** Dropped reports, by source. */
  readonly conflicts: Readonly<Record<string, number>>;
  /** Titles in other scripts, by source. */
  readonly notRead?: Readonly<Record<string, number>>;
  readonly judged?: Readonly<Record<string, NewsJudged>>;
}

/** Replaces the earlier reports. */
export async function recordNewsSources(
  on: Transaction<Tables>,
  timeline: string,
  reports: readonly NewsSourceReport[],
  { at, conflicts, notRead = {}, judged = {} }: NewsFound & { readonly at: number },
): Promise<void> {
  const stored = await on
    .withTables<Schema>()
    .selectFrom('newsSources')
    .select(['name', 'run', 'ofRun', 'beforeRun'])
    .where('timeline', '=', timeline)
    .forUpdate()
    .execute();
  const known = new Map(stored.map((row) => [row.name, row]));
  const rows = reports.map(({ counts, lastSuccessAt, lastErrorAt, lastError, ...report }) => {
    const before = known.get(report.name);
    const isSame = before?.run === report.run;
    // oxlint-disable typescript/no-unsafe-type-assertion -- written below
    const earlier = (before?.beforeRun ?? NONE) as NewsSourceCounts;
    const past = isSame || before === undefined ? earlier : added(earlier, before.ofRun as NewsSourceCounts);
    const dropped = Object.fromEntries(
      Object.entries({ conflict: conflicts[report.name], not_read: notRead[report.name] }).filter(([, count]) => count !== undefined && count > 0), // prettier-ignore
    ) as Record<string, number>;
    const verdicts = judged[report.name];
    const more: NewsSourceCounts = { ...NONE, dropped, ...(verdicts === undefined ? {} : { judged: verdicts }) };
    // oxlint-enable typescript/no-unsafe-type-assertion
    return {
      ...report,
      last_success_at: lastSuccessAt,
      last_error_at: lastErrorAt,
      last_error: lastError,
      of_run: counts,
      before_run: added(past, more),
    };
  });
  await sql`
    insert into news_sources (timeline, name, seen_at, last_success_at, last_error_at, last_error, about, run, of_run, before_run)
    select ${timeline}, name, ${at}::bigint, last_success_at, last_error_at, last_error, about, run, of_run, before_run
    from json_to_recordset(${jsonText(rows)}::json) as n (name text, last_success_at bigint, last_error_at bigint,
      last_error text, about json, run text, of_run json, before_run json)
    on conflict (timeline, name) do update set seen_at = excluded.seen_at,
      last_success_at = coalesce(excluded.last_success_at, news_sources.last_success_at),
      last_error_at = coalesce(excluded.last_error_at, news_sources.last_error_at),
      last_error = coalesce(excluded.last_error, news_sources.last_error),
      about = excluded.about, run = excluded.run, of_run = excluded.of_run, before_run = excluded.before_run`.execute(
    on,
  );
}

/** Sources of the newest report, by name, without those that are no longer configured. */
export async function storedNewsSources(db: Kysely<Tables>, timeline: string): Promise<readonly StoredNewsSource[]> {
  const rows = await db
    .withTables<Schema>()
    .selectFrom('newsSources')
    .selectAll()
    .where('timeline', '=', timeline)
    .where(sql<boolean>`seen_at = (select max(seen_at) from news_sources where timeline = ${timeline})`)
    .orderBy('name')
    .execute();
  return rows.map(({ name, seenAt, lastSuccessAt, lastErrorAt, lastError, about, ofRun, beforeRun }) => ({
    name,
    seenAt,
    lastSuccessAt,
    lastErrorAt,
    lastError,
    // oxlint-disable typescript/no-unsafe-type-assertion -- written by `recordNewsSources`
    about: about as NewsSourceAbout,
    counts: added(beforeRun as NewsSourceCounts, ofRun as NewsSourceCounts),
    // oxlint-enable typescript/no-unsafe-type-assertion
  }));
}
