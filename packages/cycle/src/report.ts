/** Report of a refresh: the committed regime, and the evidence for and against it. */

import { confirmationsFor, dwellFloorOf, type CommitState } from './commit.ts';
import type { CycleConfig } from './config.ts';
import type { RawRead } from './raw.ts';
import { rationaleOf } from './rationale.ts';
import type { CycleSignal, CycleSignals } from './signals.ts';
import { stabilityOf, type Stability } from './stability.ts';
import { distributionStage, euphoriaScore, type DistributionStage, type EuphoriaScore } from './stage.ts';
import { cycleRegimeName, type CycleRegime } from './taxonomy.ts';
import { thresholdsOf, type Threshold } from './thresholds.ts';

/** A candidate for the next regime. */
export interface PendingReport {
  readonly regime: CycleRegime;
  readonly name: string;
  readonly count: number;
  readonly needed: number;
  /** epoch ms. */
  readonly firstSeen: number;
  /** Rule that blocks it although it has its confirmations. */
  readonly blockedBy: 'dwell_floor' | null;
}

/** The page of a moment. */
export interface CycleReport {
  /** The moment of the refresh, epoch ms. */
  readonly at: number;
  readonly regime: CycleRegime;
  readonly name: string;
  readonly rationale: string;
  readonly signals: CycleSignals;
  /** Time of each signal, epoch ms; null where it is not known. */
  readonly signalTimes: Readonly<Record<CycleSignal, number | null>>;
  readonly raw: RawRead & { readonly name: string | null; readonly matchesCommitted: boolean };
  /** null exactly when the raw read matches. */
  readonly pending: PendingReport | null;
  readonly stability: Stability;
  readonly thresholds: readonly Threshold[];
  /** null while the start lies before the first refresh. */
  readonly inRegimeSince: number | null;
  /** Of regime 10 only. */
  readonly stage?: DistributionStage;
  /** Of regime 9 only. */
  readonly euphoriaScore?: EuphoriaScore;
  readonly configVersion: string;
}

/** Inputs of a report. */
export interface ReportParts {
  readonly state: Extract<CommitState, { phase: 'held' }>;
  readonly signals: CycleSignals;
  readonly signalTimes: Readonly<Record<CycleSignal, number | null>>;
  readonly read: RawRead;
}

/** The report of a refresh. */
export function cycleReport({ state, signals, signalTimes, read }: ReportParts, config: CycleConfig): CycleReport {
  const { committed, pending, lastAt, committedAt } = state;
  return {
    at: lastAt,
    regime: committed,
    name: cycleRegimeName(committed),
    rationale: rationaleOf(signals, committed, config.rules),
    signals,
    signalTimes,
    raw: {
      ...read,
      name: read.regime === null ? null : cycleRegimeName(read.regime),
      // a refresh without a read keeps the report before it
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
    stability: stabilityOf(state, read, config.commit),
    thresholds: thresholdsOf(signals, committed, read, config.rules),
    inRegimeSince: state.since,
    ...(committed === 10 ? { stage: distributionStage(signals) } : {}),
    ...(committed === 9 ? { euphoriaScore: euphoriaScore(signals) } : {}),
    configVersion: config.version,
  };

  function isBlocked(candidate: CycleRegime, heldS: number): boolean {
    return candidate !== 1 && heldS < dwellFloorOf(committed, config.commit);
  }
}
