/**
 * The commit machine: from raw reads to the regime that is published. It cannot be hurried: a new regime needs several
 * refreshes in a row and the old one's dwell floor; only a Structural Shock may come at once.
 *
 * A pure reducer; time is an input. Refreshes that repeat a moment, or lie before the last, change nothing.
 */

import { deepFreeze, UsageError, type Reducer } from '@barograph/core';
import type { CycleRegime } from './taxonomy.ts';

/** The numbers of the machine. */
export interface CommitConfig {
  readonly version: `commit/${string}`;
  /** Seconds that each regime is held at least, by id; index 0 is regime 1. */
  readonly dwellFloors: readonly number[];
  /** Refreshes in a row that a candidate needs, an integer ≥ 1. */
  readonly confirmations: number;
  /** The same for a Structural Shock. */
  readonly shockConfirmations: number;
  /** The same for what follows a Structural Shock. */
  readonly afterShockConfirmations: number;
  /** Refreshes closer than this, in ms, are no further confirmation. */
  readonly minRefreshMs: number;
  /** Without a read for longer than this, in ms, nothing is committed any more; not below the longest floor. */
  readonly unreadMs: number;
  /** Refreshes over which `rawAgreement` is measured. */
  readonly agreementWindow: number;
  /** `dwell`: the lock that is left of the floor. `strict`: 0 for all but regime 1, since a shock may come any time. */
  readonly lock: 'dwell' | 'strict';
}

const HOUR_S = 3600;
const FLOORS = [2, 48, 12, 48, 24, 48, 24, 48, 12, 12].map((hours) => hours * HOUR_S);

/** For a refresh about every 15 minutes. */
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

/** For one refresh a day: histories. A day is longer than the floor of a shock and than four refreshes. */
export const COMMIT_DAILY_V1: CommitConfig = deepFreeze<CommitConfig>({
  ...COMMIT_V1,
  version: 'commit/daily-1',
  confirmations: 3,
  afterShockConfirmations: 1,
});

/** One refresh. */
export interface Refresh {
  /** epoch ms. */
  readonly at: number;
  /** null when nothing could be read: it neither confirms nor contradicts, until it has gone on for too long. */
  readonly raw: CycleRegime | null;
}

/** A candidate that is not committed yet. */
export interface Pending {
  readonly regime: CycleRegime;
  /** Refreshes that counted. */
  readonly count: number;
  readonly firstSeen: number;
  readonly lastCounted: number;
}

/** State of the machine; plain JSON. */
export type CommitState =
  | { readonly phase: 'unset'; readonly lastAt: number | null }
  | {
      readonly phase: 'held';
      readonly committed: CycleRegime;
      readonly committedAt: number;
      /** null while the start is not known: the regime was there when the machine began to look. */
      readonly since: number | null;
      readonly pending: Pending | null;
      readonly lastAt: number;
      /** The last refresh that could read something. */
      readonly readAt: number;
      /** The last raw reads, oldest first. */
      readonly reads: readonly CycleRegime[];
    };

/** State of the machine after a refresh. */
export interface Commit {
  readonly committed: CycleRegime | null;
  /** Whether this refresh changed it. */
  readonly changed: boolean;
  readonly pending: Pending | null;
}

/**
 * @returns the config.
 * @throws {UsageError} for numbers that make no machine.
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

/** Refreshes that a candidate needs to replace the committed regime. */
export function confirmationsFor(candidate: CycleRegime, committed: CycleRegime, config: CommitConfig): number {
  if (candidate === 1) return config.shockConfirmations;
  return committed === 1 ? config.afterShockConfirmations : config.confirmations;
}

/** The dwell floor of a regime, seconds. */
export function dwellFloorOf(regime: CycleRegime, config: CommitConfig): number {
  return config.dwellFloors[regime - 1]!;
}

function counted(pending: Pending | null, raw: CycleRegime, at: number, minRefreshMs: number): Pending {
  if (pending === null || pending.regime !== raw) return { regime: raw, count: 1, firstSeen: at, lastCounted: at };
  if (at - pending.lastCounted < minRefreshMs) return pending;
  return { ...pending, count: pending.count + 1, lastCounted: at };
}

/**
 * The machine of a config.
 *
 * @throws {UsageError} the config is none.
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
