/** Scorecard of graded rows: each kind against its baseline, with a calibration table. */

import { LEAST_GRADED, LEAST_LINE, LEDGER_KINDS, type ClassKind, type LedgerKind } from './kinds.ts';
import type { BookRiskGrade, ClassGrade, GradeRow, NumberGrade } from './row.ts';

/** Bins of forecast probabilities. */
const BINS = 10;

/** Mean scores of a kind; lower is better. */
export interface MeanScore {
  /** Rule of the score. */
  readonly rule: 'log' | 'brier' | 'qlike' | 'pinball' | 'fz0';
  readonly mean: number;
  /** Mean baseline score over the same rows. */
  readonly baseline: number;
  /** `1 − mean / baseline`: above 0 beats the baseline; null when the baseline is perfect, and for FZ0, which has no zero. */
  readonly skill: number | null;
}

/** A line of the calibration table. */
export interface CalibrationLine {
  /** Mean forecast probability. */
  readonly said: number;
  /** Share of the rows in which the event occurred. */
  readonly happened: number;
  readonly rows: number;
}

/** Counts and scores of a kind. */
export interface KindCard {
  readonly kind: LedgerKind;
  /** Graded rows with a known outcome. */
  readonly graded: number;
  /** Graded rows whose outcome can no longer be known. */
  readonly unknown: number;
  /** null with fewer than {@link LEAST_GRADED} graded rows. */
  readonly scores: readonly MeanScore[] | null;
  readonly calibration: readonly CalibrationLine[] | null;
}

/** Effective grades: the last correction of each row. @param grades in any order. */
export function standingGrades(grades: readonly GradeRow[]): readonly GradeRow[] {
  const corrected = new Set(grades.flatMap(({ corrects }) => corrects ?? []));
  return grades.filter(({ id }) => !corrected.has(id)).toSorted((a, b) => (a.time < b.time ? -1 : 1));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean over pairs with a known score and baseline; undefined without any. */
function meanScore(
  rule: MeanScore['rule'],
  pairs: readonly (readonly [score: number | null, base: number | null])[],
): MeanScore | undefined {
  const known = pairs.flatMap(([score, base]) => (score === null || base === null ? [] : [[score, base] as const]));
  if (known.length < LEAST_GRADED) return undefined;
  const mean = meanOf(known.map(([score]) => score));
  const baseline = meanOf(known.map(([, base]) => base));
  return { rule, mean, baseline, skill: baseline > 0 && rule !== 'fz0' ? 1 - mean / baseline : null };
}

/** Calibration in bins of width 0.1, for bins with enough rows: mean forecast probability, and frequency of the event. */
function calibrationOf(claims: readonly (readonly [said: number, hit: boolean])[]): readonly CalibrationLine[] {
  const bins = Array.from({ length: BINS }, (): (readonly [number, boolean])[] => []);
  for (const claim of claims) bins[Math.min(BINS - 1, Math.floor(claim[0] * BINS))]!.push(claim);
  return bins
    .filter((bin) => bin.length >= LEAST_LINE)
    .map((bin) => ({
      said: meanOf(bin.map(([p]) => p)),
      happened: meanOf(bin.map(([, hit]) => Number(hit))),
      rows: bin.length,
    }));
}

function classCard(kind: ClassKind, grades: readonly ClassGrade[]): KindCard {
  const known = grades.filter(({ came }) => came !== null);
  const counts = { kind, graded: known.length, unknown: grades.length - known.length };
  if (known.length < LEAST_GRADED) return { ...counts, scores: null, calibration: null };
  const scores = [
    meanScore('log', known.map(({ log, base_log: base }) => [log, base])), // prettier-ignore
    meanScore('brier', known.map(({ brier, base_brier: base }) => [brier, base])), // prettier-ignore
  ];
  return {
    ...counts,
    scores: scores.flatMap((score) => score ?? []),
    calibration: calibrationOf(known.flatMap(({ said, hit }) => (hit === null ? [] : [[said, hit] as const]))),
  };
}

function numberCard(kind: LedgerKind, grades: readonly NumberGrade[], rule: 'qlike' | 'pinball'): KindCard {
  const known = grades.filter(({ came }) => came !== null);
  const counts = { kind, graded: known.length, unknown: grades.length - known.length };
  const score = meanScore(rule, known.map(({ score: own, base_score: base }) => [own, base])); // prettier-ignore
  return { ...counts, scores: score === undefined ? null : [score], calibration: null };
}

/** Card of a book: how often its return stayed at or below each quantile, with the largest level, the most informative, first. */
function bookCard(grades: readonly BookRiskGrade[]): KindCard {
  const card = numberCard('book_risk', grades, 'pinball');
  if (card.scores === null) return card;
  const fz0 = meanScore('fz0', grades.map((grade) => [grade.fz0, grade.base_fz0])); // prettier-ignore
  const seen = new Map<number, boolean[]>();
  for (const { below, shares } of grades) {
    below?.forEach((isBelow, i) => {
      const hits = seen.get(shares[i]!) ?? [];
      seen.set(shares[i]!, hits);
      hits.push(isBelow);
    });
  }
  const calibration = [...seen]
    .toSorted(([a], [b]) => b - a)
    .map(([said, hits]) => ({ said, happened: meanOf(hits.map(Number)), rows: hits.length }));
  return { ...card, scores: [...card.scores, ...(fz0 === undefined ? [] : [fz0])], calibration };
}

/**
 * Scorecard of grades, with a line for each kind that was graded.
 *
 * @param grades of one scope, horizon and origin, in any order; may include corrections.
 * @example
 * scorecardOf([]); // → []
 */
export function scorecardOf(grades: readonly GradeRow[]): readonly KindCard[] {
  const standing = standingGrades(grades).map((row) => row.grades);
  return LEDGER_KINDS.flatMap((kind): readonly KindCard[] => {
    if (kind === 'expected_volatility') {
      const own = standing.flatMap((row) => row.expected_volatility ?? []);
      return own.length === 0 ? [] : [numberCard(kind, own, 'qlike')];
    }
    if (kind === 'day_quantiles') {
      const own = standing.flatMap((row) => row.day_quantiles ?? []);
      return own.length === 0 ? [] : [numberCard(kind, own, 'pinball')];
    }
    if (kind === 'book_risk') {
      const own = standing.flatMap((row) => row.book_risk ?? []);
      return own.length === 0 ? [] : [bookCard(own)];
    }
    const own = standing.flatMap((row) => row[kind] ?? []);
    return own.length === 0 ? [] : [classCard(kind, own)];
  });
}

/** Calibration in words, from the bin with most rows: "said 72 %, happened 70 % of 431 times"; null without a table. */
export function saidAndHappened({ calibration }: KindCard): string | null {
  if (calibration === null || calibration.length === 0) return null;
  const most = calibration.reduce((best, line) => (line.rows > best.rows ? line : best));
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return `said ${percent(most.said)}, happened ${percent(most.happened)} of ${most.rows} times`;
}
