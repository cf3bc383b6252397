/** Verifies a span of the ledger: digests over rows, and grades recomputed from forecasts and bars. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { closeDay, NO_DIGEST, type LedgerDigest, type Sha256 } from './chain.ts';
import { cameOf } from './correction.ts';
import { gradeOf, type LedgerOutcome } from './grade.ts';
import { LEDGER_HORIZONS, LEDGER_RULES, type ClassKind } from './kinds.ts';
import { bookCloses, followedOf, outcomeOf } from './outcome.ts';
import {
  canonicalJson,
  correctionOf,
  rowId,
  type Counts,
  type ForecastRow,
  type GradeRow,
  type LedgerRow,
} from './row.ts';

/** Forecasts older than this, ms, are dropped without a grade. */
const REMEMBERED_MS: number = 4 * DAY_MS;

/** Difference between the stored ledger and the expected one. */
export interface LedgerDifference {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string;
  /** Id of the row; null for the digest of the day. */
  readonly id: string | null;
  readonly reason: string;
}

/** Counts of checked days, rows and grades. */
export interface LedgerCounts {
  readonly days: number;
  /** Checked days whose rows are no longer stored. */
  readonly pruned: number;
  readonly rows: number;
  /** Grades recomputed from their forecasts. */
  readonly regraded: number;
  /** Recomputed grades whose outcome came from the reader's bars. */
  readonly fromBars: number;
}

/**
 * Hourly closes of a scope from `first` to `last` inclusive, opens in epoch ms; undefined when the reader lacks its bars.
 *
 * @example
 * const closesOf: ClosesOf = (scope, first, last) => readers.get(scope)?.closes(first, last);
 */
export type ClosesOf = (scope: string, first: number, last: number) => readonly number[] | undefined;

/** Verifies day by day. */
export interface LedgerVerifier {
  /** @returns the first difference of the day; undefined without one. */
  day(closed: LedgerDigest, rows: readonly LedgerRow[]): LedgerDifference | undefined;
  /** Day whose rows are no longer stored: only its position in the chain is checked. */
  pruned(closed: LedgerDigest): LedgerDifference | undefined;
  /** First grade of all days that the reader's bars contradict and no later row corrected; undefined without one. */
  contradicted(): LedgerDifference | undefined;
  counts(): LedgerCounts;
}

const placeOf = ({ scope, horizon }: Pick<LedgerRow, 'scope' | 'horizon'>): string => `${horizon}/${scope}`;

/** Expected outcome of a grade, or its fault as text; values that rows and bars do not determine come from the grade. */
function outcomeBehind(row: ForecastRow, grade: GradeRow, later: ForecastRow | undefined): LedgerOutcome | string {
  const { classes } = outcomeOf(row, grade.followed, { later, fundingRate: null });
  const given: { [Kind in ClassKind]?: number | null } = {};
  for (const kind of ['next_regime', 'funding', 'breadth', 'liquidation_risk'] as const) {
    const came = cameOf(kind, grade);
    if (came === undefined) return `${kind} came as ${String(grade.grades[kind]?.came)}, which is no class of it`;
    given[kind] = came;
  }
  if (row.forecasts.book_risk !== undefined) return { classes, followed: grade.followed };
  const { next_regime: next = null, breadth = null } = classes;
  const known = later === undefined ? given : { ...given, next_regime: next, breadth };
  return { classes: { ...classes, ...known }, followed: grade.followed };
}

/**
 * Creates a verifier of a chain.
 *
 * @param previous digest before the first day. @default the one that the first day names
 * @param sha256 hash of a text.
 * @param closesOf bars of the reader. @default no bars
 * @example
 * createLedgerVerifier(NO_DIGEST, (text) => text).counts(); // → { days: 0, pruned: 0, rows: 0, regraded: 0, fromBars: 0 }
 */
