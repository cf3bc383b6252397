/**
 * The sparse jump model: a jump model of weighted features, whose weights grow with the separation of the states.
 *
 * ```
 * w = S(b, Δ) / ‖S(b, Δ)‖₂,   b_i = Σ_k n_k·(mean_ki − mean_i)²,   S(b, Δ) = max(b − Δ, 0)
 * ```
 * with the least `Δ ≥ 0` for which `‖w‖₁ ≤ κ`. Weights and states are found in turn.
 *
 * @source P. Nystrup, P. N. Kolm, E. Lindström, Feature selection in jump models, Expert Systems with Applications 184, 2021.
 * The weights: D. M. Witten, R. Tibshirani, A framework for feature selection in clustering, JASA 105, 2010.
 */

import { UsageError } from '@barograph/core';
import { jumpPath, type JumpModel } from '../../train/alternatives/jump.ts';
import { fitDiscrete } from './fit-discrete.ts';

const MOST_ITERATIONS = 15;
/** Relative change of the weights that ends the search; as in the paper. */
const TOLERANCE = 1e-4;
/** Halvings of the interval of Δ: down to the rounding of a number. */
const HALVINGS = 60;

/** A jump model of features that are multiplied by `scales`, the roots of their weights. */
export interface SparseJump {
  readonly model: JumpModel;
  readonly scales: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Weights of features by their sums of squares between states.
 *
 * @param between at least 0 each, and one above it.
 * @param kappa bound of the sum of the weights, at least 1.
 * @throws {UsageError} a bound below 1: no weights of length 1 have a smaller sum.
 */
export function sparseWeights(between: readonly number[], kappa: number): readonly number[] {
  if (!(kappa >= 1)) throw new UsageError(`"kappa" expected a number ≥ 1, got ${kappa}`);
  const weightsAt = (cut: number): readonly number[] => {
    const soft = between.map((value) => Math.max(value - cut, 0));
    const length = Math.sqrt(sum(soft.map((value) => value * value)));
    return soft.map((value) => value / length);
  };
  if (sum(weightsAt(0)) <= kappa) return weightsAt(0);
  let [low, high] = [0, Math.max(...between)];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    // At the largest value nothing is left, and the weights have no number.
    if (sum(weightsAt(middle)) > kappa) low = middle;
    else high = middle;
  }
  const weights = weightsAt(high);
  return weights.some(Number.isNaN) ? weightsAt(low) : weights;
}

/** Rows of each state, and their means feature by feature: NaN for a state without a row. */
interface Clusters {
  readonly counts: readonly number[];
  readonly means: readonly (readonly number[])[];
}

function clustersOf(columns: readonly Float64Array[], states: Int32Array, width: number): Clusters {
  const counts = Array.from({ length: width }, (_, k) =>
    states.reduce((total, state) => total + Number(state === k), 0),
  );
  const sums = columns.map((column) => {
    const totals = new Float64Array(width);
    column.forEach((x, t) => (totals[states[t]!] = totals[states[t]!]! + x));
    return totals;
  });
  return { counts, means: counts.map((count, k) => sums.map((totals) => totals[k]! / count)) };
}

/** Sums of squares between states, feature by feature. */
function squaresBetween(columns: readonly Float64Array[], { counts, means }: Clusters): readonly number[] {
  return columns.map((column, i) => {
    const mean = column.reduce((total, x) => total + x, 0) / column.length;
    return sum(counts.map((count, k) => (count > 0 ? count * (means[k]![i]! - mean) ** 2 : 0)));
  });
}

/** Columns times their scales. */
const scaled = (columns: readonly Float64Array[], scales: readonly number[]): readonly Float64Array[] =>
  columns.map((column, i) => column.map((x) => x * scales[i]!));

/**
 * Fits states and weights in turn, from equal weights. Each fit of states after the first begins at the centres before it.
 *
 * @param penalty cost of a change in units of the loss of features with weight 1. Weighted losses are about `1/√p` of it for `p`
 * features, and so is the penalty then: that is the unit of `jumpmodels`, in which its examples are written.
 * @throws {FitError} fewer different rows than states.
 */
export function fitSparse(
  columns: readonly Float64Array[],
  {
    penalty,
    ...options
  }: { readonly states: number; readonly penalty: number; readonly kappa: number; readonly seed: string },
): SparseJump {
  const unit = { ...options, penalty: penalty / Math.sqrt(columns.length) };
  let centres: readonly (readonly number[])[] | undefined;
  let weights: readonly number[] = columns.map(() => 1 / Math.sqrt(columns.length));
  for (let iteration = 1; ; iteration++) {
    const scales = weights.map(Math.sqrt);
    const rows = scaled(columns, scales);
    const from = centres?.map((centre) => centre.map((at, i) => at * scales[i]!));
    const model = fitDiscrete(rows, unit, from);
    const clusters = clustersOf(columns, jumpPath(model, rows).states, options.states);
    centres = clusters.counts.includes(0) ? undefined : clusters.means;
    const between = squaresBetween(columns, clusters);
    // A single state for all rows separates nothing: the weights stay.
    const next = sum([...between]) > 0 ? sparseWeights(between, options.kappa) : weights;
    const change = sum(next.map((weight, i) => Math.abs(weight - weights[i]!))) / sum([...weights]);
    if (change <= TOLERANCE || iteration === MOST_ITERATIONS) return { model, scales };
    weights = next;
  }
}
