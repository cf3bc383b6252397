/** History of committed regimes: entries that tile the time since the first refresh, except time without a regime. */

import type { EvidencePiece } from './evidence.ts';
import type { EuphoriaScore, DistributionStage } from './stage.ts';
import type { CycleRegime } from './taxonomy.ts';

/** One spell of a committed regime. */
export interface HistoryEntry {
  /** 1, 2, 3 … */
  readonly id: number;
  readonly regime: CycleRegime;
  /** `coverage_start`: the first entry, or the first after nothing was committed: its true start is not known. */
  readonly anchor: 'coverage_start' | 'live';
  /** epoch ms, as all times here. */
  readonly committedAt: number;
  /** null while it lasts. */
  readonly endedAt: number | null;
  /** Until its end, or the last refresh. */
  readonly dwellSeconds: number;
  readonly rationale: string;
  /** Evidence of the refresh that committed it; left out of spells from before it was kept. */
  readonly evidence?: readonly EvidencePiece[];
  /** Of regime 10 only: at the last refresh. */
  readonly stage?: DistributionStage;
  /** Of regime 9 only: at the last refresh. */
  readonly euphoriaScore?: EuphoriaScore;
  readonly firstObservedAt: number;
  readonly lastObservedAt: number;
  /** Refreshes within the spell. */
  readonly observations: number;
}

/** Observation that a refresh adds to the history. */
export interface Observation {
  readonly at: number;
  readonly regime: CycleRegime;
  readonly rationale: string;
  readonly evidence?: readonly EvidencePiece[];
  readonly stage?: DistributionStage;
  readonly euphoriaScore?: EuphoriaScore;
}

/**
 * The history with one more refresh. The spell that goes on keeps the rationale and the evidence that it was committed with.
 *
 * @param history oldest first.
 * @example
 * const first = withObservation([], { at: 0, regime: 2, rationale: 'Established Bear.' });
 * const next = withObservation(first, { at: 2 * DAY_MS, regime: 4, rationale: 'Accumulation.' });
 * next.map(({ regime, dwellSeconds }) => [regime, dwellSeconds]); // → [ [ 2, 172800 ], [ 4, 0 ] ]
 */
export function withObservation(history: readonly HistoryEntry[], seen: Observation): readonly HistoryEntry[] {
  const { at, regime, rationale, evidence, ...extra } = seen;
  const newest = history.at(-1);
  const last = newest?.endedAt === null ? newest : undefined;
  if (last?.regime === regime) {
    const before = history.slice(0, -1);
    const dwellSeconds = (at - last.committedAt) / 1000;
    return [...before, { ...last, ...extra, dwellSeconds, lastObservedAt: at, observations: last.observations + 1 }];
  }
  const opened: HistoryEntry = {
    id: (newest?.id ?? 0) + 1,
    regime,
    anchor: last === undefined ? 'coverage_start' : 'live',
    committedAt: at,
    endedAt: null,
    dwellSeconds: 0,
    rationale,
    ...(evidence === undefined ? {} : { evidence }),
    ...extra,
    firstObservedAt: at,
    lastObservedAt: at,
    observations: 1,
  };
  return [...withEnd(history, at), opened];
}

/**
 * Ends the last spell of the history, if it still lasts.
 *
 * @example
 * const history = withObservation([], { at: 0, regime: 2, rationale: 'Established Bear.' });
 * withEnd(history, DAY_MS).at(-1)?.dwellSeconds; // → 86400
 */
export function withEnd(history: readonly HistoryEntry[], at: number): readonly HistoryEntry[] {
  const last = history.at(-1);
  if (last === undefined || last.endedAt !== null) return history;
  return [...history.slice(0, -1), { ...last, endedAt: at, dwellSeconds: (at - last.committedAt) / 1000 }];
}
