/** Memory of recording and grading: per scope and horizon the hour of the last row, and the outcomes graded so far. */

import type { Counts, GradeRow, LedgerHorizon, LedgerOrigin } from '@barograph/contract';
import type { LedgerNewest, LedgerStore } from '@barograph/store';

/** The memory of a chain. It is ahead of the store until its rows are stored: a failed run drops it. */
export interface LedgerMemory {
  /** Open of the hour of the last row of a scope, epoch ms; −∞ before the first. */
  lastHour(scope: string): number;
  /** A row of that hour was made. */
  recorded(scope: string, time: number): void;
  /** Outcomes graded so far. */
  counts(scope: string, horizon: LedgerHorizon): Counts;
  /** A grade was made. */
  graded(grade: GradeRow): void;
}

const keyOf = (scope: string, horizon: LedgerHorizon): string => `${horizon}/${scope}`;

/** The memory of the rows that are there. */
export function createLedgerMemory(newest: readonly LedgerNewest[]): LedgerMemory {
  const hours = new Map<string, number>();
  const counts = new Map<string, Counts>();
  for (const { scope, horizon, time, grade } of newest) {
    hours.set(scope, Math.max(time, hours.get(scope) ?? -Infinity));
    if (grade !== undefined) counts.set(keyOf(scope, horizon), grade.counts);
  }
  return {
    lastHour: (scope) => hours.get(scope) ?? -Infinity,
    recorded: (scope, time) => void hours.set(scope, time),
    counts: (scope, horizon) => counts.get(keyOf(scope, horizon)) ?? {},
    graded: ({ scope, horizon, counts: after }) => void counts.set(keyOf(scope, horizon), after),
  };
}

/** The memory of a chain, from the store. */
export async function loadLedgerMemory(
  store: Pick<LedgerStore, 'newest'>,
  timeline: string,
  origin: LedgerOrigin,
): Promise<LedgerMemory> {
  return createLedgerMemory(await store.newest(timeline, origin));
}
