/**
 * Model confidence set: the models that hold the best one with a given probability. Models are removed one by one, the worst
 * first, until equal accuracy of the rest is not rejected.
 *
 * @source P. R. Hansen, A. Lunde, J. M. Nason, The model confidence set, Econometrica 79, 2011: statistics `T_max` and `T_R`,
 * their elimination rules, and variances by the bootstrap.
 */

import { quantileSorted, UsageError } from '@barograph/core';
import { STATIONARY_BOOTSTRAP_V1, stationaryDraws, type StationaryBootstrapConfig } from './resampling.ts';

/** Statistic of the test of equal accuracy: by deviations from the mean of all models, or by pairs. */
export type ConfidenceSetStatistic = 'max' | 'range';

/** Numbers of a confidence set. */
export interface ConfidenceSetOptions {
  /** Probability that the set holds the best model. Default: 0.9. */
  readonly level?: number;
  /** Default: `max`. */
  readonly statistic?: ConfidenceSetStatistic;
  /** Bootstrap of the differences. @default STATIONARY_BOOTSTRAP_V1 */
  readonly bootstrap?: StationaryBootstrapConfig;
}

/** One model of a comparison. */
export interface SetMember {
  readonly name: string;
  /** Mean loss. */
  readonly mean: number;
  /** Percentile interval of the mean loss, with the probability of the set. */
  readonly low: number;
  readonly high: number;
  /** Least level of significance at which the model leaves the set; 1 for the last that remains. */
  readonly p: number;
  readonly inSet: boolean;
}

/** Means of all models, in the sample and in each draw. */
interface Means {
  readonly sample: readonly number[];
  /** Draw after draw, one number per model. */
  readonly draws: Float64Array;
  readonly count: number;
}

/**
 * Confidence set of some models by their losses on the same rows.
 *
 * @param losses by name: one loss per row, by time without gaps; at least one model.
 * @returns the models in the given order.
 * @throws {UsageError} no model, no rows, losses of another length, a loss that is not finite, or a level outside (0, 1).
 * @example
 * const noise = (seed: number) => Array.from({ length: 500 }, (_, i) => Math.sin(seed * i * i));
 * const losses = { good: noise(1), same: noise(2), bad: noise(3).map((loss) => loss + 1) };
 * const config = { ...STATIONARY_BOOTSTRAP_V1, block: 5, draws: 400 };
 * confidenceSet(losses, { bootstrap: config }).map(({ inSet }) => inSet); // → [ true, true, false ]
 */
export function confidenceSet(
  losses: Readonly<Record<string, ArrayLike<number>>>,
  { level = 0.9, statistic = 'max', bootstrap = STATIONARY_BOOTSTRAP_V1 }: ConfidenceSetOptions = {},
): readonly SetMember[] {
  const names = Object.keys(losses);
  const rows = losses[names[0] ?? '']?.length ?? 0;
  if (rows === 0) throw new UsageError('"losses" expected at least one model with at least one row, got none');
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
  const columns = names.map((name) => checked(name, losses[name]!, rows));
  const means = meansOf(columns, rows, bootstrap);
  const ps = eliminated(means, statistic);
  return names.map((name, i) => {
    const drawn = Float64Array.from({ length: bootstrap.draws }, (_, b) => means.draws[b * names.length + i]!).sort();
    const [low, high] = [quantileSorted(drawn, (1 - level) / 2), quantileSorted(drawn, (1 + level) / 2)];
    return { name, mean: means.sample[i]!, low, high, p: ps[i]!, inSet: ps[i]! >= 1 - level };
  });
}

function checked(name: string, values: ArrayLike<number>, rows: number): Float64Array {
  if (values.length !== rows) throw new UsageError(`"losses.${name}" expected ${rows} rows, got ${values.length}`);
  const column = Float64Array.from(values);
  const wrong = column.findIndex((loss) => !Number.isFinite(loss));
  if (wrong >= 0) throw new UsageError(`"losses.${name}[${wrong}]" expected a finite number, got ${column[wrong]}`);
  return column;
}

function meansOf(columns: readonly Float64Array[], rows: number, bootstrap: StationaryBootstrapConfig): Means {
  const count = columns.length;
  const draws = new Float64Array(bootstrap.draws * count);
  const visit = (draw: number, indices: Int32Array): void => {
    columns.forEach((column, i) => {
      let sum = 0;
      for (const index of indices) sum += column[index]!;
      draws[draw * count + i] = sum / rows;
    });
  };
  stationaryDraws(rows, visit, 'confidence set', bootstrap);
  return { sample: columns.map((column) => column.reduce((sum, loss) => sum + loss, 0) / rows), draws, count };
}

/** p-value of every model: the largest p of the tests until it was removed. */
function eliminated(means: Means, statistic: ConfidenceSetStatistic): readonly number[] {
  const ps = means.sample.map(() => 1);
  const left = new Set(means.sample.keys());
  let largest = 0;
  while (left.size > 1) {
    const { p, worst } = (statistic === 'max' ? testOfMean : testOfPairs)(means, [...left]);
    largest = Math.max(largest, p);
    ps[worst] = largest;
    left.delete(worst);
  }
  return ps;
}

interface EqualityTest {
  readonly p: number;
  /** Model that is removed next. */
  readonly worst: number;
}

/** `T_max`: the largest deviation of a model's loss from the mean of the set, in units of its bootstrap deviation. */
function testOfMean({ sample, draws, count }: Means, left: readonly number[]): EqualityTest {
  const deviationOf = (at: (i: number) => number): readonly number[] => {
    const mean = left.reduce((sum, i) => sum + at(i), 0) / left.length;
    return left.map((i) => at(i) - mean);
  };
  return judged(
    deviationOf((i) => sample[i]!),
    draws,
    count,
    (b) => deviationOf((i) => draws[b + i]!),
    left,
  );
}

/** `T_R`: the largest difference of two models, in units of its bootstrap deviation. */
function testOfPairs({ sample, draws, count }: Means, left: readonly number[]): EqualityTest {
  const pairs = left.flatMap((i) => left.filter((j) => j !== i).map((j) => [i, j] as const));
  const differences = (at: (i: number) => number): readonly number[] => pairs.map(([i, j]) => at(i) - at(j));
  const owners = pairs.map(([i]) => i);
  return judged(
    differences((i) => sample[i]!),
    draws,
    count,
    (b) => differences((i) => draws[b + i]!),
    owners,
  );
}

/** @param owners model of each difference: it is removed when its difference is the largest. */
function judged(
  observed: readonly number[],
  draws: Float64Array,
  count: number,
  drawnAt: (from: number) => readonly number[],
  owners: readonly number[],
): EqualityTest {
  const rounds = draws.length / count;
  const excess = Array.from({ length: rounds }, (_, b) => drawnAt(b * count).map((value, k) => value - observed[k]!));
  const squares = observed.map((_, k) => excess.reduce((sum, row) => sum + row[k]! ** 2, 0) / rounds);
  // Models whose difference never varies are equal, or differ for certain.
  const scaled = (value: number, k: number): number => {
    if (squares[k]! > 0) return value / Math.sqrt(squares[k]!);
    return value === 0 ? 0 : Math.sign(value) * Infinity;
  };
  const statistics = observed.map(scaled);
  const largest = Math.max(...statistics);
  const reached = excess.filter((row) => Math.max(...row.map(scaled)) >= largest).length;
  return { p: reached / rounds, worst: owners[statistics.indexOf(largest)]! };
}
