/** Stability of a committed regime. */

import { clamp } from '@barograph/core';
import { confirmationsFor, dwellFloorOf, type CommitConfig, type CommitState } from './commit.ts';
import type { RawRead } from './raw.ts';

/** Stability values of the committed regime. */
export interface Stability {
  /**
   * Score 0…100: 40 points agreement of the raw reads, 30 lead of its score, 30 absence of confirmations against it.
   */
  readonly score: number;
  /** Share of the last refreshes whose raw read was the committed regime, 0…1. */
  readonly rawAgreement: number;
  /** Consecutive refreshes that read another regime, at most `confirmationsNeeded`. */
  readonly confirmationsAgainst: number;
  /** Confirmations that the candidate needs; without a candidate, those of any regime except a shock. */
  readonly confirmationsNeeded: number;
  /** Seconds since the commit, or since the first refresh. */
  readonly heldS: number;
  /** Seconds for which the regime is kept at least; see `lockedForS`. */
  readonly dwellFloorS: number;
  /**
   * Seconds during which only a Structural Shock can replace it; for a shock itself, nothing can. 0 in strict mode for
   * every other regime.
   */
  readonly lockedForS: number;
}

/** Any candidate other than a shock. */
const ANY_OTHER = 2;
/** Lead of the score that gives full points. */
const FULL_LEAD = 0.25;

/**
 * Computes the stability after a refresh.
 *
 * @param raw raw read of that refresh; its scores give the lead of the committed regime.
 * @example
 * const raw = rawRead({ ...NO_SIGNALS, d200: -0.3, slope200: -0.1, ddAth: -0.6, b200: 5, b50: 5 });
 * const { state } = fold(commitMachine(), [{ at: 0, raw: raw.regime }, { at: DAY_MS, raw: raw.regime }]);
 * if (state.phase !== 'held') throw new Error('nothing is committed');
 * const { score, heldS } = stabilityOf(state, raw, COMMIT_V1);
 * [score, heldS]; // → [ 100, 86400 ]
 */
export function stabilityOf(
  state: Extract<CommitState, { phase: 'held' }>,
  raw: RawRead,
  config: CommitConfig,
): Stability {
  const { committed, committedAt, pending, lastAt, reads } = state;
  const needed = confirmationsFor(pending?.regime ?? ANY_OTHER, committed, config);
  const against = Math.min(pending?.count ?? 0, needed);
  const heldS = (lastAt - committedAt) / 1000;
  const dwellFloorS = dwellFloorOf(committed, config);
  const rawAgreement = reads.filter((read) => read === committed).length / reads.length;
  const lead = clamp(leadOf(raw, committed) / FULL_LEAD, 0, 1);
  const isLocked = committed === 1 || config.lock === 'dwell';
  return {
    score: 100 * (0.4 * rawAgreement + 0.3 * lead + 0.3 * (1 - against / needed)),
    rawAgreement,
    confirmationsAgainst: against,
    confirmationsNeeded: needed,
    heldS,
    dwellFloorS,
    lockedForS: isLocked ? Math.max(0, dwellFloorS - heldS) : 0,
  };
}

/** Score of the committed regime minus the best other; 0 without a score. */
function leadOf({ scores }: RawRead, committed: number): number {
  const own = scores[committed - 1] ?? null;
  if (own === null) return 0;
  let best = 0;
  scores.forEach((score, i) => {
    if (i !== committed - 1 && score !== null) best = Math.max(best, score);
  });
  return own - best;
}
