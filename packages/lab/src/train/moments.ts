/** Weighted moments of the rows under every state, and the means and scales that they make. */

import { kernelsInUse } from '@barograph/core';
import { BLOCK, type Emission } from '@barograph/nowcast/parts';
import type { MapPrior } from './prior.ts';

/** Forms of the scale matrices of a fit. */
export type Covariance = 'full' | 'diagonal';

/** Sums over rows, state by state, of deviations from the mean that the emission has. */
export interface Moments {
  readonly covariance: Covariance;
  /** Σγ. */
  readonly occupancy: Float64Array;
  /** Σu. */
  readonly weight: Float64Array;
  /** Σu·y. */
  readonly first: Float64Array;
  /** Σu·y·yᵀ, lower triangles; of diagonal scale matrices their diagonals alone. */
  readonly second: Float64Array;
}

/** Sums over no rows. */
export function createMoments({ states, dimensions: d }: Emission, covariance: Covariance): Moments {
  return {
    covariance,
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
  const kernels = moments.covariance === 'full' ? kernelsInUse() : undefined;
  if (kernels?.addMomentSums(columns, states, nu, means, gamma, distances, each, moments) === true) return;
  const { length } = columns[0]!;
  const width = Math.ceil(d / TILE) * TILE;
  const u = new Float64Array(BLOCK);
  const block: Block = {
    width,
    x: new Float64Array(width * BLOCK),
    middle: new Float64Array(width),
    weights: u,
    first: new Float64Array(width),
    second: new Float64Array(width * width),
  };
  for (let from = 0; from < length; from += BLOCK) {
    const rows = Math.min(BLOCK, length - from);
    columns.forEach((column, i) => {
      // A row without observation has no weight, but 0 · NaN would be NaN.
      for (let t = 0; t < rows; t++) block.x[i * BLOCK + t] = Number.isNaN(column[from + t]!) ? 0 : column[from + t]!;
    });
    for (let k = 0; k < states; k++) {
      const { occupancy, weight } = weigh(
        gamma,
        from * states + k,
        states,
        distances,
        k * length + from,
        rows,
        nu,
        d,
        each,
        u,
      );
      moments.occupancy[k] = moments.occupancy[k]! + occupancy;
      moments.weight[k] = moments.weight[k]! + weight;
      addBlock(block, rows, means.subarray(k * d, (k + 1) * d), moments, k);
    }
  }
}

/**
 * γ and u of a block's rows under one state, every `stride`-th of gamma, a row counting `each`: u into `weights`, and the
 * sums of both.
 */
function weigh(
  gamma: Float64Array,
  at: number,
  stride: number,
  distances: Float64Array,
  from: number,
  rows: number,
  nu: number,
  d: number,
  each: number,
  weights: Float64Array,
): { readonly occupancy: number; readonly weight: number } {
  let occupancy = 0;
  let weight = 0;
  for (let t = 0, cell = at; t < rows; t++, cell += stride) {
    const distance = distances[from + t]!;
    const probability = distance === distance ? each * gamma[cell]! : 0;
    const u = nu === Infinity || probability === 0 ? probability : (probability * (nu + d)) / (nu + distance);
    occupancy += probability;
    weight += u;
    weights[t] = u;
  }
  return { occupancy, weight };
}

/** Features are handled four by four, so that the sums of a tile stay in registers. */
const TILE = 4;

/** Memory of one block. Features are filled up to a multiple of four by some that are 0. */
interface Block {
  readonly width: number;
  readonly x: Float64Array;
  /** Mean of a state, subtracted from the features. */
  readonly middle: Float64Array;
  readonly weights: Float64Array;
  /** Sums of the block: `Σw·y`, and `Σw·y·yᵀ` below the diagonal. */
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** Adds the first and second moments of a block's rows to those of state `k`. */
function addBlock(block: Block, rows: number, mean: Float64Array, to: Moments, k: number): void {
  const d = mean.length;
  const { covariance } = to;
  const { width, first, second } = block;
  block.middle.set(mean);
  for (let i = 0; i < width; i += TILE) {
    if (covariance === 'diagonal') {
      sumSquares(block, rows, i);
      continue;
    }
    sumTriangle(block, rows, i);
    for (let j = 0; j < i; j += TILE) for (let half = i; half < i + TILE; half += 2) sumTile(block, rows, half, j);
  }
  for (let i = 0; i < d; i++) {
    to.first[k * d + i] = to.first[k * d + i]! + first[i]!;
    for (let j = covariance === 'diagonal' ? i : 0, at = (k * d + i) * d + j; j <= i; j++, at++) {
      to.second[at] = to.second[at]! + second[i * width + j]!;
    }
  }
}

/** First moments of four features from `i` on, and their squares. */
function sumSquares({ width, x, middle, weights, first, second }: Block, rows: number, i: number): void {
  const m0 = middle[i]!;
  const m1 = middle[i + 1]!;
  const m2 = middle[i + 2]!;
  const m3 = middle[i + 3]!;
  const row = i * BLOCK;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s00 = 0;
  let s11 = 0;
  let s22 = 0;
  let s33 = 0;
  for (let t = 0; t < rows; t++) {
    const weight = weights[t]!;
    const y0 = x[row + t]! - m0;
    const p0 = weight * y0;
    s0 += p0;
    s00 += p0 * y0;
    const y1 = x[row + BLOCK + t]! - m1;
    const p1 = weight * y1;
    s1 += p1;
    s11 += p1 * y1;
    const y2 = x[row + 2 * BLOCK + t]! - m2;
    const p2 = weight * y2;
    s2 += p2;
    s22 += p2 * y2;
    const y3 = x[row + 3 * BLOCK + t]! - m3;
    const p3 = weight * y3;
    s3 += p3;
    s33 += p3 * y3;
  }
  first.set([s0, s1, s2, s3], i);
  [s00, s11, s22, s33].forEach((sum, at) => (second[(i + at) * (width + 1)] = sum));
}

/** First moments of four features from `i` on, and their products with each other. */
function sumTriangle({ width, x, middle, weights, first, second }: Block, rows: number, i: number): void {
  const m0 = middle[i]!;
  const m1 = middle[i + 1]!;
  const m2 = middle[i + 2]!;
  const m3 = middle[i + 3]!;
  const row = i * BLOCK;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s00 = 0;
  let s10 = 0;
  let s11 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  for (let t = 0; t < rows; t++) {
    const weight = weights[t]!;
    const y0 = x[row + t]! - m0;
    const y1 = x[row + BLOCK + t]! - m1;
    const y2 = x[row + 2 * BLOCK + t]! - m2;
    const y3 = x[row + 3 * BLOCK + t]! - m3;
    const p0 = weight * y0;
    s0 += p0;
    s00 += p0 * y0;
    const p1 = weight * y1;
    s1 += p1;
    s10 += p1 * y0;
    s11 += p1 * y1;
    const p2 = weight * y2;
    s2 += p2;
    s20 += p2 * y0;
    s21 += p2 * y1;
    s22 += p2 * y2;
    const p3 = weight * y3;
    s3 += p3;
    s30 += p3 * y0;
    s31 += p3 * y1;
    s32 += p3 * y2;
    s33 += p3 * y3;
  }
  first.set([s0, s1, s2, s3], i);
  second.set([s00], i * width + i);
  second.set([s10, s11], (i + 1) * width + i);
  second.set([s20, s21, s22], (i + 2) * width + i);
  second.set([s30, s31, s32, s33], (i + 3) * width + i);
}

/** Products of two features from `i` on with four others from `j` on. */
function sumTile({ width, x, middle, weights, second }: Block, rows: number, i: number, j: number): void {
  const mA = middle[i]!;
  const mB = middle[i + 1]!;
  const m0 = middle[j]!;
  const m1 = middle[j + 1]!;
  const m2 = middle[j + 2]!;
  const m3 = middle[j + 3]!;
  const [above, row] = [i * BLOCK, j * BLOCK];
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  for (let t = 0; t < rows; t++) {
    const weight = weights[t]!;
    const a = weight * (x[above + t]! - mA);
    const b = weight * (x[above + BLOCK + t]! - mB);
    const y0 = x[row + t]! - m0;
    a0 += a * y0;
    b0 += b * y0;
    const y1 = x[row + BLOCK + t]! - m1;
    a1 += a * y1;
    b1 += b * y1;
    const y2 = x[row + 2 * BLOCK + t]! - m2;
    a2 += a * y2;
    b2 += b * y2;
    const y3 = x[row + 3 * BLOCK + t]! - m3;
    a3 += a * y3;
    b3 += b * y3;
  }
  second.set([a0, a1, a2, a3], i * width + j);
  second.set([b0, b1, b2, b3], (i + 1) * width + j);
}

/**
 * Means and scale matrices of the M-step. A state without weight and without prior keeps what it has. The objective of
 * a diagonal matrix is the same one, so that its diagonal is that of the full matrix.
 */
export function maximizeEmissions(
  { covariance, occupancy, weight, first, second }: Moments,
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
      for (let j = covariance === 'diagonal' ? i : 0; j <= i; j++) {
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
