/**
 * Commit machine: turns raw reads into the published regime. A new regime needs several refreshes in a row and the end
 * of the old one's dwell floor; only a Structural Shock may come at once.
 *
 * A pure reducer; time is an input. Refreshes at or before the last moment change nothing.
 */

import { deepFreeze, UsageError, type Reducer } from '@barograph/core';
import type { CycleRegime } from './taxonomy.ts';

/** Parameters of the machine. */
export interface CommitConfig {
  readonly version: `commit/${string}`;
  /** Shortest dwell of each regime, seconds; index 0 is regime 1. */
  readonly dwellFloors: readonly number[];
  /** Refreshes in a row that confirm a candidate, an integer ≥ 1. */
  readonly confirmations: number;
  /** Refreshes in a row that confirm a Structural Shock. */
  readonly shockConfirmations: number;
  /** Refreshes in a row that confirm the regime after a Structural Shock. */
  readonly afterShockConfirmations: number;
  /** Shortest distance to the previous refresh at which one confirms, ms. */
  readonly minRefreshMs: number;
  /** Longest time without a read, ms; after it no regime is committed. At least the longest dwell floor. */
  readonly unreadMs: number;
  /** Number of refreshes over which `rawAgreement` is measured. */
  readonly agreementWindow: number;
  /**
   * Reported lock. `dwell`: the rest of the dwell floor. `strict`: 0 for all except regime 1, since a shock may come
   * any time.
   */
  readonly lock: 'dwell' | 'strict';
}

const HOUR_S = 3600;
const FLOORS = [2, 48, 12, 48, 24, 48, 24, 48, 12, 12].map((hours) => hours * HOUR_S);

/** Version 1, for a refresh about every 15 minutes. */
export const COMMIT_V1: CommitConfig = deepFreeze<CommitConfig>({
  version: 'commit/1',
  dwellFloors: FLOORS,
  confirmations: 4,
  shockConfirmations: 1,
  afterShockConfirmations: 4,
  minRefreshMs: 600_000,
  unreadMs: 48 * HOUR_S * 1000,
  agreementWindow: 96,
  lock: 'dwell',
});

/**
 * Version 1 for one refresh a day, as in histories. A day is longer than the floor of a shock and than four refreshes.
 */
export const COMMIT_DAILY_V1: CommitConfig = deepFreeze<CommitConfig>({
  ...COMMIT_V1,
  version: 'commit/daily-1',
  confirmations: 3,
  afterShockConfirmations: 1,
});

/** One refresh. */
export interface Refresh {
  /** Time of the refresh, epoch ms. */
  readonly at: number;
  /**
   * Raw regime; null when nothing could be read, which neither confirms nor contradicts until it has lasted too long.
   */
  readonly raw: CycleRegime | null;
}

/** Candidate before its commit. */
export interface Pending {
  readonly regime: CycleRegime;
  /** Refreshes that counted for it. */
  readonly count: number;
  /** First refresh that read it, epoch ms. */
  readonly firstSeen: number;
  /** Last refresh that counted for it, epoch ms. */
  readonly lastCounted: number;
}

/** State of the machine; plain JSON. */
export type CommitState =
  | { readonly phase: 'unset'; readonly lastAt: number | null }
  | {
      readonly phase: 'held';
      readonly committed: CycleRegime;
      readonly committedAt: number;
      /** Start of the regime, epoch ms; null when it predates the first refresh. */
      readonly since: number | null;
      readonly pending: Pending | null;
      readonly lastAt: number;
      /** Time of the last refresh with a read, epoch ms. */
      readonly readAt: number;
      /** Last raw reads, oldest first. */
      readonly reads: readonly CycleRegime[];
    };

/** State of the machine after a refresh. */
export interface Commit {
  readonly committed: CycleRegime | null;
  /** Whether this refresh changed the regime. */
  readonly changed: boolean;
  readonly pending: Pending | null;
}

/**
 * Checks a config.
 * @returns the config.
 * @throws {UsageError} when a number is invalid.
 * @example
 * checkCommitConfig(COMMIT_V1).version; // → 'commit/1'
 * checkCommitConfig({ ...COMMIT_V1, confirmations: 0 });
 * // → UsageError: "confirmations" expected an integer ≥ 1, got 0
 */
