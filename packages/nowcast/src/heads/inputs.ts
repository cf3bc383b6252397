/** Inputs and targets of each head, shared by training and inference. */

import { FEATURES } from '../features/features.ts';
import { listOf } from '../list-of.ts';
import { REGIMES } from '../regimes.ts';
import type { ReturnVolatility } from './return-volatility.ts';

/** Values known at the close of an hour. */
export interface HeadView {
  readonly time: number;
  /** Standardised features. */
  readonly features: ArrayLike<number>;
  /** Filtered probabilities of the labels, and those `steps` hours ahead by the chain only. */
  readonly posterior: ArrayLike<number>;
  readonly ahead: ArrayLike<number>;
  /** Id of the published label. */
  readonly label: number;
  readonly volatility: ReturnVolatility;
  /**
   * Volatility per hour that HAR+ expects over the `steps` hours; NaN while undefined, absent for models without it.
   */
  readonly expected?: number;
}

/** Added to a probability before its logarithm, which keeps it finite. */
export const LOG_OFFSET = 1e-4;

/** Writes the logarithms of `REGIMES.length` probabilities, read at `from`, to positions starting at `at`. */
function fillLogs(into: Float64Array, at: number, probabilities: ArrayLike<number>, from: number): void {
  for (let i = 0; i < REGIMES.length; i++) into[at + i] = Math.log(probabilities[from + i]! + LOG_OFFSET);
}

const named = (prefix: string): string[] => REGIMES.map((regime) => `${prefix}.${regime}`);

/** Inputs of the head of the regime in `steps` hours. */
export const NEXT_REGIME_INPUTS: readonly string[] = [
  ...FEATURES,
  ...named('log now'),
  ...named('published'),
  ...named('log ahead'),
];

/**
 * Inputs of the next-regime head: features, logarithms of the posterior and of its prediction, and the label.
 * @example
 * const now = REGIMES.map(() => 1 / 6);
 * const volatility = createReturnVolatility().next(100);
 * const view = { time: 0, features: FEATURES.map(() => 0), posterior: now, ahead: now, label: 0, volatility };
 * nextRegimeInputs(view).length === NEXT_REGIME_INPUTS.length; // → true
 */
export function nextRegimeInputs({ features, posterior, ahead, label }: HeadView): number[] {
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);
  fillKnown(inputs, features, posterior, 0, label);
  fillAhead(inputs, ahead, 0);
  return listOf(inputs);
}

const NOW_AT = FEATURES.length;
const LABEL_AT: number = NOW_AT + REGIMES.length;
const AHEAD_AT: number = LABEL_AT + REGIMES.length;

/** Fills the part of {@link nextRegimeInputs} that all horizons share; the posterior is read at `at`. */
export function fillKnown(
  inputs: Float64Array,
  features: ArrayLike<number>,
  posterior: ArrayLike<number>,
  at: number,
  label: number,
): void {
  fillDirection(inputs, features, posterior, at);
  for (let id = 0; id < REGIMES.length; id++) inputs[LABEL_AT + id] = Number(id === label);
}

/** Fills the part that depends on the horizon; the prediction is read at `at`. */
export function fillAhead(inputs: Float64Array, ahead: ArrayLike<number>, at: number): void {
  fillLogs(inputs, AHEAD_AT, ahead, at);
}

/** Buckets of the next return, from the strongest fall to the strongest rise. */
export const DIRECTIONS = ['strong_down', 'down', 'flat', 'up', 'strong_up'] as const;
/** Bounds of the buckets, in standard deviations of the horizon's return. */
const DIRECTION_CUTS: readonly number[] = [-1, -0.25, 0.25, 1];

/** Inputs of the direction head. */
export const DIRECTION_INPUTS: readonly string[] = [...FEATURES, ...named('log now')];

/**
 * Inputs of the direction head: features, and logarithms of the posterior.
 * @example
 * const view = { time: 0, features: FEATURES.map(() => 0), posterior: REGIMES.map(() => 1 / 6), ahead: [], label: 0 };
 * const volatility = createReturnVolatility().next(100);
 * directionInputs({ ...view, volatility }).length === DIRECTION_INPUTS.length; // → true
 */
export function directionInputs({ features, posterior }: HeadView): number[] {
  const inputs = new Float64Array(DIRECTION_INPUTS.length);
  fillDirection(inputs, features, posterior, 0);
  return listOf(inputs);
}

/** Fills {@link directionInputs}; the posterior is read at `at`. */
function fillDirection(
  inputs: Float64Array,
  features: ArrayLike<number>,
  posterior: ArrayLike<number>,
  at: number,
): void {
  for (let i = 0; i < FEATURES.length; i++) inputs[i] = features[i]!;
  fillLogs(inputs, NOW_AT, posterior, at);
}

/**
 * Bucket of a log return over `steps` hours, by its ratio to `sigma·√steps`: below −1 strong_down, up to ±0.25 flat.
 *
 * @param move the return.
 * @param sigma expected volatility per hour, in log units.
 * @example
 * directionBucket(0.03, 0.01, 4); // → 4
 */
