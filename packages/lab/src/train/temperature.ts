/**
 * Temperature scaling: calibrates probabilities by a single number.
 *
 * @source C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger, On calibration of modern neural networks, ICML 2017.
 */

import { UsageError } from '@barograph/core';
import { softmax } from '@barograph/nowcast/parts';

const [COLDEST, HOTTEST] = [0.3, 5];
const GOLDEN: number = (Math.sqrt(5) - 1) / 2;
const STEPS = 60;

/** Mean negative log of `softmax(logits / temperature)` at the class that came. */
function loss(logits: readonly (readonly number[])[], came: ArrayLike<number>, inverse: number): number {
  let sum = 0;
  logits.forEach((row, i) => (sum -= Math.log(softmax(row.map((logit) => logit * inverse))[came[i]!]!)));
  return sum / logits.length;
}

/**
 * The temperature within .3 … 5 of least loss. The loss is convex in 1/T, where a golden section search finds it.
 *
 * @param logits log probabilities up to a constant, row by row.
 * @param came the class of every row.
 * @throws {UsageError} lists of different lengths, or none.
 * @example
 * const logits = [[2, 0], [2, 0], [2, 0], [0, 2]];
 * fitTemperature(logits, [0, 0, 1, 1]).toFixed(2); // → '1.82'
 */
export function fitTemperature(logits: readonly (readonly number[])[], came: ArrayLike<number>): number {
  if (logits.length === 0 || logits.length !== came.length) {
    throw new UsageError(`"came" expected ${logits.length} classes, at least one, got ${came.length}`);
  }
  let [low, high] = [1 / HOTTEST, 1 / COLDEST];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [loss(logits, came, left), loss(logits, came, right)];
  for (let step = 0; step < STEPS && high - low > 1e-7; step++) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = loss(logits, came, left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = loss(logits, came, right);
    }
  }
  return 2 / (low + high);
}
