/** Applies a multinomial logistic head with the artifact's numbers; nothing is fitted here. */

import { finite, shown, UsageError } from '@barograph/core';
import { checkLength, positive } from '../check.ts';
import { multiply, padded, type PaddedMatrix } from '../hmm/chain.ts';
import { listOf } from '../list-of.ts';

/** Fitted head as plain JSON. `mean` and `scale` are in the unit of the input; `intercepts` are logits. */
export interface LogisticHead {
  readonly classes: readonly string[];
  readonly inputs: readonly string[];
  /** Standardisation of the inputs: subtract `mean`, then divide by `scale`. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** Weights class by class, one number per input. */
  readonly weights: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
  /** Divisor of the logits; above 1 the head was overconfident. */
  readonly temperature: number;
}

/**
 * Checks a head and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkLogisticHead(head: LogisticHead): LogisticHead {
  const { classes, inputs, mean, scale, weights, intercepts, temperature } = head;
  const lengths: readonly (readonly [string, readonly unknown[], number])[] = [
    ['mean', mean, inputs.length],
    ['scale', scale, inputs.length],
    ['weights', weights, classes.length],
    ['intercepts', intercepts, classes.length],
    ...weights.map((row, k) => [`weights[${k}]`, row, inputs.length] as const),
  ];
  for (const [name, list, length] of lengths) checkLength(name, list, length);
  [...mean, ...intercepts, ...weights.flat()].forEach((value, i) => finite(`number ${i}`, value));
  scale.forEach((value, i) => positive(`scale[${i}]`, value));
  positive('temperature', temperature);
  return head;
}

/**
 * Head for repeated use without garbage: fills `out`, starting at `at`, with the probabilities of the classes.
 *
 * @returns false when an input is missing; `out` is then unchanged.
 */
export type FillLogistic = (inputs: ArrayLike<number>, out: Float64Array, at: number) => boolean;

/** Parameters of a head in typed arrays: those of a parsed file are slow to read, one by one and boxed. */
export interface LogisticNumbers {
  readonly middles: Float64Array;
  readonly scales: Float64Array;
  readonly intercepts: Float64Array;
  /** Weights input by input: the sums of the classes do not wait for each other. */
  readonly table: PaddedMatrix;
  readonly temperature: number;
}

/** Copies the parameters of a head into typed arrays. */
export function numbersOf({ mean, scale, weights, intercepts, temperature }: LogisticHead): LogisticNumbers {
  const byInput = mean.map((_, i) => weights.map((row) => row[i]!));
  return {
    middles: Float64Array.from(mean),
    scales: Float64Array.from(scale),
    intercepts: Float64Array.from(intercepts),
    table: padded(byInput, intercepts.length),
    temperature,
  };
}

/** Prepares a head for repeated use. */
export function fillLogistic(head: LogisticHead): FillLogistic {
  const { middles, scales, intercepts, table, temperature } = numbersOf(head);
  const [width, count] = [middles.length, intercepts.length];
  const z = new Float64Array(width);
  const sums = new Float64Array(table.stride);
  return (inputs, out, at) => {
    if (inputs.length !== width) throw new UsageError(`"inputs" expected ${width} numbers, got ${inputs.length}`);
    let finite = 0;
    for (let i = 0; i < width; i++) {
      const value = (inputs[i]! - middles[i]!) / scales[i]!;
      z[i] = value;
      finite += Number(Math.abs(value) < Infinity);
    }
    if (finite < width) {
      if (z.some(Number.isNaN)) return false;
      const infinite = z.findIndex((value) => !Number.isFinite(value));
      throw new UsageError(`"inputs[${infinite}]" expected a finite number, got ${shown(inputs[infinite])}`);
    }
    multiply(z, 0, table, sums);
    for (let k = 0; k < count; k++) out[at + k] = (intercepts[k]! + sums[k]!) / temperature;
    softmaxIn(out, at, count);
    return true;
  };
}

/** Prepared head that returns a new list each time: maps inputs to probabilities, or null when an input is missing. */
export type Logistic = (inputs: ArrayLike<number>) => readonly number[] | null;

/**
 * {@link applyLogistic} for many rows.
 * @throws {UsageError} from the returned function, as {@link applyLogistic}.
 * @example
 * const logistic = createLogistic(model.artifact.heads.h24.direction);
 * logistic(DIRECTION_INPUTS.map(() => 0))?.length; // → 5
 */
export function createLogistic(head: LogisticHead): Logistic {
  const fill = fillLogistic(head);
  const out = new Float64Array(head.classes.length);
  return (inputs) => (fill(inputs, out, 0) ? listOf(out) : null);
}

/**
 * Computes the probabilities of the classes, which sum to 1; null when an input is missing.
 *
 * @param inputs in the order of `head.inputs`; NaN for a missing input.
 * @returns one probability per class, in the order of `head.classes`.
 * @throws {UsageError} when the number of inputs differs, or one is infinite.
 * @example
 * const head = {
 *   classes: ['down', 'up'], inputs: ['trend'], mean: [0], scale: [1],
 *   weights: [[-1], [1]], intercepts: [0, 0], temperature: 1,
 * };
 * applyLogistic(head, [0.5])?.map((p) => p.toFixed(3)); // → [ '0.269', '0.731' ]
 * applyLogistic(head, [NaN]); // → null
 */
export function applyLogistic(head: LogisticHead, inputs: ArrayLike<number>): readonly number[] | null {
  return createLogistic(head)(inputs);
}

/**
 * `exp(x) / Σexp(x)`, with the largest logit factored out.
 * @param logits one per class.
 * @example
 * softmax([0, Math.log(3)]).map((p) => p.toFixed(2)); // → [ '0.25', '0.75' ]
 */
export function softmax(logits: readonly number[]): readonly number[] {
  const weights = logits.slice();
  softmaxIn(weights, 0, weights.length);
  return weights;
}

/** Applies {@link softmax} to `count` numbers starting at `at`, in place. */
function softmaxIn(values: Float64Array | number[], at: number, count: number): void {
  let top = -Infinity;
  for (let k = 0; k < count; k++) top = Math.max(top, values[at + k]!);
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const weight = Math.exp(values[at + k]! - top);
    values[at + k] = weight;
    sum += weight;
  }
  for (let k = 0; k < count; k++) values[at + k] = values[at + k]! / sum;
}
