/**
 * Moves of open interest, as a pure machine that is fed one observation at a time.
 *
 * Two windows are watched. Over about a minute the reference is the observation at which the last move was reported,
 * for as long as the window; after that, the kept observation closest to the window ago, when there is one within the
 * tolerance: open interest that runs on is reported again only when it has moved as far again. A jump over about five
 * minutes is reported once, and not again before the window is over; its reference is never older than the last report.
 * Both may be reported of one observation. After a gap nothing is reported until there is a reference again.
 *
 * Changes are held against their thresholds at constant price, the mark of the observation: a price that moves alone
 * moves no open interest. Percent are of the open interest of the reference.
 *
 * Windows and thresholds are the service's; memory, tolerance, re-arming and the base of percents are our own reading.
 */

import { finite, integerAtLeast, UsageError, within, type Reducer } from '@barograph/core';
import { movePct } from './price-move.ts';
import { checkTime, closestToAge } from './window.ts';

/** A window, and the least move over it: both thresholds must be reached. */
export interface OiWindow {
  readonly windowMs: number;
  /** USD, > 0. */
  readonly minUsd: number;
  /** Percent of the open interest of the reference, > 0. */
  readonly minPct: number;
}

/** Numbers of open-interest events. */
export interface OiDeltaConfig {
  readonly version: `oi-delta/${string}`;
  readonly move: OiWindow;
  /** Its window is the longer one. */
  readonly jump: OiWindow;
  /** Permitted deviation of a reference's age from its window, as a fraction of the window, within 0…1. */
  readonly tolerance: number;
}

/** Windows and thresholds of open-interest events, version 1. */
export const OI_DELTA_V1: OiDeltaConfig = Object.freeze({
  version: 'oi-delta/1',
  move: Object.freeze({ windowMs: 60_000, minUsd: 25_000, minPct: 0.03 }),
  jump: Object.freeze({ windowMs: 300_000, minUsd: 5_000_000, minPct: 1 }),
  tolerance: 0.2,
});

/** Open interest at a moment, epoch ms. */
export interface OiSample {
  readonly time: number;
  /** Base units, ≥ 0. */
  readonly contracts: number;
  /** Mark price, USD, > 0. */
  readonly mark: number;
}

/** A move that is large enough. */
export interface OiDelta {
  /** Signed, at the mark of the observation. */
  readonly usd: number;
  /** Signed, percent of the reference, to nine decimals. */
  readonly pct: number;
  /** From the reference to the observation. */
  readonly windowMs: number;
  /** Open interest of the observation, USD. */
  readonly oiUsd: number;
}

/** Plain JSON: what may still become a reference, oldest first, and when either window last reported, epoch ms. */
export interface OiDeltaState {
  readonly kept: readonly OiSample[];
  readonly movedAt: number | null;
  readonly jumpedAt: number | null;
}

/**
 * State machine of one step per observation; returns the moves that it completes, the shorter window first.
 *
 * @throws {UsageError} a bad config; from `step`, contracts that are negative, a mark that is not finite and positive,
 * or a time that is not after the one before.
 * @example
 * const { initial, step } = oiDelta();
 * const { state } = step(initial, { time: 0, contracts: 1000, mark: 60_000 });
 * step(state, { time: 60_000, contracts: 1002, mark: 60_000 }).output[0].usd; // → 120000
 */
export function oiDelta(config: OiDeltaConfig = OI_DELTA_V1): Reducer<OiDeltaState, OiSample, readonly OiDelta[]> {
  const { move, jump, tolerance } = check(config);

  const since = (kept: readonly OiSample[], moment: number | null): readonly OiSample[] =>
    moment === null ? kept : kept.filter(({ time }) => time >= moment);
  const moveReference = ({ kept, movedAt }: OiDeltaState, now: number): OiSample | undefined =>
    movedAt !== null && now - movedAt <= move.windowMs
      ? kept.find(({ time }) => time === movedAt)
      : closestToAge(since(kept, movedAt), now, move.windowMs, move.windowMs * tolerance);
  const jumpReference = ({ kept, jumpedAt }: OiDeltaState, now: number): OiSample | undefined =>
    jumpedAt !== null && now - jumpedAt < jump.windowMs
      ? undefined
      : closestToAge(since(kept, jumpedAt), now, jump.windowMs, jump.windowMs * tolerance);

  return {
    initial: { kept: [], movedAt: null, jumpedAt: null },
    step: (state, sample) => {
      const now = checkSample(sample, state.kept.at(-1)).time;
      const moved = deltaOf(moveReference(state, now), sample, move);
      const jumped = deltaOf(jumpReference(state, now), sample, jump);
      // The oldest that a later observation may still refer to is as old as the longer window and its slack.
      const oldest = now - jump.windowMs * (1 + tolerance);
      return {
        state: {
          kept: [...state.kept.filter(({ time }) => time >= oldest), { ...sample }],
          movedAt: moved === undefined ? state.movedAt : now,
          jumpedAt: jumped === undefined ? state.jumpedAt : now,
        },
        output: [moved, jumped].filter((delta) => delta !== undefined),
      };
    },
  };
}

/** The move from the reference, when it reaches both thresholds. Nothing has no percents: from 0 there is none. */
function deltaOf(reference: OiSample | undefined, sample: OiSample, window: OiWindow): OiDelta | undefined {
  if (reference === undefined || reference.contracts === 0) return undefined;
  const usd = (sample.contracts - reference.contracts) * sample.mark;
  const pct = movePct(reference.contracts, sample.contracts);
  if (Math.abs(usd) < window.minUsd || Math.abs(pct) < window.minPct) return undefined;
  return { usd, pct, windowMs: sample.time - reference.time, oiUsd: sample.contracts * sample.mark };
}

function check(config: OiDeltaConfig): OiDeltaConfig {
  for (const name of ['move', 'jump'] as const) {
    const { windowMs, minUsd, minPct } = config[name];
    integerAtLeast(`${name}.windowMs`, windowMs, 1);
    positive(`${name}.minUsd`, minUsd);
    positive(`${name}.minPct`, minPct);
  }
  integerAtLeast('jump.windowMs', config.jump.windowMs, config.move.windowMs);
  within('tolerance', config.tolerance, 0, 1);
  return config;
}

function checkSample(sample: OiSample, last: OiSample | undefined): OiSample {
  checkTime(sample.time, last);
  if (finite('contracts', sample.contracts) < 0) {
    throw new UsageError(`"contracts" expected a number ≥ 0, got ${sample.contracts}`);
  }
  positive('mark', sample.mark);
  return sample;
}

function positive(name: string, value: number): void {
  if (!(finite(name, value) > 0)) throw new UsageError(`"${name}" expected a number > 0, got ${value}`);
}
