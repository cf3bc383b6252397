/**
 * Hysteresis of the published label: a machine between the posterior and the output, so that a label changes for a
 * reason. It knows labels as ids and nothing of the model.
 *
 * Per closed bar, in this order, with `a` the likeliest label (the incumbent wins ties, then the lower id):
 * ```
 * floor    : armed by the bar before, and a is another label        → a
 * override : a has ≥ override                                       → a, whatever the dwell
 * margin   : a leads the incumbent by ≥ margin, `bars` bars in a row → a
 * ```
 * and the floor is armed for the next bar when the label that is then published has less than `incumbentFloor`.
 *
 * The three rules and their numbers are given; order, ties and the floor's restriction to the next bar are our reading.
 */

import { shown, UsageError, type Reducer } from '@barograph/core';
import { checkHysteresisConfig, HYSTERESIS_V1, type HysteresisConfig } from './config.ts';

/** Reason of a label change. */
export type FlipPath = 'floor' | 'override' | 'margin';

/** A challenger that leads, and for how many bars in a row. */
export interface Pending {
  readonly label: number;
  readonly count: number;
}

/** Plain JSON. */
export type HysteresisState =
  | { readonly phase: 'unset' }
  | {
      readonly phase: 'set';
      /** The incumbent. */
      readonly label: number;
      /** Closed bars in the regime, the one that began it included. */
      readonly candles: number;
      /** Time of the bar that began the regime; null when it was there at the first bar ever seen. */
      readonly since: number | null;
      readonly pending: Pending | null;
      readonly floorArmed: boolean;
      /** Time of the last bar. */
      readonly time: number;
    };

/** A closed bar: its time, and the probability of every label. */
export interface HysteresisInput {
  readonly time: number;
  readonly posterior: ArrayLike<number>;
}

/** Published label of an hour, and why it stands. */
export interface HysteresisOutput {
  /** The published label. */
  readonly label: number;
  readonly candles: number;
  readonly since: number | null;
  readonly pending: (Pending & { readonly needed: number }) | null;
  /** The likeliest label other than the published one, and its probability over that of the published one. */
  readonly challenger: number;
  readonly lead: number;
  /** Path by which the label changed on this bar; null when it did not. */
  readonly path: FlipPath | null;
  readonly floorArmed: boolean;
}

/** Sums such as 0.1 + 0.2 must not decide a regime. Probabilities have a scale, so an absolute slack is right here. */
const SLACK = 1e-12;
const atLeast = (value: number, bound: number): boolean => value >= bound - SLACK;

/**
 * The machine as a pure reducer, one step per closed bar. A bar that is not after the last one changes nothing.
 *
 * @throws {UsageError} a bad config, or (from `step`) a posterior that is not one.
 * @example
 * const posteriors = [[0.6, 0.4], [0.4, 0.6], [0.3, 0.7], [0.3, 0.7]];
 * const inputs = posteriors.map((posterior, i) => ({ time: i * HOUR_MS, posterior }));
 * fold(hysteresis(), inputs).outputs.map(({ label, path }) => path ?? label); // → [ 0, 0, 'override', 1 ]
 */
export function hysteresis(
  config: HysteresisConfig = HYSTERESIS_V1,
): Reducer<HysteresisState, HysteresisInput, HysteresisOutput> {
  checkHysteresisConfig(config);
  return {
    initial: { phase: 'unset' },
    step: (state, input) => {
      const { state: next, path } = take(state, input, config);
      return { state: next, output: outputOf(next, input.posterior, path, config) };
    },
  };
}

/** {@link hysteresis} for those who want the states alone: what is said of a bar costs more than the machine. */
export function hysteresisStates(config: HysteresisConfig): (state: HysteresisState, input: HysteresisInput) => Set {
  checkHysteresisConfig(config);
  return (state, input) => take(state, input, config).state;
}

interface Taken {
  readonly state: Set;
  readonly path: FlipPath | null;
}

function take(state: HysteresisState, { posterior, time }: HysteresisInput, config: HysteresisConfig): Taken {
  checkPosterior(posterior);
  if (state.phase === 'unset') {
    const label = likeliest(posterior);
    const floorArmed = !atLeast(posterior[label]!, config.incumbentFloor);
    return { state: { phase: 'set', label, candles: 1, since: null, pending: null, floorArmed, time }, path: null };
  }
  if (state.label >= posterior.length) {
    throw new UsageError(`"posterior" expected more than ${state.label} labels, got ${posterior.length}`);
  }
  return time <= state.time ? { state, path: null } : advance(state, posterior, time, config);
}

type Set = Extract<HysteresisState, { phase: 'set' }>;

function advance(before: Set, posterior: ArrayLike<number>, time: number, config: HysteresisConfig): Taken {
  const missing = Math.round((time - before.time) / config.barMs) - 1;
  const forgotten = missing > config.maxGapBars;
  const armed = before.floorArmed && !forgotten;
  const counted = forgotten ? null : before.pending;

  const { label, candles, since } = before;
  const a = likeliest(posterior, label);
  const mayLeave = candles >= config.minDwellBars;
  const top = posterior[a]!;
  const lead = top - posterior[label]!;

  let path: FlipPath | null = null;
  let pending: Pending | null = null;
  if (a !== label) {
    if (armed && mayLeave) path = 'floor';
    else if (atLeast(top, config.override)) path = 'override';
    else if (atLeast(lead, config.margin)) {
      pending = { label: a, count: counted?.label === a ? counted.count + 1 : 1 };
      if (pending.count >= config.bars && mayLeave) path = 'margin';
    }
  }
  const floorArmed = !atLeast(posterior[path === null ? label : a]!, config.incumbentFloor);
  const state: Set =
    path === null
      ? { phase: 'set', label, candles: candles + 1, since, pending, floorArmed, time }
      : { phase: 'set', label: a, candles: 1, since: time, pending: null, floorArmed, time };
  return { state, path };
}

/** The likeliest label: `first` wins ties, then the lower id. */
function likeliest(posterior: ArrayLike<number>, first: number = 0): number {
  let best = first;
  for (let label = 0; label < posterior.length; label++) if (posterior[label]! > posterior[best]!) best = label;
  return best;
}

function outputOf(
  { label, candles, since, pending, floorArmed }: Set,
  posterior: ArrayLike<number>,
  path: FlipPath | null,
  { bars }: HysteresisConfig,
): HysteresisOutput {
  let challenger = label === 0 ? 1 : 0;
  for (let other = 0; other < posterior.length; other++) {
    if (other !== label && posterior[other]! > posterior[challenger]!) challenger = other;
  }
  return {
    label,
    candles,
    since,
    pending: pending === null ? null : { label: pending.label, count: pending.count, needed: bars },
    challenger,
    lead: posterior[challenger]! - posterior[label]!,
    path,
    floorArmed,
  };
}

function checkPosterior(posterior: ArrayLike<number>): void {
  if (posterior.length < 2) throw new UsageError(`"posterior" expected at least 2 labels, got ${posterior.length}`);
  let sum = 0;
  for (let label = 0; label < posterior.length; label++) {
    const p = posterior[label]!;
    if (!(p >= 0)) throw new UsageError(`"posterior[${label}]" expected a number ≥ 0, got ${shown(p)}`);
    sum += p;
  }
  if (!(Math.abs(sum - 1) < 1e-6)) throw new UsageError(`"posterior" expected a sum of 1, got ${sum}`);
}
