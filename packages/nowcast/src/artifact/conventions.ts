/**
 * Numbers and orders of operation that are otherwise only in the code: a second implementation needs them in addition
 * to the parameters. The README explains each under "Replay it elsewhere".
 */

import { deepFreeze, UsageError } from '@barograph/core';
import { MOST_MISSING } from '../features/gaps.ts';
import { MOST_DEVIATIONS } from '../features/standardize.ts';
import { LOG_OFFSET } from '../heads/inputs.ts';
import { HALFLIVES, LEAST_RETURNS } from '../heads/return-volatility.ts';

/** Bounds of features and probabilities, and the orders of operation. */
export interface Conventions {
  readonly version: `conventions/${string}`;
  /** Standardised features are clipped to ± this. */
  readonly zBound: number;
  /** Added to a probability before its logarithm becomes an input of a head. */
  readonly logOffset: number;
  /** Most hours without a bar that are carried; after more, windows restart. */
  readonly mostCarried: number;
  /** Halflives in hours of the averages of squared returns, and number of returns before they are defined. */
  readonly returnHalflives: Readonly<Record<string, number>>;
  readonly leastReturns: number;
  /** Initial value of every exponential average. */
  readonly averageSeed: 'first value';
  /** Mean of a window longer than the run so far. */
  readonly shortWindow: 'mean of what exists';
  /** Steps from the inputs of a head to its probabilities. */
  readonly headOrder: readonly string[];
  /** Confidence between knots, and beyond the first and the last. */
  readonly confidence: 'linear between knots, flat outside';
  /** Effect on the hysteresis machine of a gap longer than `hysteresis.maxGapBars`. */
  readonly machineGap: 'forgets pending and floor, keeps label, candles and since';
}

/** Conventions of the code, version 1. */
export const CONVENTIONS_V1: Conventions = deepFreeze({
  version: 'conventions/1',
  zBound: MOST_DEVIATIONS,
  logOffset: LOG_OFFSET,
  mostCarried: MOST_MISSING,
  returnHalflives: { ...HALFLIVES },
  leastReturns: LEAST_RETURNS,
  averageSeed: 'first value',
  shortWindow: 'mean of what exists',
  headOrder: ['subtract mean', 'divide by scale', 'weights', 'add intercept', 'divide by temperature', 'softmax'],
  confidence: 'linear between knots, flat outside',
  machineGap: 'forgets pending and floor, keeps label, candles and since',
});

/**
 * Checks that a file's conventions are those of the code.
 * @throws {UsageError} when they differ: the code would then give other answers than the file promises.
 */
export function checkConventions(conventions: Conventions): void {
  const [got, expected] = [conventions, CONVENTIONS_V1].map((rules) => JSON.stringify(rules));
  if (got !== expected) throw new UsageError(`"conventions" expected ${expected}, got ${got}`);
}
