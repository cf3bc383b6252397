/** Grades of forecasts whose horizon has ended, each scope and horizon in order of time. */

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

/** The longest horizon, and a day for the runs that grade what no source told. */
const LOOK_BACK_MS = LEDGER_HORIZONS['24h'] * HOUR_MS + DAY_MS;

/** Facts of a row's horizon. */
export interface GradingFacts {
  /** Closes of the hour of the forecast and of each of its horizon; NaN for an hour without a bar; undefined: the source failed. */
  readonly closes: (row: ForecastRow) => Promise<readonly number[] | undefined>;
  /** Mean hourly funding rate of the horizon; null where it is not known; undefined: the source failed. */
  readonly funding: (row: ForecastRow) => Promise<number | null | undefined>;
  /** Notional closed by force over the horizon; null where no source has all of it. */
  readonly forced: (row: ForecastRow) => ReturnType<ForcedWithin>;
  /** The row of an id; undefined where there is none. */
  readonly rowOf: (id: string) => ForecastRow | undefined;
}

/** Id of the row whose hour ends the horizon of another. */
export function laterId({ origin, scope, horizon, time }: ForecastRow): string {
  return rowId(origin, scope, horizon, Date.parse(time) + LEDGER_HORIZONS[horizon] * HOUR_MS);
}

/** End of the horizon of a row, epoch ms. */
export function endOf({ horizon, time }: Pick<ForecastRow, 'horizon' | 'time'>): number {
  return Date.parse(time) + (LEDGER_HORIZONS[horizon] + 1) * HOUR_MS;
}

/**
 * Hours of forecasts that the next run looks at, epoch ms. It moves on once nothing before it waits, so that no row is passed over,
 * also where a run was not kept.
 *
 * @param from of this run.
 * @param waiting what this run found: the oldest of each scope and horizon among them.
 */
export function lookFrom(from: number, waiting: readonly Pick<ForecastRow, 'time'>[], asOf: number): number {
  const next = Math.max(from, asOf - LEDGER_HOST_V2.dueMs - LOOK_BACK_MS);
  return waiting.some(({ time }) => Date.parse(time) < next) ? from : next;
}

/** The outcome of a row; undefined while a part of it may still come. */
async function outcomeBy(
  row: ForecastRow,
  asOf: number,
  memory: LedgerMemory,
  facts: GradingFacts,
): Promise<LedgerOutcome | undefined> {
  const isPatient = asOf < endOf(row) + LEDGER_HOST_V2.patienceMs;
  const later = facts.rowOf(laterId(row));
  // Once the ledger has gone on, the hour was not published: nobody will say its regime.
  const needsLater = row.forecasts.book_risk === undefined;
  if (needsLater && later === undefined && isPatient && memory.lastHour(row.scope) < endOf(row) - HOUR_MS)
    return undefined;
  // A source that fails says nothing of what it has: a host that was away for longer than the patience asks again, up to a bound.
  const isBound = asOf >= endOf(row) + LEDGER_HOST_V2.dueMs;
  const closes = (await facts.closes(row)) ?? (isBound ? [] : undefined);
  if (closes === undefined) return undefined;
  const followed = followedOf(closes, row.horizon);
  if (followed.return === null && isPatient) return undefined;
  const asked = row.forecasts.funding === undefined ? null : await facts.funding(row);
  const fundingRate = asked === undefined && isBound ? null : asked;
  if (fundingRate === undefined) return undefined;
  const forced = row.forecasts.liquidation_risk?.depth === undefined ? null : await facts.forced(row);
  return outcomeOf(row, followed, { later, fundingRate, forced });
}

/**
 * Grades rows. One whose outcome may still come waits, and with it the later ones of its scope and horizon: the baseline of a row
 * is then the same whatever order bars came in.
 *
 * @param due ungraded rows whose horizon has ended, those of each scope and horizon in order of time.
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
