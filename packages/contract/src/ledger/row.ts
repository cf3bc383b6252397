/**
 * Rows of the ledger as stored, hashed and served: a forecast, and later its grade. They use the names of the wire, so that an
 * answer contains the hashed text.
 */

import { UsageError } from '@barograph/core';
import type { Regime } from '@barograph/nowcast';
import type { ClassKind, LedgerHorizon, LedgerOrigin } from './kinds.ts';

/** Probabilities of classes. */
export interface ClassForecast {
  readonly p: readonly number[];
  /** Baseline known at the time: frequencies of the outcomes graded so far, one added to each class. */
  readonly base: readonly number[];
  /** Outcomes behind the baseline. */
  readonly n: number;
  /** volatility: bounds of its classes, annualised percent. */
  readonly cuts?: readonly number[];
  /** liquidation_risk: bids and asks within its band when the row was written, USD; absent when they were not measured. */
  readonly depth?: readonly [bids: number, asks: number];
}

/** Volatility of the horizon, annualised percent. */
export interface VolatilityForecast {
  readonly value: number;
  /** Baseline known at the time: volatility of as many hours before; null where one of them has no bar. */
  readonly base: number | null;
}

/** Quantiles of the return over the horizon, percent. */
export interface QuantileForecast {
  /** Probabilities below, ascending. */
  readonly shares: readonly number[];
  readonly values: readonly number[];
  /** Baseline known at the time: a normal law about 0 with the volatility of as many hours before; null without it. */
  readonly base: readonly number[] | null;
}

/** Position of a reference book. */
export interface BookPosition {
  /** Perp. */
  readonly coin: string;
  /** Notional as a share of the unit of the book: positive long, negative short. */
  readonly weight: number;
}

/** Lower tails of the return of a reference book over the horizon; returns are percent of the unit of the book, losses negative. */
export interface BookRiskForecast extends QuantileForecast {
  /** Versions of the simulation and of the list of books. */
  readonly versions: readonly string[];
  /** Composition of the book at this hour. */
  readonly positions: readonly BookPosition[];
  /** Mean return below each quantile. */
  readonly shortfalls: readonly number[];
  /** Baseline known at the time: the same hours without filter and weights; null, like `base`, with too few hours. */
  readonly base_shortfalls: readonly number[] | null;
}

/** Forecasts of a row by kind; kinds that were not published are absent. */
export interface RowForecasts extends Readonly<Partial<Record<ClassKind, ClassForecast>>> {
  readonly expected_volatility?: VolatilityForecast;
  readonly day_quantiles?: QuantileForecast;
  /** Set only, and alone, in rows of a reference book. */
  readonly book_risk?: BookRiskForecast;
}

/** Common fields of a forecast and its grade. */
interface About {
  readonly id: string;
  readonly origin: LedgerOrigin;
  /** `market`, a perp, or `book:` with the name of a reference book. */
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  /** ISO-8601, open of the last closed hour behind the forecast. */
  readonly time: string;
  /** Version of the rules of the ledger. */
  readonly rules: string;
  /** ISO-8601, when the row was written, on the market's clock. */
  readonly recorded: string;
}

/** A published forecast. */
export interface ForecastRow extends About {
  readonly type: 'forecast';
  /** Version of the model. */
  readonly model: string;
  /** SHA-256 of the published snapshot, hexadecimal; null for a backfilled row, and for a book, which no snapshot contains. */
  readonly snapshot: string | null;
  /** Regime at the time. */
  readonly regime: Regime;
  /** States at the time by name. They predict nothing; `followed` of the grade has the moves after them. */
  readonly states: Readonly<Record<string, string>>;
  /** Share of perps above their one-day mean, percent; only in rows of the market, when known. */
  readonly breadth?: number;
  readonly forecasts: RowForecasts;
}

/** Grade of class probabilities. */
export interface ClassGrade {
  /** Class that occurred; null when it can no longer be known. */
  readonly came: string | null;
  /** Probability of the likeliest class and whether it occurred; with two classes, the probability of the second. */
  readonly said: number;
  readonly hit: boolean | null;
  readonly log: number | null;
  readonly brier: number | null;
  readonly base_log: number | null;
  readonly base_brier: number | null;
}

