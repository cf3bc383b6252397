/** Memory of recording and grading: hour of the last row and graded outcomes, per scope and horizon. */

import type { Counts, GradeRow, LedgerHorizon, LedgerOrigin } from '@barograph/contract';
import type { LedgerNewest, LedgerStore } from '@barograph/store';

/** Memory of a chain in one run. Each run reads it again, because another replica may have run meanwhile. */
export interface LedgerMemory {
  /** Open of the hour of the last row of a scope, epoch ms; −∞ before the first. */
  lastHour(scope: string): number;
  /** Records a row of that hour. */
  recorded(scope: string, time: number): void;
  /** Open of the hour of the last graded row, epoch ms; −∞ before the first. */
  lastGraded(scope: string, horizon: LedgerHorizon): number;
  /** Outcomes graded so far. */
  counts(scope: string, horizon: LedgerHorizon): Counts;
  /** Records a grade. */
  graded(grade: GradeRow): void;
}

const keyOf = (scope: string, horizon: LedgerHorizon): string => `${horizon}/${scope}`;

/** Memory of the given rows. */
export function createLedgerMemory(newest: readonly LedgerNewest[]): LedgerMemory {
  const hours = new Map<string, number>();
  const last = new Map<string, Pick<GradeRow, 'time' | 'counts'>>();
  for (const { scope, horizon, time, grade } of newest) {
    hours.set(scope, Math.max(time, hours.get(scope) ?? -Infinity));
    if (grade !== undefined) last.set(keyOf(scope, horizon), grade);
  }
  return {
    lastHour: (scope) => hours.get(scope) ?? -Infinity,
    recorded: (scope, time) => void hours.set(scope, time),
    lastGraded: (scope, horizon) => {
      const grade = last.get(keyOf(scope, horizon));
      return grade === undefined ? -Infinity : Date.parse(grade.time);
    },
    counts: (scope, horizon) => last.get(keyOf(scope, horizon))?.counts ?? {},
    graded: (grade) => void last.set(keyOf(grade.scope, grade.horizon), grade),
  };
}

/** Memory of a stored chain. */
export async function loadLedgerMemory(
  store: Pick<LedgerStore, 'newest'>,
  timeline: string,
  origin: LedgerOrigin,
): Promise<LedgerMemory> {
  return createLedgerMemory(await store.newest(timeline, origin));
}
