/**
 * Rows of the ledger as they are stored, hashed and served: a forecast, and later its grade. Their names are those of the wire, so
 * that a reader of an answer has the text that was hashed.
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
  /** liquidation_risk: bids and asks within its band when the row was written, USD; left out where they were not measured. */
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
  /** Baseline known at the time: the same hours without filter and weights; null, as `base`, where there are too few. */
  readonly base_shortfalls: readonly number[] | null;
}

/** Forecasts of a row by kind; a kind that was not published is left out. */
export interface RowForecasts extends Readonly<Partial<Record<ClassKind, ClassForecast>>> {
  readonly expected_volatility?: VolatilityForecast;
  readonly day_quantiles?: QuantileForecast;
  /** The only kind of a row whose scope is a reference book. */
  readonly book_risk?: BookRiskForecast;
}

/** Fields that a forecast and its grade share. */
interface About {
  readonly id: string;
  readonly origin: LedgerOrigin;
  /** `market`, a perp, or `book:` with the name of a reference book. */
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  /** ISO-8601, open of the last closed hour that the forecast is made from. */
  readonly time: string;
  /** Version of the rules of the ledger. */
  readonly rules: string;
  /** ISO-8601, when the row was written, by the market's clock. */
  readonly recorded: string;
}

/** A published forecast. */
export interface ForecastRow extends About {
  readonly type: 'forecast';
  /** Version of the model. */
  readonly model: string;
  /** SHA-256 of the published snapshot, hexadecimal; null for a backfilled row and for a book, which no snapshot has. */
  readonly snapshot: string | null;
  /** Regime that held. */
  readonly regime: Regime;
  /** States at the time by name, which predict nothing; `followed` of the grade has what came. */
  readonly states: Readonly<Record<string, string>>;
  /** Share of perps above their mean of a day, percent; of the market, where it is known. */
  readonly breadth?: number;
  readonly forecasts: RowForecasts;
}

/** Grade of probabilities of classes. */
export interface ClassGrade {
  /** Class that came; null when it can no longer be known. */
  readonly came: string | null;
  /** Probability of the likeliest class, and whether that one came; for two classes, the probability of the second. */
  readonly said: number;
  readonly hit: boolean | null;
  readonly log: number | null;
  readonly brier: number | null;
  readonly base_log: number | null;
  readonly base_brier: number | null;
}

/** Grade of a number or of quantiles. */
export interface NumberGrade {
  /** Value that came, in the unit of the forecast; null when it can no longer be known. */
  readonly came: number | null;
  readonly score: number | null;
  readonly base_score: number | null;
}

/** Grade of quantiles. */
export interface QuantileGrade extends NumberGrade {
  /** For each quantile whether the outcome was not above it. */
  readonly below: readonly boolean[] | null;
}

/** Grade of the tails of a book; `score` is the mean pinball loss of the quantiles. */
export interface BookRiskGrade extends QuantileGrade {
  /** Mean FZ0 loss of quantiles and shortfalls; null where it is not defined. */
  readonly fz0: number | null;
  readonly base_fz0: number | null;
  /** Shares of the forecast. */
  readonly shares: readonly number[];
}

/** Grades of a row by kind. */
export interface RowGrades extends Readonly<Partial<Record<ClassKind, ClassGrade>>> {
  readonly expected_volatility?: NumberGrade;
  readonly day_quantiles?: QuantileGrade;
  readonly book_risk?: BookRiskGrade;
}

/** Moves of the price over the horizon of a row; null where bars are missing. */
export interface Followed {
  /** Percent. */
  readonly return: number | null;
  /** Annualised percent. */
  readonly volatility: number | null;
  /** Largest fall of a close from an earlier one, percent, not negative. */
  readonly fall: number | null;
}

/** Outcomes counted by kind and class: of `next_regime` by the regime that held, six for each. */
export type Counts = Readonly<Partial<Record<ClassKind, readonly number[]>>>;

/** Grade of a forecast row. */
export interface GradeRow extends About {
  readonly type: 'grade';
  /** Id of the forecast row. */
  readonly row: string;
  /** Id of the grade that this one takes the place of; null for the first. */
  readonly corrects: string | null;
  readonly grades: RowGrades;
  readonly followed: Followed;
  /** Outcomes of this scope, horizon and origin up to this row: the baseline of the rows after it. */
  readonly counts: Counts;
}

/** A row of the ledger. */
export type LedgerRow = ForecastRow | GradeRow;

/** Decimals that numbers of rows are rounded to. */
const DECIMALS = 1e6;

/**
 * A number as rows hold it.
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
 * Number of a grade among those of its row: 0 for the first, then that of its correction.
 *
 * @example
 * correctionOf({ id: 'live/market/4h/1970-01-01T00:00:00.000Z/grade/1', corrects: 'live/market/4h/1970-01-01T00:00:00.000Z/grade' }); // → 1
 */
export function correctionOf({ id, corrects }: Pick<GradeRow, 'id' | 'corrects'>): number {
  return corrects === null ? 0 : Number(id.slice(id.lastIndexOf('/') + 1));
}

/**
 * JSON with sorted names and without spaces: one text for one value.
 *
 * @throws {UsageError} a number that is not finite, which JSON cannot tell.
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
