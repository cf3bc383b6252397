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

/**
 * @param gamma smoothed probabilities, row by row.
 * @param distances squared distances, state by state; NaN for a row without observation, which has no weight.
 */
export function createMoments(
  columns: readonly Float64Array[],
  { states, dimensions: d, nu, means }: Emission,
  gamma: Float64Array,
  distances: Float64Array,
): Moments {
  const { length } = columns[0]!;
  const moments: Moments = {
    occupancy: new Float64Array(states),
    weight: new Float64Array(states),
    first: new Float64Array(states * d),
    second: new Float64Array(states * d * d),
  };
  const y = Array.from({ length: d }, () => new Float64Array(BLOCK));
  const weights = new Float64Array(BLOCK);
  const weighted = new Float64Array(BLOCK);
  for (let k = 0; k < states; k++) {
    const second = moments.second.subarray(k * d * d, (k + 1) * d * d);
    for (let from = 0; from < length; from += BLOCK) {
      const rows = Math.min(BLOCK, length - from);
      let occupancy = 0;
      let weight = 0;
      for (let t = 0; t < rows; t++) {
        const distance = distances[k * length + from + t]!;
        const seen = distance === distance;
        const probability = seen ? gamma[(from + t) * states + k]! : 0;
        const u = nu === Infinity ? probability : seen ? (probability * (nu + d)) / (nu + distance) : 0;
        occupancy += probability;
        weight += u;
        weights[t] = u;
      }
      moments.occupancy[k] = moments.occupancy[k]! + occupancy;
      moments.weight[k] = moments.weight[k]! + weight;
      for (let i = 0; i < d; i++) {
        const mean = means[k * d + i]!;
        const column = columns[i]!;
        const deviation = y[i]!;
        let first = 0;
        for (let t = 0; t < rows; t++) {
          const value = column[from + t]!;
          // 0 · NaN would be NaN.
          const off = value === value ? value - mean : 0;
          deviation[t] = off;
          weighted[t] = weights[t]! * off;
          first += weighted[t]!;
        }
        moments.first[k * d + i] = moments.first[k * d + i]! + first;
        for (let j = 0; j <= i; j += 4) addProducts(second, i * d + j, weighted, y, j, Math.min(j + 4, i + 1), rows);
      }
    }
  }
  return moments;
}

/** Adds `Σ weighted·y_j` for up to four j at once. */
function addProducts(
  sums: Float64Array,
  at: number,
  weighted: Float64Array,
  y: readonly Float64Array[],
  from: number,
  to: number,
  rows: number,
): void {
  const a = y[from]!;
  const b = y[Math.min(from + 1, to - 1)]!;
  const c = y[Math.min(from + 2, to - 1)]!;
  const d = y[Math.min(from + 3, to - 1)]!;
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let t = 0; t < rows; t++) {
    const weight = weighted[t]!;
    sumA += weight * a[t]!;
    sumB += weight * b[t]!;
    sumC += weight * c[t]!;
    sumD += weight * d[t]!;
  }
  const all = [sumA, sumB, sumC, sumD];
  for (let j = from; j < to; j++) sums[at + j - from] = sums[at + j - from]! + all[j - from]!;
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
