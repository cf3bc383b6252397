/** Weighted moments of the rows under every state, and the means and scales that they make. */

import { BLOCK } from '../hmm/distances.ts';
import type { Emission } from '../hmm/emission.ts';
import type { MapPrior } from './prior.ts';

/** Sums over rows, state by state, of deviations from the mean that the emission has. */
export interface Moments {
  /** Σγ. */
  readonly occupancy: Float64Array;
  /** Σu. */
  readonly weight: Float64Array;
  /** Σu·y. */
  readonly first: Float64Array;
  /** Σu·y·yᵀ, lower triangles. */
  readonly second: Float64Array;
}

/** Sums over no rows. */
export function createMoments({ states, dimensions: d }: Emission): Moments {
  return {
    occupancy: new Float64Array(states),
    weight: new Float64Array(states),
    first: new Float64Array(states * d),
    second: new Float64Array(states * d * d),
  };
}

/**
 * Adds the rows of a sequence.
 *
 * @param gamma smoothed probabilities, row by row.
 * @param distances squared distances, state by state; NaN for a row without observation, which has no weight.
 * @param each what a row counts.
 */
export function addMoments(
  columns: readonly Float64Array[],
  { states, dimensions: d, nu, means }: Emission,
  gamma: Float64Array,
  distances: Float64Array,
  each: number,
  moments: Moments,
): void {
  const { length } = columns[0]!;
  const block: Block = {
    x: new Float64Array(d * BLOCK),
    y: new Float64Array(d * BLOCK),
    weights: new Float64Array(BLOCK),
    weighted: new Float64Array(BLOCK),
  };
  for (let from = 0; from < length; from += BLOCK) {
    const rows = Math.min(BLOCK, length - from);
    columns.forEach((column, i) => {
      // A row without observation has no weight, but 0 · NaN would be NaN.
      for (let t = 0; t < rows; t++) block.x[i * BLOCK + t] = Number.isNaN(column[from + t]!) ? 0 : column[from + t]!;
    });
    for (let k = 0; k < states; k++) {
      let occupancy = 0;
      let weight = 0;
      for (let t = 0, at = from * states + k; t < rows; t++, at += states) {
        const distance = distances[k * length + from + t]!;
        const probability = Number.isNaN(distance) ? 0 : each * gamma[at]!;
        const u = nu === Infinity || probability === 0 ? probability : (probability * (nu + d)) / (nu + distance);
        occupancy += probability;
        weight += u;
        block.weights[t] = u;
      }
      moments.occupancy[k] = moments.occupancy[k]! + occupancy;
      moments.weight[k] = moments.weight[k]! + weight;
      addBlock(block, rows, means.subarray(k * d, (k + 1) * d), moments, k);
    }
  }
}

/** Memory of one block: rows, their deviations, weights, and deviations of one feature times weights. */
interface Block {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weights: Float64Array;
  readonly weighted: Float64Array;
}

/** Adds the first and second moments of a block's rows to those of state `k`. */
function addBlock({ x, y, weights, weighted }: Block, rows: number, mean: Float64Array, to: Moments, k: number): void {
  const d = mean.length;
  const { first, second } = to;
  for (let i = 0; i < d; i++) {
    const middle = mean[i]!;
    const row = i * BLOCK;
    let sum = 0;
    for (let t = 0; t < rows; t++) {
      const deviation = x[row + t]! - middle;
      const product = weights[t]! * deviation;
      y[row + t] = deviation;
      weighted[t] = product;
      sum += product;
    }
    first[k * d + i] = first[k * d + i]! + sum;
    for (let j = 0; j <= i; j += 4) addProducts(second, (k * d + i) * d, weighted, y, j, i, rows);
  }
}

/** Adds `Σ weighted·y_j` for four j at once; those above `last` are worked out and thrown away. */
function addProducts(
  sums: Float64Array,
  at: number,
  weighted: Float64Array,
  y: Float64Array,
  j: number,
  last: number,
  rows: number,
): void {
  const a = j * BLOCK;
  const b = Math.min(j + 1, last) * BLOCK;
  const c = Math.min(j + 2, last) * BLOCK;
  const d = Math.min(j + 3, last) * BLOCK;
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let t = 0; t < rows; t++) {
    const weight = weighted[t]!;
    sumA += weight * y[a + t]!;
    sumB += weight * y[b + t]!;
    sumC += weight * y[c + t]!;
    sumD += weight * y[d + t]!;
  }
  sums[at + j] = sums[at + j]! + sumA;
  if (j + 1 <= last) sums[at + j + 1] = sums[at + j + 1]! + sumB;
  if (j + 2 <= last) sums[at + j + 2] = sums[at + j + 2]! + sumC;
  if (j + 3 <= last) sums[at + j + 3] = sums[at + j + 3]! + sumD;
}

/** Means and scale matrices of the M-step. A state without weight and without prior keeps what it has. */
export function maximizeEmissions(
  { occupancy, weight, first, second }: Moments,
  { states, dimensions: d, means: old, lower }: Emission,
  prior: MapPrior | null,
): { readonly means: Float64Array; readonly scales: Float64Array } {
  const means = old.slice();
  const scales = new Float64Array(states * d * d);
  for (let k = 0; k < states; k++) {
    const strength = prior?.meanStrength ?? 0;
    const total = weight[k]! + strength;
    const count = occupancy[k]! + (prior === null ? 0 : prior.scaleStrength + d + 2);
    const shift = new Float64Array(d);
    for (let i = 0; i < d; i++) {
      const pull = prior === null ? 0 : strength * (prior.means[k * d + i]! - old[k * d + i]!);
      shift[i] = total > 0 ? (first[k * d + i]! + pull) / total : 0;
      means[k * d + i] = old[k * d + i]! + shift[i]!;
    }
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= i; j++) {
        // Σu(x−μ)(x−μ)ᵀ from the deviations about the old mean.
        let sum =
          second[(k * d + i) * d + j]! -
          shift[i]! * first[k * d + j]! -
          first[k * d + i]! * shift[j]! +
          weight[k]! * shift[i]! * shift[j]!;
        if (prior !== null) {
          const off = (at: number): number => means[k * d + at]! - prior.means[k * d + at]!;
          sum += strength * off(i) * off(j) + (i === j ? prior.scaleStrength * prior.scale : 0);
        }
        const value = count > 0 ? sum / count : factorProduct(lower, k, i, j, d);
        scales[(k * d + i) * d + j] = value;
        scales[(k * d + j) * d + i] = value;
      }
    }
  }
  return { means, scales };
}

function factorProduct(lower: Float64Array, k: number, i: number, j: number, d: number): number {
  let sum = 0;
  for (let m = 0; m <= j; m++) sum += lower[(k * d + i) * d + m]! * lower[(k * d + j) * d + m]!;
  return sum;
}