export function checkCommitConfig(config: CommitConfig): CommitConfig {
  const { dwellFloors, confirmations, shockConfirmations, afterShockConfirmations, unreadMs } = config;
  if (dwellFloors.length !== 10 || !dwellFloors.every((seconds) => Number.isFinite(seconds) && seconds >= 0)) {
    throw new UsageError(`"dwellFloors" expected 10 times of seconds ≥ 0, got ${JSON.stringify(dwellFloors)}`);
  }
  for (const [name, value] of Object.entries({ confirmations, shockConfirmations, afterShockConfirmations })) {
    if (!Number.isInteger(value) || value < 1) throw new UsageError(`"${name}" expected an integer ≥ 1, got ${value}`);
  }
  const longest = 1000 * Math.max(...dwellFloors);
  if (!(unreadMs >= longest))
    throw new UsageError(`"unreadMs" expected the longest floor, ${longest}, or more, got ${unreadMs}`);
  return config;
}

/** Number of refreshes that a candidate needs to replace the committed regime. */
export function confirmationsFor(candidate: CycleRegime, committed: CycleRegime, config: CommitConfig): number {
  if (candidate === 1) return config.shockConfirmations;
  return committed === 1 ? config.afterShockConfirmations : config.confirmations;
}

/** Dwell floor of a regime, seconds. */
export function dwellFloorOf(regime: CycleRegime, config: CommitConfig): number {
  return config.dwellFloors[regime - 1]!;
}

function counted(pending: Pending | null, raw: CycleRegime, at: number, minRefreshMs: number): Pending {
  if (pending === null || pending.regime !== raw) return { regime: raw, count: 1, firstSeen: at, lastCounted: at };
  if (at - pending.lastCounted < minRefreshMs) return pending;
  return { ...pending, count: pending.count + 1, lastCounted: at };
}

/**
 * Creates the machine of a config.
 *
 * @param config parameters. @default COMMIT_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const { initial, step } = commitMachine(COMMIT_DAILY_V1);
 * const { state } = step(initial, { at: 0, raw: 2 });
 * const { committed, pending } = step(state, { at: 10 * DAY_MS, raw: 4 }).output;
 * [committed, pending?.regime, pending?.count]; // → [ 2, 4, 1 ]
 */
export function commitMachine(config: CommitConfig = COMMIT_V1): Reducer<CommitState, Refresh, Commit> {
  checkCommitConfig(config);
  return {
    initial: { phase: 'unset', lastAt: null },
    step: (state, { at, raw }) => {
      if (state.lastAt !== null && at <= state.lastAt) return { state, output: said(state, false) };
      if (state.phase === 'unset') {
        const next: CommitState = raw === null ? { phase: 'unset', lastAt: at } : held(raw, at, null, [raw]);
        return { state: next, output: said(next, next.phase === 'held') };
      }
      if (raw === null) {
        const isForgotten = at - state.readAt > config.unreadMs;
        const next: CommitState = isForgotten ? { phase: 'unset', lastAt: at } : { ...state, lastAt: at };
        return { state: next, output: said(next, isForgotten) };
      }
      const { committed, committedAt } = state;
      const reads = [...state.reads, raw].slice(-config.agreementWindow);
      if (raw === committed) {
        const next: CommitState = { ...state, pending: null, lastAt: at, readAt: at, reads };
        return { state: next, output: said(next, false) };
      }
      const pending = counted(state.pending, raw, at, config.minRefreshMs);
      const isDue = raw === 1 || (at - committedAt) / 1000 >= dwellFloorOf(committed, config);
      if (isDue && pending.count >= confirmationsFor(raw, committed, config)) {
        const next = held(raw, at, at, reads);
        return { state: next, output: said(next, true) };
      }
      const next: CommitState = { ...state, pending, lastAt: at, readAt: at, reads };
      return { state: next, output: said(next, false) };
    },
  };
}

function held(
  committed: CycleRegime,
  at: number,
  since: number | null,
  reads: readonly CycleRegime[],
): Extract<CommitState, { phase: 'held' }> {
  return { phase: 'held', committed, committedAt: at, since, pending: null, lastAt: at, readAt: at, reads };
}

function said(state: CommitState, changed: boolean): Commit {
  if (state.phase === 'unset') return { committed: null, changed, pending: null };
  return { committed: state.committed, changed, pending: state.pending };
}
