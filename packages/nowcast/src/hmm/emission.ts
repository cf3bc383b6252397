/**
 * Tempered log densities of rows under every latent state, in split passes over blocks of rows: distances, logs, the
 * largest, exponentials. States are the outer loop and rows the inner one, so that a state's numbers stay in registers.
 *
 * A row misses features where they are NaN: those coordinates are integrated out, which for a Student-t leaves a
 * Student-t of the same degrees of freedom with the sub-vector and sub-matrix.
 *
 * @source S. Kotz, S. Nadarajah, Multivariate t Distributions and Their Applications, 2004, section 1.10 (marginals).
 */

import { UsageError } from '@barograph/core';
import { cholesky, invertLower, logDeterminant, outerLower } from './cholesky.ts';
import { BLOCK, diagonalDistances, distances } from './distances.ts';
import { expOfRows, logOfStudents } from './exponential.ts';
import { logGammaRatio } from './log-gamma.ts';

/** The emission laws of all states, ready for use. */
export interface Emission {
  readonly states: number;
  readonly dimensions: number;
  /** Infinity for the Gaussian. */
  readonly nu: number;
  readonly beta: number;
  /** State by state, `dimensions` each. */
  readonly means: Float64Array;
  /** Lower factors of the scale matrices, state by state, row-major. */
  readonly lower: Float64Array;
  /** Their inverses: what turns a deviation into one of independent unit coordinates. */
  readonly inverse: Float64Array;
  /** Whether all scale matrices are diagonal: their distances take an eighth of the products of eight features. */
  readonly diagonal: boolean;
  /** Views of the means and of the inverses, by state: a stream that made them anew would leave 36 an hour. */
  readonly centres: readonly Float64Array[];
  readonly factors: readonly Float64Array[];
  /** beta · log density at the mean. */
  readonly peak: Float64Array;
  /** Laws of the features that some row has, by the bits of those that it lacks; made when first met. */
  readonly marginals: Map<number, Marginal>;
}

interface Marginal {
  readonly law: Emission;
  readonly block: EmissionBlock;
}

/** Laws from means and factors that are known to be good. */
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

/** Whether square matrices, one after the other and row-major, have nothing but zeros off their diagonals. */
export function isDiagonal(matrices: Float64Array, dimensions: number): boolean {
  return matrices.every((value, at) => value === 0 || (at % (dimensions * dimensions)) % (dimensions + 1) === 0);
}

/** The law of the coordinates whose bit in `missing` is not set. */
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
    // A principal sub-matrix of a positive definite matrix is one too.
    lower.set(cholesky(part, kept.length)!, k * size);
    kept.forEach((i, at) => (means[k * kept.length + at] = emission.means[k * dimensions + i]!));
  }
  const law = createEmission(means, lower, kept.length, nu, beta);
  const made = { law, block: createEmissionBlock(law) };
  emission.marginals.set(missing, made);
  return made;
}

/** Memory that {@link emit} works in, and where it leaves its answer. */
export interface EmissionBlock {
  /** Row by row, state by state: density^beta over that of the likeliest state of the row, within 0…1. */
  readonly weights: Float64Array;
  /** Per row: log of what the weights were divided by; NaN where the row has no feature at all. */
  readonly shift: Float64Array;
  /** State by state, `BLOCK` rows each: squared Mahalanobis distances; of the features that a row has. */
  readonly distances: Float64Array;
  /** Views of the distances, by state. */
  readonly rows: readonly Float64Array[];
  /** Feature by feature, `BLOCK` rows each. */
  readonly features: Float64Array;
  readonly logs: Float64Array;
}

/** Memory for one block. */
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

/** Squared distances and tempered log densities of `rows` rows to every state. */
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

/** The largest log of every row into `shift`; exact, and without a branch: which state leads is hard to foretell. */
function largest(logs: Float64Array, rows: number, states: number, shift: Float64Array): void {
  let k = 1;
  for (; k + 1 < states; k += 2) {
    for (let t = 0, at = k * BLOCK; t < rows; t++, at++) {
      shift[t] = larger(shift[t]!, larger(logs[at]!, logs[at + BLOCK]!));
    }
  }
  if (k < states) for (let t = 0, at = k * BLOCK; t < rows; t++, at++) shift[t] = larger(shift[t]!, logs[at]!);
}

/** Of two finite numbers; NaN when either is. */
function larger(a: number, b: number): number {
  return a * Number(a >= b) + b * Number(a < b);
}

/**
 * Fills a block from rows `from…from + rows` of the columns.
 *
 * @throws {UsageError} a feature that is infinite, or so large that its square is; the message names the row.
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

  // The last coordinate of a distance has all features in it: a NaN shows every row that lacks one.
  for (let t = 0; t < rows; t++) {
    shift[t] = logs[t]!;
    if (Number.isNaN(logs[t]!) || block.distances[t] === Infinity) replaceRow(emission, block, from, t);
  }
  largest(logs, rows, states, shift);
  expOfRows(logs, BLOCK, shift, rows, states, weights);
}

/** Row `t` again, under the laws of the features that it has. */
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
  const { law, block: one } = marginal(emission, missing);
  kept.forEach((value, i) => (one.features[i * BLOCK] = value));
  logDensities(law, one, 1);
  for (let k = 0; k < states; k++) {
    block.logs[k * BLOCK + t] = one.logs[k * BLOCK]!;
    block.distances[k * BLOCK + t] = one.distances[k * BLOCK]!;
  }
  block.shift[t] = one.logs[0]!;
}
