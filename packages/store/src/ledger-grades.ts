/**
 * Grades count the outcomes before them. Two runs that overlap may grade a row differently, because a bar arrived in between: the
 * first grade stays, and the later grades of the other run would count an outcome that is not stored.
 */

import { canonicalJson, correctionOf, type GradeRow, type LedgerOrigin, type LedgerRow } from '@barograph/contract';
import { sql, type Transaction } from 'kysely';
import { unpacked } from './ledger-text.ts';
import type { Tables } from './schema.ts';

/** A grade that is not a correction of another. */
const isFirstGrade = (row: LedgerRow): row is GradeRow => row.type === 'grade' && correctionOf(row) === 0;

/** Stored counts by id of the grade. */
async function storedCounts(
  on: Transaction<Tables>,
  timeline: string,
  origin: LedgerOrigin,
  grades: readonly GradeRow[],
): Promise<ReadonlyMap<string, string>> {
  const places = grades.map(({ scope, horizon, time }) => ({ scope, horizon, time: Date.parse(time) }));
  const { rows } = await sql<{ id: string; body: Buffer }>`
    select r.id, r.body from json_to_recordset(${JSON.stringify(places)}::json) as p (scope text, horizon text, time bigint)
    join ledger_rows r on r.timeline = ${timeline} and r.origin = ${origin} and r.scope = p.scope and r.horizon = p.horizon
      and r.time = p.time and r.part = 1`.execute(on);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the table
  return new Map(rows.map(({ id, body }) => [id, canonicalJson((JSON.parse(unpacked(body)) as GradeRow).counts)]));
}

/**
 * Drops the grades that follow one which is stored with other counts. The next run grades their rows again.
 *
 * @param rows rows of one run, in time order per scope and horizon.
 */
export async function continuingRows(
  on: Transaction<Tables>,
  timeline: string,
  origin: LedgerOrigin,
  rows: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const grades = rows.filter(isFirstGrade);
  if (grades.length === 0) return rows;
  const stored = await storedCounts(on, timeline, origin, grades);
  const broken = new Set<string>();
  return rows.filter((row) => {
    if (!isFirstGrade(row)) return true;
    const place = `${row.horizon}/${row.scope}`;
    const counts = stored.get(row.id);
    if (counts !== undefined && counts !== canonicalJson(row.counts)) broken.add(place);
    return !broken.has(place);
  });
}
