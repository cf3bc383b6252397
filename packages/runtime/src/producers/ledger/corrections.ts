/** Corrections of grades whose bars or funding rates have changed: each graded row is checked again after some days. */

import { correctedGrade, followedOf, outcomeOf, type GradeRow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { LedgerGraded } from '@barograph/store';
import { LEDGER_HOST_V2 } from './config.ts';
import { laterId, type GradingFacts } from './grading.ts';

/** Range of horizon ends, epoch ms: first moment inclusive, last exclusive. */
export interface CorrectionSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Range that a run checks: at most an hour, so that a run after a pause takes no longer than others; undefined while no grade is
 * old enough.
 *
 * @param checked moment up to which horizons were checked, epoch ms; undefined before the first check.
 */
export function correctionSpan(checked: number | undefined, asOf: number): CorrectionSpan | undefined {
  const { correctedMs, correctedPauseMs } = LEDGER_HOST_V2;
  const last = asOf - correctedMs;
  const from = Math.max(checked ?? last - HOUR_MS, last - correctedPauseMs);
  return from < last ? { from, to: Math.min(last, from + HOUR_MS) } : undefined;
}

/**
 * Moment up to which horizons were checked, after a run has checked a range. Rows of a failed source are checked again by the
 * next run, for as long as grading would wait for a bar.
 */
export function checkedAfter({ from, to }: CorrectionSpan, failed: number, asOf: number): number {
  const { correctedMs, patienceMs } = LEDGER_HOST_V2;
  return failed > 0 && from > asOf - correctedMs - patienceMs ? from : to;
}

/**
 * Corrections of graded rows.
 *
 * @returns `failed`: rows whose source did not answer.
 */
export async function correctionsOf(
  graded: readonly LedgerGraded[],
  asOf: number,
  facts: GradingFacts,
): Promise<{ readonly rows: readonly GradeRow[]; readonly failed: number }> {
  const rows: GradeRow[] = [];
  let failed = 0;
  for (const { row, grade } of graded) {
    const closes = await facts.closes(row);
    const fundingRate = row.forecasts.funding === undefined ? null : await facts.funding(row);
    if (closes === undefined || fundingRate === undefined) {
      failed++;
      continue;
    }
    const forced = row.forecasts.liquidation_risk?.depth === undefined ? null : await facts.forced(row);
    const outcome = outcomeOf(row, followedOf(closes, row.horizon), { later: facts.rowOf(laterId(row)), fundingRate, forced }); // prettier-ignore
    const correction = correctedGrade(row, grade, outcome, asOf);
    if (correction !== undefined) rows.push(correction);
  }
  return { rows, failed };
}
