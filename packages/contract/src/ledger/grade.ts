/** Grades of rows, and the baselines that later rows are compared with. Pure: outcomes come in, rows go out. */

import { brierScore, fz0Loss, logScore, pinball, qlike, UsageError } from '@barograph/core';
import { REGIMES, type Regime } from '@barograph/nowcast';
import { CLASS_KIND_NAMES, CLASS_KINDS, LEDGER_RULES, type ClassKind } from './kinds.ts';
import {
  gradeId,
  rounded,
  type ClassForecast,
  type ClassGrade,
  type BookRiskGrade,
  type Counts,
  type Followed,
  type ForecastRow,
  type GradeRow,
  type NumberGrade,
  type QuantileForecast,
  type QuantileGrade,
  type RowGrades,
} from './row.ts';

/** Outcome of a row; null or absent for values that can no longer be known. */
export interface LedgerOutcome {
  /** Class that occurred, by kind. */
  readonly classes: Readonly<Partial<Record<ClassKind, number | null>>>;
  readonly followed: Followed;
}

/** Followed values when nothing is known. */
export const NOTHING_FOLLOWED: Followed = Object.freeze({ return: null, volatility: null, fall: null });

/** Slice of the counts that a forecast reads; for the next regime, the counts of the current regime. */
function placeOf(kind: ClassKind, regime: Regime): { readonly from: number; readonly size: number } {
  const size = CLASS_KINDS[kind].length;
  return { from: kind === 'next_regime' ? REGIMES.indexOf(regime) * size : 0, size };
}

/**
 * Baseline of a kind: outcome frequencies so far, with one added to each class so that no class is impossible.
 *
 * @param regime current regime, which selects the counts of the next one.
 * @example
 * baselineOf({ drawdown: [8, 0] }, 'drawdown', 'squeeze'); // → { base: [ 0.9, 0.1 ], n: 8 }
 */
export function baselineOf(counts: Counts, kind: ClassKind, regime: Regime): Pick<ClassForecast, 'base' | 'n'> {
  const { from, size } = placeOf(kind, regime);
  const seen = counts[kind]?.slice(from, from + size) ?? Array.from({ length: size }, () => 0);
  const n = seen.reduce((sum, count) => sum + count, 0);
  return { base: seen.map((count) => rounded((count + 1) / (n + size))), n };
}

/** Adds the outcome of a row to counts. */
function counted(counts: Counts, { regime }: ForecastRow, { classes }: LedgerOutcome): Counts {
  const next: { [Kind in ClassKind]?: readonly number[] } = { ...counts };
  for (const kind of CLASS_KIND_NAMES) {
    const came = classes[kind];
    if (came === null || came === undefined) continue;
    const { from, size } = placeOf(kind, regime);
    const whole = kind === 'next_regime' ? size * REGIMES.length : size;
    const before = next[kind] ?? Array.from({ length: whole }, () => 0);
    next[kind] = before.map((count, i) => count + Number(i === from + came));
  }
  return next;
}

function classGrade(kind: ClassKind, { p, base }: ClassForecast, came: number | null): ClassGrade {
  const names: readonly string[] = CLASS_KINDS[kind];
  const top = names.length === 2 ? 1 : p.indexOf(Math.max(...p));
  const claimed = p[top]!;
  if (came === null) {
    return { came: null, said: claimed, hit: null, log: null, brier: null, base_log: null, base_brier: null };
  }
  return {
    came: names[came]!,
    said: claimed,
    hit: came === top,
    log: rounded(logScore(p, came)),
    brier: rounded(brierScore(p, came)),
    base_log: rounded(logScore(base, came)),
    base_brier: rounded(brierScore(base, came)),
  };
}

/** Rounds a number; null when it is not finite. */
const orNull = (value: number): number | null => (Number.isFinite(value) ? rounded(value) : null);

