/**
 * Stationary bootstrap: rows drawn in blocks of random length, so that neighbours which share their outcomes stay together.
 *
 * @source D. N. Politis, J. P. Romano, The stationary bootstrap, Journal of the American Statistical Association 89, 1994.
 */

import { deepFreeze, integerAtLeast, UsageError } from '@barograph/core';
import seedrandom from 'seedrandom';

/** Numbers of the stationary bootstrap. */
export interface StationaryBootstrapConfig {
  /** Travels into the seed. A changed number is a new version. */
  readonly version: `stationary_bootstrap/${string}`;
  /** Mean length of a block, in rows. */
  readonly block: number;
  readonly draws: number;
}

/** Version 1: hourly rows, blocks of a week in the mean. */
export const STATIONARY_BOOTSTRAP_V1: StationaryBootstrapConfig = deepFreeze({
  version: 'stationary_bootstrap/1',
  block: 168,
  draws: 2_000,
});

/**
 * Runs `visit` with the rows of every draw. The same config and salt give the same draws.
 *
 * @param rows number of rows, at least 1.
 * @param visit receives the draw's number and its row indices; the array is reused for the next draw.
 * @param salt separates the draws of two samples. @default ''
 * @param config parameters. @default STATIONARY_BOOTSTRAP_V1
 * @throws {UsageError} no rows, a mean block below 1, or no draws.
 * @example
 * const kept: number[] = [];
 * stationaryDraws(5, (_, indices) => kept.push(indices.length), 'docs', { ...STATIONARY_BOOTSTRAP_V1, draws: 3 });
 * kept; // → [ 5, 5, 5 ]
 */
export function stationaryDraws(
  rows: number,
  visit: (draw: number, indices: Int32Array) => void,
  salt: string = '',
  { version, block, draws }: StationaryBootstrapConfig = STATIONARY_BOOTSTRAP_V1,
): void {
  integerAtLeast('rows', rows, 1);
  integerAtLeast('draws', draws, 1);
  if (!(block >= 1)) throw new UsageError(`"block" expected a number ≥ 1, got ${block}`);
  const uniform = seedrandom.alea(`${version}|${salt}`);
  const indices = new Int32Array(rows);
  for (let draw = 0; draw < draws; draw++) {
    let at = 0;
    for (let i = 0; i < rows; i++) {
      const begins = i === 0 || uniform() * block < 1;
      at = begins ? Math.floor(uniform() * rows) : (at + 1) % rows;
      indices[i] = at;
    }
    visit(draw, indices);
  }
}