/** Grade of a number or of quantiles. */
export interface NumberGrade {
  /** Realised value, in the unit of the forecast; null when it can no longer be known. */
  readonly came: number | null;
  readonly score: number | null;
  readonly base_score: number | null;
}

/** Grade of quantiles. */
export interface QuantileGrade extends NumberGrade {
  /** For each quantile, whether the outcome was at or below it. */
  readonly below: readonly boolean[] | null;
}

/** Grade of the tails of a book; `score` is the mean pinball loss of the quantiles. */
export interface BookRiskGrade extends QuantileGrade {
  /** Mean FZ0 loss of quantiles and shortfalls; null when undefined. */
  readonly fz0: number | null;
  readonly base_fz0: number | null;
  /** Quantile levels of the forecast. */
  readonly shares: readonly number[];
}

/** Grades of a row by kind. */
export interface RowGrades extends Readonly<Partial<Record<ClassKind, ClassGrade>>> {
  readonly expected_volatility?: NumberGrade;
  readonly day_quantiles?: QuantileGrade;
  readonly book_risk?: BookRiskGrade;
}

/** Price moves over the horizon of a row; null when bars are missing. */
export interface Followed {
  /** Percent. */
  readonly return: number | null;
  /** Annualised percent. */
  readonly volatility: number | null;
  /** Largest fall of a close from an earlier one, percent, non-negative. */
  readonly fall: number | null;
}

/** Outcome counts by kind and class; `next_regime` has six for each regime at the time of the forecast. */
export type Counts = Readonly<Partial<Record<ClassKind, readonly number[]>>>;

/** Grade of a forecast row. */
export interface GradeRow extends About {
  readonly type: 'grade';
  /** Id of the forecast row. */
  readonly row: string;
  /** Id of the grade that this one replaces; null for the first. */
  readonly corrects: string | null;
  readonly grades: RowGrades;
  readonly followed: Followed;
  /** Outcomes of this scope, horizon and origin up to this row, for the baseline of later rows. */
  readonly counts: Counts;
}

/** Row of the ledger: a forecast or its grade. */
export type LedgerRow = ForecastRow | GradeRow;

/** Rounding factor: six decimals. */
const DECIMALS = 1e6;

/**
 * Rounds a number as stored in rows.
 *
 * @example
 * rounded(1 / 3); // → 0.333333
 */
export function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}

/**
 * Id of a forecast row.
 *
 * @param time open of its hour, epoch ms.
 * @example
 * rowId('live', 'market', '4h', 0); // → 'live/market/4h/1970-01-01T00:00:00.000Z'
 */
export function rowId(origin: LedgerOrigin, scope: string, horizon: LedgerHorizon, time: number): string {
  return `${origin}/${scope}/${horizon}/${new Date(time).toISOString()}`;
}

/**
 * Id of a grade.
 *
 * @param correction 0 for the first grade, then counting.
 * @example
 * gradeId('live/market/4h/1970-01-01T00:00:00.000Z', 1); // → 'live/market/4h/1970-01-01T00:00:00.000Z/grade/1'
 */
export function gradeId(row: string, correction: number = 0): string {
  return correction === 0 ? `${row}/grade` : `${row}/grade/${correction}`;
}

/**
 * Correction number of a grade: 0 for the first.
 *
 * @example
 * correctionOf({ id: 'live/market/4h/1970-01-01T00:00:00.000Z/grade/1', corrects: 'live/market/4h/1970-01-01T00:00:00.000Z/grade' }); // → 1
 */
export function correctionOf({ id, corrects }: Pick<GradeRow, 'id' | 'corrects'>): number {
  return corrects === null ? 0 : Number(id.slice(id.lastIndexOf('/') + 1));
}

/**
 * JSON with sorted names and no spaces, so that equal values have equal texts.
 *
 * @throws {UsageError} when a number is not finite, which JSON cannot express.
 * @example
 * canonicalJson({ b: 1, a: [null] }); // → '{"a":[null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new UsageError(`"value" expected finite numbers, got ${value}`);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
