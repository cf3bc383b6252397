/** Runs before every test file: registers `toMatchOracle`, and raises the number of runs for the full check. */

import * as fc from 'fast-check';
import { expect } from 'vitest';
import { checkTolerance, describeDifference, firstDifference, type Tolerance } from './tolerance.ts';

expect.extend({
  toMatchOracle(actual: unknown, expected: unknown, tolerance?: Tolerance) {
    const allowed = tolerance === undefined ? undefined : checkTolerance(tolerance);
    const difference = firstDifference(actual, expected, allowed);
    const within = allowed === undefined ? 'exactly' : `within rel ${allowed.rel}, abs ${allowed.abs}`;
    return {
      pass: difference === undefined,
      message: () =>
        difference === undefined
          ? `expected a value that differs from the oracle (${within}), got an equal one`
          : `not the oracle's value (${within}) at ${describeDifference(difference)}`,
    };
  },
});

fc.configureGlobal({ numRuns: process.env['BAROGRAPH_FULL'] === '1' ? 2_000 : 100 });
