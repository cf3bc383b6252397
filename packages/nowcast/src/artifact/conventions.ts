/**
 * Numbers and orders of operation that stand in the code and nowhere else in a model file: what a second implementation
 * needs beside the parameters. Every one is explained in the README, "Replay it elsewhere".
 */

import { deepFreeze, UsageError } from '@barograph/core';
import { MOST_MISSING } from '../features/gaps.ts';
import { MOST_DEVIATIONS } from '../features/standardize.ts';
import { LOG_OFFSET } from '../heads/inputs.ts';
import { HALFLIVES, LEAST_RETURNS } from '../heads/return-volatility.ts';

/** Bounds that features and probabilities are kept within. */
export interface Conventions {
  readonly version: `conventions/${string}`;
  /** Standardised features stay within ± this. */
  readonly zBound: number;
  /** Added to a probability before its log becomes the input of a head. */
  readonly logOffset: number;
  /** Hours without a bar that are carried; after more, windows begin anew. */
  readonly mostCarried: number;
  /** Halflives in hours of the averages of squared returns, and returns before they are defined. */
  readonly returnHalflives: Readonly<Record<string, number>>;
  readonly leastReturns: number;
  /** First value of every exponential average. */
  readonly averageSeed: 'first value';
  /** Mean of a window that is longer than the run so far. */
  readonly shortWindow: 'mean of what exists';
  /** From the inputs of a head to its probabilities. */
  readonly headOrder: readonly string[];
  /** Between the knots of the confidence, and beyond the first and the last. */
  readonly confidence: 'linear between knots, flat outside';
  /** Effect of a gap of more hours than `hysteresis.maxGapBars` on the hysteresis machine. */
  readonly machineGap: 'forgets pending and floor, keeps label, candles and since';
}

/** Bounds that stood in code alone, version 1. */
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

/** @throws {UsageError} other conventions than this code's: its answers would not be those of the file. */
export function checkConventions(conventions: Conventions): void {
  const [got, expected] = [conventions, CONVENTIONS_V1].map((of) => JSON.stringify(of));
  if (got !== expected) throw new UsageError(`"conventions" expected ${expected}, got ${got}`);
}
