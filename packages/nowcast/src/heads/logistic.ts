/** Applying a multinomial logistic head: the artifact's numbers, and nothing fitted here. */

import { finite, shown, UsageError } from '@barograph/core';

/** A fitted head as plain JSON. */
export interface LogisticHead {
  readonly classes: readonly string[];
  readonly inputs: readonly string[];
  /** What is taken from an input, and what it is then divided by. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** Class by class, one number per input. */
  readonly weights: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
  /** Logits are divided by this: above 1 the head was too sure of itself. */
  readonly temperature: number;
}

/** @throws {UsageError} naming the field, what was expected and what came. */
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

/**
 * Probabilities of the classes, which sum to 1; null when an input is missing.
 *
 * @throws {UsageError} another number of inputs, or an infinite one.
 */
export function applyLogistic(head: LogisticHead, inputs: ArrayLike<number>): readonly number[] | null {
  const { mean, scale, weights, intercepts, temperature } = head;
  if (inputs.length !== mean.length) {
    throw new UsageError(`"inputs" expected ${mean.length} numbers, got ${inputs.length}`);
  }
  const z = mean.map((middle, i) => (inputs[i]! - middle) / scale[i]!);
  if (z.some(Number.isNaN)) return null;
  const infinite = z.findIndex((value) => !Number.isFinite(value));
  if (infinite >= 0) {
    throw new UsageError(`"inputs[${infinite}]" expected a finite number, got ${shown(inputs[infinite])}`);
  }
  return softmax(
    weights.map((row, k) => (intercepts[k]! + row.reduce((sum, weight, i) => sum + weight * z[i]!, 0)) / temperature),
  );
}

/** `exp(x) / Σexp(x)`, with the largest taken out first. */
export function softmax(logits: readonly number[]): readonly number[] {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
