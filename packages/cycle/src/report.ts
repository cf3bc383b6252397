/** Report of a refresh: the committed regime, and the evidence for and against it. */

import type { BreakReason } from '@barograph/core';
import { confirmationsFor, dwellFloorOf, type CommitState } from './commit.ts';
import type { CycleConfig } from './config.ts';
import type { BreadthStanding } from './breadth-doubt.ts';
import type { CycleUniverse } from './breadth-signals.ts';
import type { RawRead } from './raw.ts';
import { evidenceOf, type EvidencePiece } from './evidence.ts';
import { rationaleOf } from './rationale.ts';
import type { CycleRead } from './read.ts';
import type { CycleSignal, CycleSignals } from './signals.ts';
import { stabilityOf, type Stability } from './stability.ts';
import { distributionStage, euphoriaScore, type DistributionStage, type EuphoriaScore } from './stage.ts';
import { cycleRegimeName, type CycleRegime } from './taxonomy.ts';
import { thresholdsOf, type Threshold } from './thresholds.ts';

/** Candidate for the next regime. */
export interface PendingReport {
  readonly regime: CycleRegime;
  readonly name: string;
  readonly count: number;
  /** Counts that a commit needs. */
  readonly needed: number;
  /** First refresh that read it, epoch ms. */
  readonly firstSeen: number;
  /** Rule that blocks it despite its confirmations. */
  readonly blockedBy: 'dwell_floor' | null;
}

/** Report of the classifier at a moment. */
export interface CycleReport {
  /** Time of the refresh, epoch ms. */
  readonly at: number;
  readonly regime: CycleRegime;
  readonly name: string;
  readonly rationale: string;
  /** All conditions of the regime's rules, for and against; the rationale is their short form. */
  readonly evidence: readonly EvidencePiece[];
  readonly signals: CycleSignals;
  /** Time of each signal, epoch ms; null when unknown. */
  readonly signalTimes: Readonly<Record<CycleSignal, number | null>>;
  readonly raw: RawRead & { readonly name: string | null; readonly matchesCommitted: boolean };
  /** Candidate; null exactly when the raw read matches. */
  readonly pending: PendingReport | null;
  readonly stability: Stability;
  readonly thresholds: readonly Threshold[];
  /** Universe behind breadth. */
  readonly universe: CycleUniverse;
  /** Status of breadth behind the raw read. */
  readonly breadth: BreadthStanding;
  /** Ids of other regimes that the raw read gives when breadth moves by the usual distance between universes. */
  readonly breadthReads: readonly CycleRegime[];
  /** Start of the regime, epoch ms; null when it predates the first refresh. */
  readonly inRegimeSince: number | null;
  /** Stage; regime 10 only. */
  readonly stage?: DistributionStage;
  /** Kind of euphoria; regime 9 only. */
  readonly euphoriaScore?: EuphoriaScore;
  /** Breaks of Bitcoin's days, as in the read; absent without breaks. */
  readonly quality?: readonly BreakReason[];
  readonly configVersion: string;
}

/**
 * Builds the report of a refresh.
 *
 * @param read read of that refresh.
 * @example
 * const cycle = createCycle();
 * for (const day of marketDays(sliceCandles(bars, 0, 245), [])) cycle.day(day);
 * cycle.refresh(245 * DAY_MS);
 * const { commit } = cycle.snapshot();
 * if (commit.phase !== 'held' || cycle.lastRead === undefined) throw new Error('nothing is committed');
 * cycleReport(commit, cycle.lastRead, CYCLE_V3).name; // → 'Established Bear'
 */
export function cycleReport(
  state: Extract<CommitState, { phase: 'held' }>,
  { signals, signalTimes, raw, universe, breadth, breadthReads, quality }: CycleRead,
  config: CycleConfig,
): CycleReport {
  const { committed, pending, lastAt, committedAt } = state;
  return {
    at: lastAt,
    regime: committed,
    name: cycleRegimeName(committed),
    rationale: rationaleOf(signals, committed, config.rules),
    evidence: evidenceOf(signals, committed, config.rules),
    signals,
    signalTimes,
    raw: {
      ...raw,
      name: raw.regime === null ? null : cycleRegimeName(raw.regime),
      // a refresh without a read keeps the previous report
      matchesCommitted: pending === null,
    },
    pending:
      pending === null
        ? null
        : {
            regime: pending.regime,
            name: cycleRegimeName(pending.regime),
            count: pending.count,
            needed: confirmationsFor(pending.regime, committed, config.commit),
            firstSeen: pending.firstSeen,
            blockedBy: isBlocked(pending.regime, (lastAt - committedAt) / 1000) ? 'dwell_floor' : null,
          },
    stability: stabilityOf(state, raw, config.commit),
    thresholds: thresholdsOf(signals, committed, raw, config.rules),
    universe,
    breadth,
    breadthReads,
    inRegimeSince: state.since,
    ...(committed === 10 ? { stage: distributionStage(signals) } : {}),
    ...(committed === 9 ? { euphoriaScore: euphoriaScore(signals) } : {}),
    ...(quality === undefined ? {} : { quality }),
    configVersion: config.version,
  };

  function isBlocked(candidate: CycleRegime, heldS: number): boolean {
    return candidate !== 1 && heldS < dwellFloorOf(committed, config.commit);
  }
}
