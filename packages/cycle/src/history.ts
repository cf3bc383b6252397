/** History of committed regimes: entries cover the time since the first refresh, except time without a regime. */

import type { EvidencePiece } from './evidence.ts';
import type { EuphoriaScore, DistributionStage } from './stage.ts';
import type { CycleRegime } from './taxonomy.ts';

/** Spell of a committed regime. */
export interface HistoryEntry {
  /** Number of the entry: 1, 2, 3 … */
  readonly id: number;
  readonly regime: CycleRegime;
  /** `coverage_start`: the first entry, or the first after a time without regime, whose true start is unknown. */
  readonly anchor: 'coverage_start' | 'live';
  /** Commit time, epoch ms, as all times here. */
  readonly committedAt: number;
  /** End of the spell; null while it lasts. */
  readonly endedAt: number | null;
  /** Seconds until the end, or the last refresh. */
  readonly dwellSeconds: number;
  readonly rationale: string;
  /** Evidence of the refresh that committed it; absent from spells that predate the field. */
  readonly evidence?: readonly EvidencePiece[];
  /** Stage at the last refresh; regime 10 only. */
  readonly stage?: DistributionStage;
  /** Kind of euphoria at the last refresh; regime 9 only. */
  readonly euphoriaScore?: EuphoriaScore;
  readonly firstObservedAt: number;
  readonly lastObservedAt: number;
  /** Number of refreshes in the spell. */
  readonly observations: number;
}

/** Observation that a refresh adds to the history. Optional fields are absent when the regime does not have them. */
export interface Observation {
  readonly at: number;
  readonly regime: CycleRegime;
  readonly rationale: string;
  readonly evidence?: readonly EvidencePiece[];
  readonly stage?: DistributionStage;
  readonly euphoriaScore?: EuphoriaScore;
}

/**
 * Adds a refresh to the history. A continuing spell keeps the rationale and the evidence of its commit.
 *
 * @param history entries, oldest first.
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
 * Ends the last spell of the history if it still lasts.
 *
 * @param at end of the spell, epoch ms.
 * @example
 * const history = withObservation([], { at: 0, regime: 2, rationale: 'Established Bear.' });
 * withEnd(history, DAY_MS).at(-1)?.dwellSeconds; // → 86400
 */
export function withEnd(history: readonly HistoryEntry[], at: number): readonly HistoryEntry[] {
  const last = history.at(-1);
  if (last === undefined || last.endedAt !== null) return history;
  return [...history.slice(0, -1), { ...last, endedAt: at, dwellSeconds: (at - last.committedAt) / 1000 }];
}
