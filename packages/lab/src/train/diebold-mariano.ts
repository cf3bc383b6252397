/**
 * Test of Diebold and Mariano: whether two forecasts of the same hours differ in their mean loss. Neighbouring hours
 * share their outcomes, so losses are summed over weeks first, and neighbouring weeks may still be correlated.
 *
 * @source F. X. Diebold, R. S. Mariano, Comparing predictive accuracy, Journal of Business and Economic Statistics 13,
 * 1995. W. K. Newey, K. D. West, A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent
 * covariance matrix, Econometrica 55, 1987 (weights of the lags). D. Harvey, S. Leybourne, P. Newbold, Testing the
 * equality of prediction mean squared errors, International Journal of Forecasting 13, 1997 (Student's law).
 */

import { UsageError } from '@barograph/core';
import { studentTail } from './student-tail.ts';

export interface DieboldMarianoConfig {
  /** Travels into the metrics. A changed number is a new version. */
  readonly version: `diebold_mariano/${string}`;
  /** Lags of the autocorrelation, weeks. */
  readonly lags: number;
}

/** Version 1: one lag, because outcomes reach at most a day into the next week. */
export const DIEBOLD_MARIANO_V1: DieboldMarianoConfig = Object.freeze({ version: 'diebold_mariano/1', lags: 1 });

/** Differences of one week, summed. */
export interface WeekDifference {
  /** Weeks since 1970, whole. */
  readonly week: number;
  readonly rows: number;
  /** Loss of the other forecast minus loss of the tested one; above 0 the tested one is better. */
  readonly sum: number;
}

/** Test of equal accuracy of two forecasts. */
export interface DieboldMariano {
  readonly version: DieboldMarianoConfig['version'];
  /** Mean difference per hour. */
  readonly mean: number;
  /** Mean over its standard error; null when all weeks are equal and the error is 0. */
  readonly statistic: number | null;
  /** Two-sided, by Student's law with `weeks − 1` degrees of freedom; null without a statistic. */
  readonly p: number | null;
  readonly weeks: number;
}

/**
 * Tests whether two forecasts have the same mean loss.
 * @param differences one for each week that has forecasts, in any order.
 * @param config parameters. @default DIEBOLD_MARIANO_V1
 * @throws {UsageError} fewer than two weeks, a week twice, or no rows in a week.
 * @example
 * const gains = [3, 5, -1, 4, 2, 6]; // loss of the other forecast less ours, summed over the week
 * const { mean, p, weeks } = dieboldMariano(gains.map((sum, i) => ({ week: 2_900 + i, rows: 168, sum })));
 * [mean.toFixed(4), p?.toFixed(3), weeks]; // → [ '0.0188', '0.007', 6 ]
 */
export function dieboldMariano(
  differences: readonly WeekDifference[],
  { version, lags }: DieboldMarianoConfig = DIEBOLD_MARIANO_V1,
): DieboldMariano {
  const weeks = differences.length;
  if (weeks < 2) throw new UsageError(`"differences" expected at least 2 weeks, got ${weeks}`);
  const rows = differences.reduce((sum, week) => sum + week.rows, 0);
  const mean = differences.reduce((sum, week) => sum + week.sum, 0) / rows;
  const excess = new Map<number, number>();
  for (const { week, rows: count, sum } of differences) {
    if (!(count > 0)) throw new UsageError(`"rows" of week ${week} expected a number > 0, got ${count}`);
    if (excess.has(week)) throw new UsageError(`"differences" expected one of week ${week}, got another`);
    excess.set(week, sum - count * mean);
  }
  let squares = 0;
  for (const [week, value] of excess) {
    squares += value * value;
    for (let lag = 1; lag <= lags; lag++) {
      const other = excess.get(week - lag);
      if (other !== undefined) squares += 2 * (1 - lag / (lags + 1)) * value * other;
    }
  }
  const error = Math.sqrt((squares * weeks) / (weeks - 1)) / rows;
  const statistic = error > 0 ? mean / error : null;
  const p = statistic === null ? null : studentTail(statistic, weeks - 1);
  return { version, mean, statistic, p, weeks };
}
