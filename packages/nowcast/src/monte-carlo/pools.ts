/** Pools of standardised residuals that the paths draw from. */

import { UsageError } from '@barograph/core';

/**
 * Pools as in an artifact. A residual is a log return over its expected volatility, in a unit that gives all hours
 * together the variance 1.
 */
export interface ResidualPools {
  /** Residuals of all hours, ascending. */
  readonly all: readonly number[];
  /** Residuals of each latent state's hours, ascending; null when there were too few, and `all` is used. */
  readonly states: readonly (readonly number[] | null)[];
}

/** Pools in one block of memory. */
export interface PoolTable {
  readonly values: Float64Array;
  /** Offset and size of the pool of each state. */
  readonly start: Int32Array;
  readonly size: Int32Array;
}

/**
 * Checks pools.
 * @throws {UsageError} when a pool is empty, the number of states differs, or residuals do not ascend or are not
 * finite.
 * @example
 * checkPools({ all: [-1, 1], states: [[-1, 1], null] }, 2); // → undefined
 */
export function checkPools({ all, states }: ResidualPools, count: number): void {
  if (states.length !== count) {
    throw new UsageError(`"residuals.states" expected ${count} pools, got ${states.length}`);
  }
  check('residuals.all', all);
  states.forEach((pool, k) => {
    if (pool !== null) check(`residuals.states[${k}]`, pool);
  });
}

/** Creates the table of pools. @throws {UsageError} as {@link checkPools}. */
export function createPoolTable(pools: ResidualPools, count: number): PoolTable {
  checkPools(pools, count);
  const { all, states } = pools;
  const values = new Float64Array(states.reduce((sum, pool) => sum + (pool?.length ?? 0), all.length));
  const start = new Int32Array(count);
  const size = new Int32Array(count);
  values.set(all);
  let end = all.length;
  states.forEach((pool, k) => {
    size[k] = (pool ?? all).length;
    if (pool === null) return;
    start[k] = end;
    values.set(pool, end);
    end += pool.length;
  });
  return { values, start, size };
}

function check(name: string, pool: readonly number[]): void {
  if (pool.length === 0) throw new UsageError(`"${name}" expected at least one residual, got none`);
  pool.forEach((residual, i) => {
    if (!Number.isFinite(residual)) throw new UsageError(`"${name}[${i}]" expected a finite number, got ${residual}`);
    if (i > 0 && residual < pool[i - 1]!) {
      throw new UsageError(`"${name}[${i}]" expected at least ${pool[i - 1]}, got ${residual}`);
    }
  });
}
