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

/*
 * `npm test` draws the same examples everywhere, so that a red run is red again on the next machine; the full check draws
 * new ones each time. `BAROGRAPH_TEST_SEED=N` sets the seed of either.
 */
const FULL = process.env['BAROGRAPH_FULL'] === '1';
const SEED = process.env['BAROGRAPH_TEST_SEED'];
const seed = SEED === undefined ? (FULL ? undefined : 20_251_122) : Number(SEED);

fc.configureGlobal({ numRuns: FULL ? 2_000 : 100, ...(seed === undefined ? {} : { seed }) });
