/** Inputs and targets of each head: one definition for training and for inference. */

import { FEATURES } from '../features/features.ts';
import { listOf } from '../list-of.ts';
import { REGIMES } from '../regimes.ts';
import type { ReturnVolatility } from './return-volatility.ts';

/** Everything that is known at the close of an hour. */
export interface HeadView {
  readonly time: number;
  /** Standardised features. */
  readonly features: ArrayLike<number>;
  /** Filtered probabilities of the labels, and those `steps` hours on by the chain alone. */
  readonly posterior: ArrayLike<number>;
  readonly ahead: ArrayLike<number>;
  /** Id of the published label. */
  readonly label: number;
  readonly volatility: ReturnVolatility;
  /** Volatility per hour that HAR+ expects over the `steps` hours; NaN while undefined, left out by models without it. */
  readonly expected?: number;
}

/** Keeps the log of a probability finite: it is added before the log is taken. */
export const LOG_OFFSET = 1e-4;

/** Logs of `REGIMES.length` probabilities from `from` on, into places from `at` on. */
function fillLogs(into: Float64Array, at: number, probabilities: ArrayLike<number>, from: number): void {
  for (let i = 0; i < REGIMES.length; i++) into[at + i] = Math.log(probabilities[from + i]! + LOG_OFFSET);
}

const named = (prefix: string): string[] => REGIMES.map((regime) => `${prefix}.${regime}`);

/** Of the regime in `steps` hours. */
export const NEXT_REGIME_INPUTS: readonly string[] = [
  ...FEATURES,
  ...named('log now'),
  ...named('published'),
  ...named('log ahead'),
];

/** Inputs of the head of the next regime: features, logs of the posterior and of its prediction, and the label. */
export function nextRegimeInputs({ features, posterior, ahead, label }: HeadView): number[] {
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);
  fillKnown(inputs, features, posterior, 0, label);
  fillAhead(inputs, ahead, 0);
  return listOf(inputs);
}

const NOW_AT = FEATURES.length;
const LABEL_AT: number = NOW_AT + REGIMES.length;
const AHEAD_AT: number = LABEL_AT + REGIMES.length;

/** The part of {@link nextRegimeInputs} that all horizons share; the posterior stands from `at` on. */
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

/** The part that a horizon adds; its prediction stands from `at` on. */
export function fillAhead(inputs: Float64Array, ahead: ArrayLike<number>, at: number): void {
  fillLogs(inputs, AHEAD_AT, ahead, at);
}

/** Buckets of the next return, from the strongest fall to the strongest rise. */
export const DIRECTIONS = ['strong_down', 'down', 'flat', 'up', 'strong_up'] as const;
/** Bounds of the buckets, in standard deviations of the horizon's return. */
const DIRECTION_CUTS: readonly number[] = [-1, -0.25, 0.25, 1];

/** Inputs of the direction head. */
export const DIRECTION_INPUTS: readonly string[] = [...FEATURES, ...named('log now')];

/** Inputs of the direction head: features, and logs of the posterior. */
export function directionInputs({ features, posterior }: HeadView): number[] {
  const inputs = new Float64Array(DIRECTION_INPUTS.length);
  fillDirection(inputs, features, posterior, 0);
  return listOf(inputs);
}

/** {@link directionInputs}, the posterior from `at` on. */
function fillDirection(
  inputs: Float64Array,
  features: ArrayLike<number>,
  posterior: ArrayLike<number>,
  at: number,
): void {
  for (let i = 0; i < FEATURES.length; i++) inputs[i] = features[i]!;
  fillLogs(inputs, NOW_AT, posterior, at);
}

/** Bucket of a log return over `steps` hours: below −1 strong_down, up to ±.25 flat. */
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

/** Of a head that is fed by HAR+, without the regimes. */
export const EXPECTED_VOLATILITY_INPUTS: readonly string[] = ['log expected/h360', ...VOLATILITY_INPUTS.slice(0, 4)];

/** Inputs of a head to which regimes added something in training. */
export const EXPECTED_VOLATILITY_AND_REGIMES: readonly string[] = [...EXPECTED_VOLATILITY_INPUTS, ...named('now')];

const WEEK_HOURS = 168;

/** Inputs of the volatility head: ratios of past volatilities, logs of the posterior, and the hour of the week. */
export function volatilityInputs({ time, posterior, volatility }: HeadView): number[] {
  const inputs = new Float64Array(VOLATILITY_INPUTS.length);
  fillVolatility(inputs, 0, time, volatility, posterior);
  return listOf(inputs);
}

/** {@link volatilityInputs} from `at` on; the regimes, which come last, as far as there is room. */
function fillVolatility(
  inputs: Float64Array,
  at: number,
  time: number,
  { h6, h24, h360 }: ReturnVolatility,
  posterior: ArrayLike<number>,
): void {
  const angle = (2 * Math.PI * (Math.floor(time / 3_600_000) % WEEK_HOURS)) / WEEK_HOURS;
  // Where nothing moved there is no ratio, and no forecast.
  inputs[at] = h24 > 0 ? Math.log(h24 / h360) : NaN;
  inputs[at + 1] = h6 > 0 ? Math.log(h6 / h24) : NaN;
  inputs[at + 2] = Math.sin(angle);
  inputs[at + 3] = Math.cos(angle);
  for (let i = at + 4; i < inputs.length; i++) inputs[i] = posterior[i - at - 4]!;
}

/** {@link EXPECTED_VOLATILITY_AND_REGIMES}: the log of the expected volatility, then the inputs of the first head. */
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

/** Inputs of a volatility head in memory that is used again: as many as there are places. */
export type FillVolatility = (
  inputs: Float64Array,
  time: number,
  volatility: ReturnVolatility,
  posterior: ArrayLike<number>,
  expected?: number,
) => void;

/**
 * Writer of the inputs of a volatility head, by the names that its file gives them.
 *
 * @returns undefined for names that are no set of inputs.
 */
export function fillVolatilityOf(names: readonly string[]): FillVolatility | undefined {
  const joined = names.join();
  if (joined === VOLATILITY_INPUTS.join()) {
    return (inputs, time, volatility, posterior) => fillVolatility(inputs, 0, time, volatility, posterior);
  }
  const expects = [EXPECTED_VOLATILITY_INPUTS, EXPECTED_VOLATILITY_AND_REGIMES].some((set) => set.join() === joined);
  return expects ? fillExpected : undefined;
}

/** {@link fillVolatilityOf} with a list of its own each time. */
export function volatilityInputsOf(names: readonly string[]): ((view: HeadView) => number[]) | undefined {
  const fill = fillVolatilityOf(names);
  if (fill === undefined) return undefined;
  return ({ time, volatility, posterior, expected }) => {
    const inputs = new Float64Array(names.length);
    fill(inputs, time, volatility, posterior, expected);
    return listOf(inputs);
  };
}

/** Bucket of a ratio of realised to expected volatility, by the cuts of the artifact. */
export function volatilityBucket(ratio: number, cuts: readonly number[]): number {
  return cuts.reduce((bucket, cut) => bucket + Number(ratio >= cut), 0);
}
