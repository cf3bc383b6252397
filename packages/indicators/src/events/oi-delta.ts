/**
 * Detects moves of open interest as a pure state machine, one observation per step.
 *
 * It watches two windows. Over about a minute, the reference is the last reported observation for the length of the
 * window; after that, the stored observation closest to one window ago, within the tolerance. A continuing move is
 * therefore reported again only after moving as far again. A jump over about five minutes is reported once, and not
 * again before its window has passed; its reference is never older than the last report. One observation can report
 * both. After a gap nothing is reported until a reference exists again.
 *
 * Changes are measured at constant price, the mark of the observation: a price move alone does not move open interest.
 * Percentages refer to the open interest of the reference.
 *
 * Windows and thresholds are those of the service; memory, tolerance, re-arming and the base of percentages are our own
 * choice.
 */

import { finite, integerAtLeast, UsageError, within, type Reducer } from '@barograph/core';
import { movePct } from './price-move.ts';
import { checkTime, closestToAge } from './window.ts';

/** Window and the least move over it; both thresholds must be reached. */
export interface OiWindow {
  readonly windowMs: number;
  /** Least move, USD, > 0. */
  readonly minUsd: number;
  /** Least move in percent of the reference's open interest, > 0. */
  readonly minPct: number;
}

/** Parameters of open-interest events. */
export interface OiDeltaConfig {
  readonly version: `oi-delta/${string}`;
  readonly move: OiWindow;
  /** Jump rule; its window is the longer one. */
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

/** Move above the thresholds. */
export interface OiDelta {
  /** Signed change at the mark of the observation, USD. */
  readonly usd: number;
  /** Signed change in percent of the reference, to nine decimals. */
  readonly pct: number;
  /** Time from the reference to the observation, ms. */
  readonly windowMs: number;
  /** Open interest of the observation, USD. */
  readonly oiUsd: number;
}

/** Possible references, oldest first, and the time of each window's last report, epoch ms. Plain JSON. */
export interface OiDeltaState {
  readonly kept: readonly OiSample[];
  readonly movedAt: number | null;
  readonly jumpedAt: number | null;
}

/**
 * Creates the state machine, one step per observation; a step returns the moves it completes, the shorter window first.
 *
 * @param config parameters. @default OI_DELTA_V1
 * @throws {UsageError} when the config is invalid; from `step`, when contracts are negative, the mark is not finite and
 * positive, or the time is not after the previous one.
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
      // A later observation may refer back at most by the longer window and its tolerance.
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

/**
 * Move from the reference when it reaches both thresholds; undefined from an open interest of 0, which has no
 * percentage.
 */
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
