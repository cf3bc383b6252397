/** Day of the long-horizon regime on the command line: labels, scores, breadth and reason. */

import { CYCLE_TAXONOMY, type CycleDay } from '@barograph/cycle';
import { num } from '../scalar.ts';

/** Day with the values read at its close. */
export interface CycleDayWire {
  /** Open of the day, epoch ms. */
  readonly timestamp: number;
  readonly committed: number | null;
  readonly name: string | null;
  readonly raw: number | null;
  /** Ids of regimes that lack breadth and could fit better than every score, separated by spaces; null without any. */
  readonly open: string | null;
  readonly breadth: CycleDay['read']['breadth'];
  /** Ids of the alternative reads of breadth near a cutoff, separated by spaces; null without any. */
  readonly breadth_reads: string | null;
  readonly universe_n: number;
  readonly universe_version: string;
  readonly stability: number | null;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly rationale: string | null;
}

const listed = (ids: readonly number[]): string | null => (ids.length === 0 ? null : ids.join(' '));

/**
 * Row of a day; null where no regime was committed or read.
 *
 * @example
 * const days = Array.from(bars.time, (_, i) => ({ btc: barAt(bars, i), coins: [] }));
 * const { timestamp, universe_n: n } = encodeCycleDay(cycleDays(days)[259]);
 * [timestamp / DAY_MS, n]; // → [ 259, 0 ]
 */
export function encodeCycleDay({ time, report, read }: CycleDay): CycleDayWire {
  return {
    timestamp: time,
    committed: report?.regime ?? null,
    name: report?.name ?? null,
    raw: read.raw.regime,
    open: listed(read.raw.open),
    breadth: read.breadth,
    breadth_reads: listed(read.breadthReads),
    universe_n: read.universe.n,
    universe_version: read.universe.version,
    stability: num(report?.stability.score),
    scores: Object.fromEntries(CYCLE_TAXONOMY.map(({ id }) => [`score_${id}`, num(read.raw.scores[id - 1])])),
    rationale: report?.rationale ?? null,
  };
}
