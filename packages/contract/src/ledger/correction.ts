/** Corrections: a grade that replaces an earlier one after late or revised facts. */

import { gradeOf, type LedgerOutcome } from './grade.ts';
import { CLASS_KIND_NAMES, CLASS_KINDS, type ClassKind } from './kinds.ts';
import { canonicalJson, correctionOf, type ForecastRow, type GradeRow } from './row.ts';

/** Index of the class that a grade names; null when the grade names no class, undefined for a class unknown to its kind. */
export function cameOf(kind: ClassKind, grade: GradeRow): number | null | undefined {
  const came = grade.grades[kind]?.came ?? null;
  if (came === null) return null;
  const index = (CLASS_KINDS[kind] as readonly string[]).indexOf(came);
  return index < 0 ? undefined : index;
}

/** Outcome known now; a value that is no longer known keeps its graded value. */
function mergedOutcome(grade: GradeRow, outcome: LedgerOutcome): LedgerOutcome {
  const isKnown = outcome.followed.return !== null;
  const classes: { [Kind in ClassKind]?: number | null } = {};
  for (const kind of CLASS_KIND_NAMES) classes[kind] = outcome.classes[kind] ?? cameOf(kind, grade) ?? null;
  return { classes, followed: isKnown ? outcome.followed : grade.followed };
}

/**
 * Corrects a grade; undefined when its outcome has not changed. Counts stay unchanged, because the baselines of later
 * forecasts were computed with them.
 *
 * @param row the forecast.
 * @param grade the newest grade of the forecast.
 * @param outcome outcome as known now. Null parts change nothing: a lost fact is not a correction.
 * @param recorded time of the correction, epoch ms.
 * @example
 * correctedGrade(row, grade, outcomeOf(row, followedOf(closes, '4h'), { later, fundingRate: null }), Date.now())?.corrects;
 */
export function correctedGrade(
  row: ForecastRow,
  grade: GradeRow,
  outcome: LedgerOutcome,
  recorded: number,
): GradeRow | undefined {
  const corrected = gradeOf(row, mergedOutcome(grade, outcome), grade.counts, recorded, correctionOf(grade) + 1);
  const text = ({ grades, followed }: GradeRow): string => canonicalJson({ grades, followed });
  return text(corrected) === text(grade) ? undefined : corrected;
}
