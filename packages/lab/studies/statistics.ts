/** Statistics of the studies, from the libraries in `packages/lab/libraries`, which are installed on first use. */

import { library } from '../../../test/apart.ts';

/** Part of simple-statistics that is in use. */
interface SimpleStatistics {
  readonly mean: (values: readonly number[]) => number;
  readonly sampleVariance: (values: readonly number[]) => number;
}

/** Quantile of the chi-square law. */
interface ChiSquare {
  readonly default: (share: number, degrees: number) => number;
}

const HOME = 'packages/lab/libraries';
export const { mean, sampleVariance } = await library<SimpleStatistics>(HOME, 'simple-statistics');
const { default: chiSquareQuantile } = await library<ChiSquare>(HOME, '@stdlib/stats-base-dists-chisquare-quantile');

/**
 * Exact interval of the mean of a Poisson law of which `count` was drawn.
 *
 * @param level share of such intervals that hold the mean, at least.
 * @source F. Garwood, Fiducial limits for the Poisson distribution, Biometrika 28, 1936.
 */
export function poissonInterval(count: number, level: number = 0.95): readonly [low: number, high: number] {
  const tail = (1 - level) / 2;
  return [count === 0 ? 0 : chiSquareQuantile(tail, 2 * count) / 2, chiSquareQuantile(1 - tail, 2 * (count + 1)) / 2];
}
