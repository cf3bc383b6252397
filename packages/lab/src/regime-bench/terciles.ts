/** Thirds of a number, with limits that are learnt. */

import { quantile } from '@barograph/core';
import { NO_LABEL } from './entrant.ts';

/**
 * A rule that gives the third of the training values a number falls in: 0, 1 or 2. NaN has no label.
 *
 * @param training values to take the limits from; NaN does not count.
 */
export function tercileRule(training: readonly number[]): (value: number) => number {
  const known = training.filter((value) => !Number.isNaN(value));
  const [low, high] = [quantile(known, 1 / 3), quantile(known, 2 / 3)];
  return (value) => (Number.isNaN(value) ? NO_LABEL : Number(value > low) + Number(value > high));
}
