/**
 * Block bootstrap: confidence interval of the mean difference of two scores. Neighbouring hours share outcomes, so it draws
 * blocks of time instead of hours.
 *
 * @source E. Carlstein, The use of subseries values for estimating the variance of a general statistic from a
 * stationary sequence, Annals of Statistics 14, 1986: blocks that do not overlap. B. Efron, R. J. Tibshirani, An
 * introduction to the bootstrap, 1993, 13.3: the percentile interval.
 */

import { deepFreeze, quantileSorted, UsageError } from '@barograph/core';
import seedrandom from 'seedrandom';

/** Numbers of the block bootstrap. */
export interface BlockBootstrapConfig {
  /** Travels into the seed and the metrics. A changed number is a new version. */
  readonly version: `block_bootstrap/${string}`;
  /** Length of a block; blocks begin at multiples of it since 1970. */
  readonly blockMs: number;
  readonly draws: number;
  /** Share of the draws within the interval. */
  readonly level: number;
}

/** Version 1: a week holds seven horizons of a day, and whatever follows the days of the week. */
export const BLOCK_BOOTSTRAP_V1: BlockBootstrapConfig = deepFreeze({
  version: 'block_bootstrap/1',
  blockMs: 7 * 86_400_000,
  draws: 2_000,
  level: 0.95,
});

/** A mean with its interval. */
export interface Difference {
  /** Mean difference, in the unit of the losses, and below its interval. */
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Confidence of the interval, 0…1. */
  readonly level: number;
  /** Blocks that were drawn from. */
  readonly blocks: number;
  readonly version: BlockBootstrapConfig['version'];
}

/**
 * Mean of differences and its interval. The same rows give the same bits.
 *
 * @param rows epoch ms, and the difference then; at least one.
 * @param config parameters. @default BLOCK_BOOTSTRAP_V1
 * @throws {UsageError} no rows.
 * @example
 * const rows = [0.4, 0.1, 0.3, 0.2].map((difference, i) => ({ time: i * WEEK_MS, difference }));
 * const { mean, low, high, blocks } = bootstrapMean(rows);
 * [mean, low, high].map((x) => x.toFixed(3)); // → [ '0.250', '0.150', '0.350' ]
 * blocks; // → 4
 */
export function bootstrapMean(
  rows: readonly { readonly time: number; readonly difference: number }[],
  { version, blockMs, draws, level }: BlockBootstrapConfig = BLOCK_BOOTSTRAP_V1,
): Difference {
  if (rows.length === 0) throw new UsageError('"rows" expected at least one difference, got none');
  const byBlock = new Map<number, { sum: number; count: number }>();
  for (const { time, difference } of rows) {
    const id = Math.floor(time / blockMs);
    const block = byBlock.get(id) ?? { sum: 0, count: 0 };
    byBlock.set(id, { sum: block.sum + difference, count: block.count + 1 });
  }
  const blocks = [...byBlock.values()];
  const meanOf = (chosen: readonly { readonly sum: number; readonly count: number }[]): number =>
    chosen.reduce((sum, block) => sum + block.sum, 0) / chosen.reduce((sum, block) => sum + block.count, 0);
  const uniform = seedrandom.alea(version);
  const means = Float64Array.from({ length: draws }, () =>
    meanOf(blocks.map(() => blocks[Math.floor(uniform() * blocks.length)]!)),
  ).sort();
  return {
    mean: meanOf(blocks),
    low: quantileSorted(means, (1 - level) / 2),
    high: quantileSorted(means, (1 + level) / 2),
    level,
    blocks: blocks.length,
    version,
  };
}

/** An estimate with its percentile interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** An estimate, and its value in every draw. Both are in the unit of the estimate: `mean`, and one number per draw. */
export interface Bootstrapped {
  readonly mean: number;
  readonly draws: Float64Array;
}

/**
 * Bootstraps a statistic of sums, such as a ratio of losses or a calibration error.
 *
 * @param blocks sums per block, of equal length; at least one block.
 * @param statistic computes the statistic from sums over blocks.
 * @param salt separates the draws of independent samples. @default ''
 * @param config parameters. @default BLOCK_BOOTSTRAP_V1
 * @throws {UsageError} without blocks.
 * @example
 * const weeks = [[40, 168], [55, 168], [31, 168]]; // hits and rows, week by week
 * const hitRate = bootstrapSums(weeks, ([hits, rows]) => hits / rows);
 * [hitRate.mean.toFixed(3), hitRate.draws.length]; // → [ '0.250', 2000 ]
 */
export function bootstrapSums(
  blocks: readonly (readonly number[])[],
  statistic: (sums: Float64Array) => number,
  salt: string = '',
  { version, draws }: Pick<BlockBootstrapConfig, 'version' | 'draws'> = BLOCK_BOOTSTRAP_V1,
): Bootstrapped {
  const width = blocks[0]?.length;
  if (width === undefined) throw new UsageError('"blocks" expected at least one, got none');
  const sums = new Float64Array(width);
  const add = (block: readonly number[]): void => {
    for (let i = 0; i < width; i++) sums[i] = sums[i]! + block[i]!;
  };
  blocks.forEach(add);
  const mean = statistic(sums);
  const uniform = seedrandom.alea(`${version}${salt}`);
  const drawn = Float64Array.from({ length: draws }, () => {
    sums.fill(0);
    for (let k = 0; k < blocks.length; k++) add(blocks[Math.floor(uniform() * blocks.length)]!);
    return statistic(sums);
  });
  return { mean, draws: drawn };
}

/**
 * Percentile interval of a statistic, or of its difference to an independent sample when given.
 * @param config parameters. @default BLOCK_BOOTSTRAP_V1
 *
 * @example
 * const weeks = [[40, 168], [55, 168], [31, 168]]; // hits and rows, week by week
 * const { low, high } = intervalOf(bootstrapSums(weeks, ([hits, rows]) => hits / rows));
 * [low.toFixed(3), high.toFixed(3)]; // → [ '0.185', '0.327' ]
 */
export function intervalOf(
  { mean, draws }: Bootstrapped,
  less?: Bootstrapped,
  { level }: Pick<BlockBootstrapConfig, 'level'> = BLOCK_BOOTSTRAP_V1,
): Interval {
  // Skip undefined draws (0/0).
  const sorted = draws
    .map((value, i) => value - (less?.draws[i] ?? 0))
    .filter((value) => !Number.isNaN(value))
    .sort();
  return {
    mean: mean - (less?.mean ?? 0),
    low: quantileSorted(sorted, (1 - level) / 2),
    high: quantileSorted(sorted, (1 + level) / 2),
  };
}
