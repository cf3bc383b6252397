/** Applying a multinomial logistic head: the artifact's numbers, and nothing fitted here. */

import { finite, shown, UsageError } from '@barograph/core';
import { checkLength, positive } from '../check.ts';
import { multiply, padded, type PaddedMatrix } from '../hmm/chain.ts';
import { listOf } from '../list-of.ts';

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
  for (const [name, list, length] of lengths) checkLength(name, list, length);
  [...mean, ...intercepts, ...weights.flat()].forEach((value, i) => finite(`number ${i}`, value));
  scale.forEach((value, i) => positive(`scale[${i}]`, value));
  positive('temperature', temperature);
  return head;
}

/**
 * A head for repeated use, which leaves no garbage: fills `out` from `at` on with the probabilities of the classes.
 *
 * @returns false when an input is missing: `out` then holds what it held.
 */
export type FillLogistic = (inputs: ArrayLike<number>, out: Float64Array, at: number) => boolean;

/** Numbers of a head in typed memory: those of a parsed file are slow to read, one by one and boxed. */
export interface LogisticNumbers {
  readonly middles: Float64Array;
  readonly scales: Float64Array;
  readonly intercepts: Float64Array;
  /** Input by input: the sums of the classes do not wait for each other. */
  readonly table: PaddedMatrix;
  readonly temperature: number;
}

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

/** Prepares a head. */
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

/** A prepared head with an answer of its own each time: inputs to probabilities, or null when an input is missing. */
export type Logistic = (inputs: ArrayLike<number>) => readonly number[] | null;

/** {@link applyLogistic} for many rows. */
export function createLogistic(head: LogisticHead): Logistic {
  const fill = fillLogistic(head);
  const out = new Float64Array(head.classes.length);
  return (inputs) => (fill(inputs, out, 0) ? listOf(out) : null);
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
  const weights = logits.slice();
  softmaxIn(weights, 0, weights.length);
  return weights;
}

/** {@link softmax} of `count` numbers from `at` on, in place. */
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
