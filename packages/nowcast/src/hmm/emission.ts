/**
 * Tempered log densities of rows under every latent state, in separate passes over blocks of rows: distances,
 * logarithms, the largest, exponentials. States are the outer loop and rows the inner one, so that a state's numbers
 * stay in registers.
 *
 * Features are missing where they are NaN: those coordinates are integrated out. For a Student-t this leaves a
 * Student-t with the same degrees of freedom and the sub-vector and sub-matrix.
 *
 * @source S. Kotz, S. Nadarajah, Multivariate t Distributions and Their Applications, 2004, section 1.10 (marginals).
 */

import { UsageError } from '@barograph/core';
import { cholesky, invertLower, logDeterminant, outerLower } from './cholesky.ts';
import { BLOCK, diagonalDistances, distances } from './distances.ts';
import { expOfRows, logOfStudents } from './exponential.ts';
import { logGammaRatio } from './log-gamma.ts';

/**
 * Emission laws of all states, prepared. `states` and `dimensions` (features) are counts; `beta` is the exponent that
 * tempers the evidence.
 */
export interface Emission {
  readonly states: number;
  readonly dimensions: number;
  /** Degrees of freedom; Infinity for the Gaussian. */
  readonly nu: number;
  readonly beta: number;
  /** Means state by state, `dimensions` each. */
  readonly means: Float64Array;
  /** Lower factors of the scale matrices, state by state, row-major. */
  readonly lower: Float64Array;
  /** Inverses of the factors, which turn a deviation into independent unit coordinates. */
  readonly inverse: Float64Array;
  /** Whether all scale matrices are diagonal: distances then need an eighth of the products for eight features. */
  readonly diagonal: boolean;
  /** Views of the means and the inverses by state: a stream that created them again would leave 36 objects an hour. */
  readonly centres: readonly Float64Array[];
  readonly factors: readonly Float64Array[];
  /** beta · log density at the mean. */
  readonly peak: Float64Array;
  /** Laws of the features that a row has, by the bits of the missing ones; computed on first use. */
  readonly marginals: Map<number, Marginal>;
}

interface Marginal {
  readonly law: Emission;
  readonly block: EmissionBlock;
}

/**
 * Creates laws from means and factors that are known to be valid.
 * @param means state by state, `dimensions` numbers each, in robust units.
 * @param lower lower factors of the scale matrices, state by state, row-major.
 * @param nu degrees of freedom; Infinity for the Gaussian.
 * @param beta exponent that tempers the evidence of a row.
 * @example
 * createEmission(Float64Array.of(-1, 1), Float64Array.of(1, 1), 1, Infinity, 1).states; // → 2
 */
export function createEmission(
  means: Float64Array,
  lower: Float64Array,
  dimensions: number,
  nu: number,
  beta: number,
): Emission {
  const states = means.length / dimensions;
  const size = dimensions * dimensions;
  const inverse = new Float64Array(states * size);
  const constant =
    nu === Infinity
      ? -0.5 * dimensions * Math.log(2 * Math.PI)
      : logGammaRatio(nu, dimensions) - 0.5 * dimensions * Math.log(nu * Math.PI);
  const peak = new Float64Array(states);
  for (let k = 0; k < states; k++) {
    const factor = lower.subarray(k * size, (k + 1) * size);
    inverse.set(invertLower(factor, dimensions), k * size);
    peak[k] = beta * (constant - logDeterminant(factor, dimensions));
  }
  const diagonal = isDiagonal(lower, dimensions);
  const centres = parts(means, states);
  const factors = parts(inverse, states);
  return {
    states,
    dimensions,
    nu,
    beta,
    means,
    lower,
    inverse,
    diagonal,
    centres,
    factors,
    peak,
    marginals: new Map(),
  };
}

/** Views of `count` equal parts. */
function parts(values: Float64Array, count: number): Float64Array[] {
  const size = values.length / count;
  return Array.from({ length: count }, (_, k) => values.subarray(k * size, (k + 1) * size));
}

/**
 * Returns whether consecutive row-major square matrices have only zeros off their diagonals.
 * @param matrices square matrices, one after the other.
 * @param dimensions rows of a matrix.
 * @example
 * isDiagonal(Float64Array.of(2, 0, 0, 3), 2); // → true
 */
export function isDiagonal(matrices: Float64Array, dimensions: number): boolean {
  return matrices.every((value, at) => value === 0 || (at % (dimensions * dimensions)) % (dimensions + 1) === 0);
}

/** Law of the coordinates whose bit in `missing` is not set. */
function marginal(emission: Emission, missing: number): Marginal {
  const known = emission.marginals.get(missing);
  if (known !== undefined) return known;
  const { states, dimensions, nu, beta } = emission;
  const kept = Array.from({ length: dimensions }, (_, i) => i).filter((i) => (missing & (1 << i)) === 0);
  const size = kept.length * kept.length;
  const means = new Float64Array(states * kept.length);
  const lower = new Float64Array(states * size);
  for (let k = 0; k < states; k++) {
    const start = k * dimensions * dimensions;
    const scale = outerLower(emission.lower.subarray(start, start + dimensions * dimensions), dimensions);
    const part = Float64Array.from(kept.flatMap((i) => kept.map((j) => scale[i * dimensions + j]!)));
    // A principal sub-matrix of a positive definite matrix is positive definite.
    lower.set(cholesky(part, kept.length)!, k * size);
    kept.forEach((i, at) => (means[k * kept.length + at] = emission.means[k * dimensions + i]!));
  }
  const law = createEmission(means, lower, kept.length, nu, beta);
  const marginal = { law, block: createEmissionBlock(law) };
  emission.marginals.set(missing, marginal);
  return marginal;
}

