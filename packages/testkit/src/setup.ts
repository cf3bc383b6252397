/**
 * Runs before every test file: registers `toMatchOracle`, sets the runner of the contracts, and raises the number of
 * runs for the full check.
 */

import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { useRunner } from './law.ts';
import { checkTolerance, describeDifference, firstDifference, type Tolerance } from './tolerance.ts';

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Asserts equality to an independently computed value. Exact to the bit unless a tolerance is given, whose two
     * parts are both mandatory. NaN and null are equal.
     */
    toMatchOracle(expected: unknown, tolerance?: Tolerance): T;
  }
}

useRunner({ describe, it });

/** Waits of tests last up to two minutes instead of one second, because a busy machine may need some of it. */
const { waitFor } = vi;
vi.waitFor = async (condition, options = {}) => {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(condition, { ...others, timeout: Math.max(timeout, 120_000) });
};

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
 * `npm test` draws the same examples everywhere, so that a failure repeats on the next machine; the full check draws
 * new ones each time. `BAROGRAPH_TEST_SEED=N` sets the seed of either, `BAROGRAPH_TEST_RUNS=N` the number of examples.
 */
const FULL = process.env['BAROGRAPH_FULL'] === '1';
const SEED = process.env['BAROGRAPH_TEST_SEED'];
const seed = SEED === undefined ? (FULL ? undefined : 20_251_122) : Number(SEED);

fc.configureGlobal({
  numRuns: Number(process.env['BAROGRAPH_TEST_RUNS'] ?? (FULL ? 2_000 : 100)),
  ...(seed === undefined ? {} : { seed }),
});
