/** Days of the long-horizon regime as records: committed regime, reading, and a score per regime name. */

import { CYCLE_TAXONOMY, cycleRegimeName, type CycleDay, type CycleRegime } from '@barograph/cycle';
import { labelName } from './columns.ts';

/** Returns whether records are days of the long-horizon regime. */
export function isCycleDays(records: readonly object[]): records is readonly CycleDay[] {
  const [first] = records;
  return first !== undefined && 'read' in first && typeof first.read === 'object' && 'report' in first;
}

const named = (regime: CycleRegime | null | undefined): string | null =>
  regime === null || regime === undefined ? null : cycleRegimeName(regime);
const listed = (regimes: readonly CycleRegime[]): string | null =>
  regimes.length === 0 ? null : regimes.map((id) => cycleRegimeName(id)).join(', ');

/** Scores of a day by regime name: `score_btc_led_bull`. */
export function cycleScores(scores: readonly (number | null)[]): Readonly<Record<string, number | null>> {
  return Object.fromEntries(CYCLE_TAXONOMY.map(({ id, name }) => [`score_${labelName(name)}`, scores[id - 1] ?? null]));
}

/** A record per day. */
export function cycleRows(days: readonly CycleDay[]): readonly object[] {
  return days.map(({ time, report, read }) => ({
    time,
    regime: report?.name ?? null,
    regimeId: report?.regime ?? null,
    rawRegime: named(read.raw.regime),
    open: listed(read.raw.open),
    stability: report?.stability.score ?? null,
    breadth: read.breadth,
    breadthReads: listed(read.breadthReads),
    universeN: read.universe.n,
    ...cycleScores(read.raw.scores),
    rationale: report?.rationale ?? null,
  }));
}