function volatilityGrade({ forecasts }: ForecastRow, { volatility }: Followed): NumberGrade | undefined {
  const forecast = forecasts.expected_volatility;
  if (forecast === undefined) return undefined;
  const scored = (value: number | null): number | null =>
    volatility === null || value === null ? null : orNull(qlike(volatility ** 2, value ** 2));
  return { came: volatility, score: scored(forecast.value), base_score: scored(forecast.base) };
}

function quantilesGrade({ shares, values, base }: QuantileForecast, came: number | null): QuantileGrade {
  if (came === null) return { came, score: null, base_score: null, below: null };
  const scored = (values: readonly number[]): number =>
    rounded(shares.reduce((sum, share, i) => sum + pinball(came, values[i]!, share), 0) / shares.length);
  return {
    came,
    score: scored(values),
    base_score: base === null ? null : scored(base),
    below: values.map((value) => came <= value),
  };
}

function bookGrade({ forecasts }: ForecastRow, came: number | null): BookRiskGrade | undefined {
  const forecast = forecasts.book_risk;
  if (forecast === undefined) return undefined;
  const { shares, values, shortfalls, base, base_shortfalls: baseShortfalls } = forecast;
  const scored = (quantiles: readonly number[] | null, means: readonly number[] | null): number | null => {
    if (came === null || quantiles === null || means === null) return null;
    const losses = shares.map((share, i) => fz0Loss(came / 100, { quantile: quantiles[i]! / 100, shortfall: means[i]! / 100 }, share)); // prettier-ignore
    return orNull(losses.reduce((sum, loss) => sum + loss, 0) / shares.length);
  };
  return {
    ...quantilesGrade(forecast, came),
    fz0: scored(values, shortfalls),
    base_fz0: scored(base, baseShortfalls),
    shares,
  };
}

/**
 * Grades a row.
 *
 * @param counts outcomes before this row, from the preceding grade; empty for the first.
 * @param recorded time of the grade, epoch ms.
 * @param correction 0 for the first grade. A later one increments it, refers to the grade before, and leaves the counts unchanged.
 * @throws {UsageError} when a class is unknown to its kind.
 * @example
 * const outcome = outcomeOf(row, followedOf(closes, '4h'), { later, fundingRate: null });
 * gradeOf(row, outcome, {}, Date.now()).grades.next_regime;
 */
export function gradeOf(
  row: ForecastRow,
  outcome: LedgerOutcome,
  counts: Counts,
  recorded: number,
  correction: number = 0,
): GradeRow {
  const grades: { -readonly [Kind in keyof RowGrades]: RowGrades[Kind] } = {};
  for (const kind of CLASS_KIND_NAMES) {
    const forecast = row.forecasts[kind];
    const came = outcome.classes[kind] ?? null;
    if (came !== null && CLASS_KINDS[kind][came] === undefined) {
      throw new UsageError(`"classes.${kind}" expected a class below ${CLASS_KINDS[kind].length}, got ${came}`);
    }
    if (forecast !== undefined) grades[kind] = classGrade(kind, forecast, came);
  }
  const volatility = volatilityGrade(row, outcome.followed);
  const { day_quantiles: ofDay } = row.forecasts;
  const quantiles = ofDay === undefined ? undefined : quantilesGrade(ofDay, outcome.followed.return);
  const book = bookGrade(row, outcome.followed.return);
  const { id, origin, scope, horizon, time } = row;
  return {
    type: 'grade',
    id: gradeId(id, correction),
    row: id,
    corrects: correction === 0 ? null : gradeId(id, correction - 1),
    origin,
    scope,
    horizon,
    time,
    rules: LEDGER_RULES,
    recorded: new Date(recorded).toISOString(),
    grades: {
      ...grades,
      ...(volatility === undefined ? {} : { expected_volatility: volatility }),
      ...(quantiles === undefined ? {} : { day_quantiles: quantiles }),
      ...(book === undefined ? {} : { book_risk: book }),
    },
    followed: outcome.followed,
    counts: correction === 0 ? counted(counts, row, outcome) : counts,
  };
}
