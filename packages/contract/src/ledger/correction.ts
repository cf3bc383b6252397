/** Corrections: a grade that takes the place of one whose outcome has changed since, of late or revised facts. */

import { gradeOf, type LedgerOutcome } from './grade.ts';
import { CLASS_KIND_NAMES, CLASS_KINDS, type ClassKind } from './kinds.ts';
import { canonicalJson, correctionOf, type ForecastRow, type GradeRow } from './row.ts';

/** Class that a grade names, by its index; null for none, undefined for one that its kind does not have. */
export function cameOf(kind: ClassKind, grade: GradeRow): number | null | undefined {
  const came = grade.grades[kind]?.came ?? null;
  if (came === null) return null;
  const index = (CLASS_KINDS[kind] as readonly string[]).indexOf(came);
  return index < 0 ? undefined : index;
}

/** The outcome as it is known now; what is no longer known stays as it was graded. */
function mergedOutcome(grade: GradeRow, outcome: LedgerOutcome): LedgerOutcome {
  const isKnown = outcome.followed.return !== null;
  const classes: { [Kind in ClassKind]?: number | null } = {};
  for (const kind of CLASS_KIND_NAMES) classes[kind] = outcome.classes[kind] ?? cameOf(kind, grade) ?? null;
  return { classes, followed: isKnown ? outcome.followed : grade.followed };
}

/**
 * The correction of a grade; undefined where its outcome is still that of the grade. Counts stay as they are: the baselines of the
 * forecasts since then were made with them.
 *
 * @param row the forecast.
 * @param grade the newest grade of the forecast.
 * @param outcome as it is known now. A part of it that is null changes nothing: a fact that was lost is no correction.
 * @param recorded moment of the correction, epoch ms.
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
  const said = ({ grades, followed }: GradeRow): string => canonicalJson({ grades, followed });
  return said(corrected) === said(grade) ? undefined : corrected;
}