export function directionBucket(move: number, sigma: number, steps: number): number {
  const z = move / (sigma * Math.sqrt(steps));
  // A bound belongs to the bucket nearer to flat.
  return DIRECTION_CUTS.reduce((bucket, cut) => bucket + Number(cut < 0 ? z >= cut : z > cut), 0);
}

/** Buckets of the next volatility, ascending. */
export const VOLATILITIES = ['low', 'normal', 'high', 'extreme'] as const;

/** Inputs of the volatility head without an expected volatility. */
export const VOLATILITY_INPUTS: readonly string[] = [
  'log h24/h360',
  'log h6/h24',
  'sin hour of week',
  'cos hour of week',
  ...named('now'),
];

/** Inputs of the volatility head with HAR+, without the regimes. */
export const EXPECTED_VOLATILITY_INPUTS: readonly string[] = ['log expected/h360', ...VOLATILITY_INPUTS.slice(0, 4)];

/** Inputs of a volatility head for which regimes added skill in training. */
export const EXPECTED_VOLATILITY_AND_REGIMES: readonly string[] = [...EXPECTED_VOLATILITY_INPUTS, ...named('now')];

const WEEK_HOURS = 168;

/**
 * Inputs of the volatility head: ratios of past volatilities, logarithms of the posterior, and the hour of the week.
 */
export function volatilityInputs({ time, posterior, volatility }: HeadView): number[] {
  const inputs = new Float64Array(VOLATILITY_INPUTS.length);
  fillVolatility(inputs, 0, time, volatility, posterior);
  return listOf(inputs);
}

/** Fills {@link volatilityInputs} starting at `at`; the regimes come last, as far as there is room. */
function fillVolatility(
  inputs: Float64Array,
  at: number,
  time: number,
  { h6, h24, h360 }: ReturnVolatility,
  posterior: ArrayLike<number>,
): void {
  const angle = (2 * Math.PI * (Math.floor(time / 3_600_000) % WEEK_HOURS)) / WEEK_HOURS;
  // Without any move there is no ratio, and no forecast.
  inputs[at] = h24 > 0 ? Math.log(h24 / h360) : NaN;
  inputs[at + 1] = h6 > 0 ? Math.log(h6 / h24) : NaN;
  inputs[at + 2] = Math.sin(angle);
  inputs[at + 3] = Math.cos(angle);
  for (let i = at + 4; i < inputs.length; i++) inputs[i] = posterior[i - at - 4]!;
}

/**
 * Inputs {@link EXPECTED_VOLATILITY_AND_REGIMES}: the log of the expected volatility, then the inputs of the first
 * head.
 */
export function expectedVolatilityInputs({ time, posterior, volatility, expected }: HeadView): number[] {
  const inputs = new Float64Array(EXPECTED_VOLATILITY_AND_REGIMES.length);
  fillExpected(inputs, time, volatility, posterior, expected);
  return listOf(inputs);
}

function fillExpected(
  inputs: Float64Array,
  time: number,
  volatility: ReturnVolatility,
  posterior: ArrayLike<number>,
  expected: number = NaN,
): void {
  inputs[0] = expected > 0 ? Math.log(expected / volatility.h360) : NaN;
  fillVolatility(inputs, 1, time, volatility, posterior);
}

/** Fills the inputs of a volatility head in reused memory, as many as there are positions. */
export type FillVolatility = (
  inputs: Float64Array,
  time: number,
  volatility: ReturnVolatility,
  posterior: ArrayLike<number>,
  expected?: number,
) => void;

/**
 * Returns the writer of a volatility head's inputs, by their names in the file.
 *
 * @returns the writer; undefined for an unknown set of names.
 */
export function fillVolatilityOf(names: readonly string[]): FillVolatility | undefined {
  const joined = names.join();
  if (joined === VOLATILITY_INPUTS.join()) {
    return (inputs, time, volatility, posterior) => fillVolatility(inputs, 0, time, volatility, posterior);
  }
  const expects = [EXPECTED_VOLATILITY_INPUTS, EXPECTED_VOLATILITY_AND_REGIMES].some((set) => set.join() === joined);
  return expects ? fillExpected : undefined;
}

/**
 * {@link fillVolatilityOf} that returns a new list each time.
 * @example
 * volatilityInputsOf(VOLATILITY_INPUTS) !== undefined; // → true
 * volatilityInputsOf(['volume']); // → undefined
 */
export function volatilityInputsOf(names: readonly string[]): ((view: HeadView) => number[]) | undefined {
  const fill = fillVolatilityOf(names);
  if (fill === undefined) return undefined;
  return ({ time, volatility, posterior, expected }) => {
    const inputs = new Float64Array(names.length);
    fill(inputs, time, volatility, posterior, expected);
    return listOf(inputs);
  };
}

/**
 * Bucket of a ratio of realised to expected volatility, by the cuts of the artifact.
 * @param ratio realised over expected volatility.
 * @param cuts lower bounds of the buckets above the first, ascending.
 * @example
 * volatilityBucket(1.2, [0.6, 1, 1.6]); // → 2
 */
export function volatilityBucket(ratio: number, cuts: readonly number[]): number {
  return cuts.reduce((bucket, cut) => bucket + Number(ratio >= cut), 0);
}
