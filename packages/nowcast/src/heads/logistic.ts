/** Applying a multinomial logistic head: the artifact's numbers, and nothing fitted here. */

import { finite, shown, UsageError } from '@barograph/core';

/** A fitted head as plain JSON. */
export interface LogisticHead {
  readonly classes: readonly string[];
  readonly inputs: readonly string[];
  /** Standardisation of the inputs: `mean` is subtracted, then the difference is divided by `scale`. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** Class by class, one number per input. */
  readonly weights: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
  /** Logits are divided by this: above 1 the head was too sure of itself. */
  readonly temperature: number;
}

/** @throws {UsageError} naming the field, the expected and the actual value. */
export function checkLogisticHead(head: LogisticHead): LogisticHead {
  const { classes, inputs, mean, scale, weights, intercepts, temperature } = head;
  const lengths: readonly (readonly [string, readonly unknown[], number])[] = [
    ['mean', mean, inputs.length],
    ['scale', scale, inputs.length],
    ['weights', weights, classes.length],
    ['intercepts', intercepts, classes.length],
    ...weights.map((row, k) => [`weights[${k}]`, row, inputs.length] as const),
  ];
  for (const [name, list, length] of lengths) {
    if (list.length !== length) throw new UsageError(`"${name}" expected ${length} values, got ${list.length}`);
  }
  [...mean, ...intercepts, ...weights.flat()].forEach((value, i) => finite(`number ${i}`, value));
  scale.forEach((value, i) => {
    if (!(finite(`scale[${i}]`, value) > 0)) throw new UsageError(`"scale[${i}]" expected a number > 0, got ${value}`);
  });
  if (!(finite('temperature', temperature) > 0)) {
    throw new UsageError(`"temperature" expected a number > 0, got ${temperature}`);
  }
  return head;
}

/** Prepares a head for repeated use: inputs to probabilities, or null when an input is missing. */
export type Logistic = (inputs: ArrayLike<number>) => readonly number[] | null;

/** {@link applyLogistic} for many rows: the numbers of a parsed file are slow to read, one by one and boxed. */
export function createLogistic({ classes, mean, scale, weights, intercepts, temperature }: LogisticHead): Logistic {
  const [width, count] = [mean.length, classes.length];
  const middles = Float64Array.from(mean);
  const scales = Float64Array.from(scale);
  // Input by input: the sums of the classes do not wait for each other.
  const table = new Float64Array(width * count);
  weights.forEach((row, k) => row.forEach((weight, i) => (table[i * count + k] = weight)));
  const z = new Float64Array(width);
  const sums = new Float64Array(count);
  return (inputs) => {
    if (inputs.length !== width) throw new UsageError(`"inputs" expected ${width} numbers, got ${inputs.length}`);
    let finite = 0;
    for (let i = 0; i < width; i++) {
      const value = (inputs[i]! - middles[i]!) / scales[i]!;
      z[i] = value;
      finite += Number(Math.abs(value) < Infinity);
    }
    if (finite < width) {
      if (z.some(Number.isNaN)) return null;
      const infinite = z.findIndex((value) => !Number.isFinite(value));
      throw new UsageError(`"inputs[${infinite}]" expected a finite number, got ${shown(inputs[infinite])}`);
    }
    for (let k = 0; k < count; k++) sums[k] = 0;
    for (let i = 0, at = 0; i < width; i++) {
      const value = z[i]!;
      for (let k = 0; k < count; k++, at++) sums[k] = sums[k]! + table[at]! * value;
    }
    return softmax(intercepts.map((intercept, k) => (intercept + sums[k]!) / temperature));
  };
}

/**
 * Probabilities of the classes, which sum to 1; null when an input is missing.
 *
 * @throws {UsageError} another number of inputs, or an infinite one.
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

/** `exp(x) / Σexp(x)`, with the largest taken out first. */
export function softmax(logits: readonly number[]): readonly number[] {
  let top = -Infinity;
  for (const logit of logits) top = Math.max(top, logit);
  const weights = logits.map((logit) => Math.exp(logit - top));
  let sum = 0;
  for (const weight of weights) sum += weight;
  return weights.map((weight) => weight / sum);
}
