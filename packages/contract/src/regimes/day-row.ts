/** A day of the long-horizon regime on the command line: labels, scores and why. */

import { CYCLE_TAXONOMY, type CycleReport } from '@barograph/cycle';
import { num } from '../scalar.ts';

/** A day and what was read at its close. */
export interface CycleDayWire {
  /** Open of the day, epoch ms. */
  readonly timestamp: number;
  readonly committed: number | null;
  readonly name: string | null;
  readonly raw: number | null;
  readonly stability: number | null;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly rationale: string | null;
}

/** The row of a day; nulls where nothing was read. */
export function encodeCycleDay(timestamp: number, report: CycleReport | undefined): CycleDayWire {
  return {
    timestamp,
    committed: report?.regime ?? null,
    name: report?.name ?? null,
    raw: report?.raw.regime ?? null,
    stability: num(report?.stability.score),
    scores: Object.fromEntries(CYCLE_TAXONOMY.map(({ id }) => [`score_${id}`, num(report?.raw.scores[id - 1])])),
    rationale: report?.rationale ?? null,
  };
}
