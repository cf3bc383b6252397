/** Grades forecasts whose horizon has ended, in time order per scope and horizon. */

import {
  followedOf,
  gradeOf,
  LEDGER_HORIZONS,
  outcomeOf,
  rowId,
  type ForecastRow,
  type GradeRow,
  type LedgerOutcome,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { LEDGER_HOST_V2 } from './config.ts';
import type { ForcedWithin } from './forced.ts';
import type { LedgerMemory } from './memory.ts';

/** Longest horizon plus a day, for the runs that grade outcomes without a source. */
const LOOK_BACK_MS = LEDGER_HORIZONS['24h'] * HOUR_MS + DAY_MS;

/** Facts of a row's horizon. */
export interface GradingFacts {
  /** Closes of the forecast's hour and of each hour of its horizon; NaN for an hour without a bar; undefined when the source failed. */
  readonly closes: (row: ForecastRow) => Promise<readonly number[] | undefined>;
  /** Mean hourly funding rate of the horizon; null when unknown; undefined when the source failed. */
  readonly funding: (row: ForecastRow) => Promise<number | null | undefined>;
  /** Forced notional over the horizon; null when no source has all of it. */
  readonly forced: (row: ForecastRow) => ReturnType<ForcedWithin>;
  /** Row of an id; undefined when missing. */
  readonly rowOf: (id: string) => ForecastRow | undefined;
}

/** Id of the row at the end of another row's horizon. */
export function laterId({ origin, scope, horizon, time }: ForecastRow): string {
  return rowId(origin, scope, horizon, Date.parse(time) + LEDGER_HORIZONS[horizon] * HOUR_MS);
}

/** End of a row's horizon, epoch ms. */
export function endOf({ horizon, time }: Pick<ForecastRow, 'horizon' | 'time'>): number {
  return Date.parse(time) + (LEDGER_HORIZONS[horizon] + 1) * HOUR_MS;
}

/**
 * First forecast hour that the next run looks at, epoch ms. It advances only when nothing before it waits, so that no row is
 * skipped, even when a run was not stored.
 *
 * @param from start of this run's range.
 * @param waiting result of this run, including the oldest row of each scope and horizon.
 */
export function lookFrom(from: number, waiting: readonly Pick<ForecastRow, 'time'>[], asOf: number): number {
  const next = Math.max(from, asOf - LEDGER_HOST_V2.dueMs - LOOK_BACK_MS);
  return waiting.some(({ time }) => Date.parse(time) < next) ? from : next;
}

/** Outcome of a row; undefined while a part of it may still arrive. */
async function outcomeBy(
  row: ForecastRow,
  asOf: number,
  memory: LedgerMemory,
  facts: GradingFacts,
): Promise<LedgerOutcome | undefined> {
  const isPatient = asOf < endOf(row) + LEDGER_HOST_V2.patienceMs;
  const later = facts.rowOf(laterId(row));
  // Once later hours are recorded, this hour was not published, and its regime stays unknown.
  const needsLater = row.forecasts.book_risk === undefined;
  if (needsLater && later === undefined && isPatient && memory.lastHour(row.scope) < endOf(row) - HOUR_MS)
    return undefined;
  // A failed source may have the data, so a host that was away longer than the patience retries, up to a limit.
  const isBound = asOf >= endOf(row) + LEDGER_HOST_V2.dueMs;
  const closes = (await facts.closes(row)) ?? (isBound ? [] : undefined);
  if (closes === undefined) return undefined;
  const followed = followedOf(closes, row.horizon);
  if (followed.return === null && isPatient) return undefined;
  const rate = row.forecasts.funding === undefined ? null : await facts.funding(row);
  const fundingRate = rate === undefined && isBound ? null : rate;
  if (fundingRate === undefined) return undefined;
  const forced = row.forecasts.liquidation_risk?.depth === undefined ? null : await facts.forced(row);
  return outcomeOf(row, followed, { later, fundingRate, forced });
}

/**
 * Grades rows. A row whose outcome may still arrive blocks the later ones of its scope and horizon, so that baselines do not
 * depend on the order in which bars arrive.
 *
 * @param due ungraded rows whose horizon has ended, in time order per scope and horizon.
 */
export async function gradeDue(
  due: readonly ForecastRow[],
  asOf: number,
  memory: LedgerMemory,
  facts: GradingFacts,
): Promise<readonly GradeRow[]> {
  const waiting = new Set<string>();
  const grades: GradeRow[] = [];
  for (const row of due) {
    const { scope, horizon } = row;
    const place = `${horizon}/${scope}`;
    if (waiting.has(place)) continue;
    const outcome = await outcomeBy(row, asOf, memory, facts);
    if (outcome === undefined) {
      waiting.add(place);
      continue;
    }
    const grade = gradeOf(row, outcome, memory.counts(scope, horizon), asOf);
    memory.graded(grade);
    grades.push(grade);
  }
  return grades;
}