export function createLedgerVerifier(
  previous: string | undefined,
  sha256: Sha256,
  closesOf: ClosesOf = () => undefined,
): LedgerVerifier {
  let last = previous;
  let counted: LedgerCounts = { days: 0, pruned: 0, rows: 0, regraded: 0, fromBars: 0 };
  const forecasts = new Map<string, ForecastRow>();
  const counts = new Map<string, Counts>();

  /** By forecast row, because a later day may correct a contradicted grade. */
  const contradicted = new Map<string, LedgerDifference>();

  const regraded = (grade: GradeRow, date: string): string | undefined => {
    const row = forecasts.get(grade.row);
    if (row === undefined || grade.rules !== LEDGER_RULES) return undefined;
    const first = Date.parse(row.time);
    const end = first + LEDGER_HORIZONS[row.horizon] * HOUR_MS;
    const { book_risk: book } = row.forecasts;
    const found = (): readonly number[] | undefined =>
      book === undefined ? closesOf(row.scope, first, end) : bookCloses(book.positions, (coin) => closesOf(coin, first, end)); // prettier-ignore
    const closes = grade.followed.return === null ? undefined : found();
    if (closes !== undefined) {
      const followed = canonicalJson(followedOf(closes, row.horizon));
      counted = { ...counted, fromBars: counted.fromBars + 1 };
      contradicted.delete(grade.row);
      if (followed !== canonicalJson(grade.followed)) {
        contradicted.set(grade.row, { date, id: grade.id, reason: `followed is not that of the bars, ${followed}` });
      }
    }
    const outcome = outcomeBehind(row, grade, forecasts.get(rowId(row.origin, row.scope, row.horizon, end)));
    if (typeof outcome === 'string') return outcome;
    const number = correctionOf(grade);
    const before = number === 0 ? counts.get(placeOf(row)) : grade.counts;
    const again = gradeOf(row, outcome, before ?? {}, Date.parse(grade.recorded), number);
    counted = { ...counted, regraded: counted.regraded + 1 };
    const same = before === undefined ? { ...again, counts: grade.counts } : again;
    return canonicalJson(same) === canonicalJson(grade)
      ? undefined
      : (contradicted.get(grade.row)?.reason ?? 'the grade is not that of its forecast and outcome');
  };

  /** Checks the link from the preceding day. */
  const linked = ({ date, previous: got, digest }: LedgerDigest): LedgerDifference | undefined => {
    const expected = last ?? got;
    counted = { ...counted, days: counted.days + 1 };
    last = digest;
    if (expected === got) return undefined;
    return { date, id: null, reason: `expected the digest of the day before, ${expected}, got ${got}` };
  };

  return {
    counts: () => counted,
    contradicted: () => contradicted.values().next().value,
    pruned: (closed) => {
      counted = { ...counted, pruned: counted.pruned + 1 };
      // The counts behind the next day's first grades are unknown.
      counts.clear();
      return linked(closed);
    },
    day: ({ date, ...closed }, rows) => {
      const about = { origin: closed.origin, date, previous: last ?? closed.previous };
      const digest = closeDay(about, rows.map((row) => ({ id: row.id, text: canonicalJson(row) })), sha256); // prettier-ignore
      counted = { ...counted, rows: counted.rows + rows.length };
      const unlinked = linked({ date, ...closed });
      if (unlinked !== undefined) return unlinked;
      const isFirst = closed.previous === NO_DIGEST;
      for (const row of rows) if (row.type === 'forecast') forecasts.set(row.id, row);
      const grades = rows.filter((row): row is GradeRow => row.type === 'grade').toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)); // prettier-ignore
      let difference: LedgerDifference | undefined;
      for (const grade of grades) {
        if (isFirst && !counts.has(placeOf(grade))) counts.set(placeOf(grade), {});
        const reason = difference === undefined ? regraded(grade, date) : undefined;
        if (reason !== undefined) difference = { date, id: grade.id, reason };
        if (grade.corrects === null) counts.set(placeOf(grade), grade.counts);
      }
      for (const [id, { time }] of forecasts) if (Date.parse(time) < Date.parse(date) - REMEMBERED_MS) forecasts.delete(id); // prettier-ignore
      if (digest.digest === closed.digest && digest.rows === closed.rows) return difference;
      const reason = `expected ${closed.rows} rows with the digest ${closed.digest}, got ${digest.rows} with ${digest.digest}`;
      return difference ?? { date, id: null, reason };
    },
  };
}