/** Scratch memory and results of {@link emit}. */
export interface EmissionBlock {
  /** Row by row, state by state: density^beta divided by that of the row's likeliest state, within 0…1. */
  readonly weights: Float64Array;
  /** Log of the divisor of the weights, per row; NaN for a row without features. */
  readonly shift: Float64Array;
  /** Squared Mahalanobis distances state by state, `BLOCK` rows each, over the features that a row has. */
  readonly distances: Float64Array;
  /** Views of the distances, by state. */
  readonly rows: readonly Float64Array[];
  /** Features one after another, `BLOCK` rows each. */
  readonly features: Float64Array;
  readonly logs: Float64Array;
}

/**
 * Allocates the memory of one block.
 * @example
 * const { emission } = model.hmm;
 * createEmissionBlock(emission).rows.length === emission.states; // → true
 */
export function createEmissionBlock({ states, dimensions }: Emission): EmissionBlock {
  const squares = new Float64Array(BLOCK * states);
  return {
    weights: new Float64Array(BLOCK * states),
    shift: new Float64Array(BLOCK),
    distances: squares,
    rows: parts(squares, states),
    features: new Float64Array(BLOCK * dimensions),
    logs: new Float64Array(BLOCK * states),
  };
}

/** Computes squared distances and tempered log densities of `rows` rows for every state. */
function logDensities(emission: Emission, block: EmissionBlock, rows: number): void {
  const { states, nu, beta, centres, factors, diagonal, peak } = emission;
  const { logs } = block;
  const fill = diagonal ? diagonalDistances : distances;
  for (let k = 0; k < states; k++) fill(factors[k]!, centres[k]!, block.features, rows, block.rows[k]!);
  if (nu !== Infinity) {
    logOfStudents(block.distances, BLOCK, rows, emission, logs);
    return;
  }
  for (let k = 0; k < states; k++) {
    const top = peak[k]!;
    const out = block.rows[k]!;
    const from = k * BLOCK;
    for (let t = 0; t < rows; t++) logs[from + t] = top - 0.5 * beta * Math.min(out[t]!, Number.MAX_VALUE);
  }
}

/** Writes the largest log of every row to `shift`; exact, without a branch, which would be hard to predict. */
function largest(logs: Float64Array, rows: number, states: number, shift: Float64Array): void {
  let k = 1;
  for (; k + 1 < states; k += 2) {
    for (let t = 0, at = k * BLOCK; t < rows; t++, at++) {
      shift[t] = larger(shift[t]!, larger(logs[at]!, logs[at + BLOCK]!));
    }
  }
  if (k < states) for (let t = 0, at = k * BLOCK; t < rows; t++, at++) shift[t] = larger(shift[t]!, logs[at]!);
}

/** Larger of two finite numbers; NaN when either is NaN. */
function larger(a: number, b: number): number {
  return a * Number(a >= b) + b * Number(a < b);
}

/**
 * Fills a block from rows `from…from + rows` of the columns.
 *
 * @param columns one per feature, standardised; NaN for a missing feature.
 * @throws {UsageError} when a feature or its square is infinite; the message names the row.
 * @example
 * const emission = createEmission(Float64Array.of(-1, 1), Float64Array.of(1, 1), 1, Infinity, 1);
 * const block = createEmissionBlock(emission);
 * emit(emission, [[1]], 0, 1, block);
 * [block.weights[0].toFixed(3), block.weights[1]]; // → [ '0.135', 1 ]
 */
export function emit(
  emission: Emission,
  columns: readonly ArrayLike<number>[],
  from: number,
  rows: number,
  block: EmissionBlock,
): void {
  const { states, dimensions } = emission;
  const { features, logs, weights, shift } = block;
  for (let i = 0; i < dimensions; i++) {
    const column = columns[i]!;
    for (let t = 0; t < rows; t++) features[i * BLOCK + t] = column[from + t]!;
  }
  logDensities(emission, block, rows);

  // The last coordinate of a distance depends on all features: NaN there marks every row that lacks one.
  for (let t = 0; t < rows; t++) {
    shift[t] = logs[t]!;
    if (Number.isNaN(logs[t]!) || block.distances[t] === Infinity) replaceRow(emission, block, from, t);
  }
  largest(logs, rows, states, shift);
  expOfRows(logs, BLOCK, shift, rows, states, weights);
}

/** Recomputes row `t` under the laws of the features that it has. */
function replaceRow(emission: Emission, block: EmissionBlock, from: number, t: number): void {
  const { states, dimensions } = emission;
  const kept: number[] = [];
  let missing = 0;
  for (let i = 0; i < dimensions; i++) {
    const value = block.features[i * BLOCK + t]!;
    if (Number.isNaN(value)) missing |= 1 << i;
    else kept.push(value);
  }
  if (missing === 0 || kept.some((value) => Math.abs(value) === Infinity)) {
    throw new UsageError(`row ${from + t + 1} expected features that are numbers of a usable size, or NaN`);
  }
  if (kept.length === 0) {
    for (let k = 0; k < states; k++) {
      block.logs[k * BLOCK + t] = NaN;
      block.distances[k * BLOCK + t] = NaN;
    }
    block.shift[t] = NaN;
    return;
  }
  const { law, block: single } = marginal(emission, missing);
  kept.forEach((value, i) => (single.features[i * BLOCK] = value));
  logDensities(law, single, 1);
  for (let k = 0; k < states; k++) {
    block.logs[k * BLOCK + t] = single.logs[k * BLOCK]!;
    block.distances[k * BLOCK + t] = single.distances[k * BLOCK]!;
  }
  block.shift[t] = single.logs[0]!;
}
