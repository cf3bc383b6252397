/**
 * k-means: centres of rows, from a seeded start. It starts the unanchored fit, and nothing that is shipped.
 *
 * @source S. P. Lloyd, Least squares quantization in PCM, IEEE Transactions on Information Theory 28, 1982.
 * D. Arthur, S. Vassilvitskii, k-means++: The advantages of careful seeding, SODA 2007, section 2.2.
 */

import seedrandom from 'seedrandom';
import { FitError } from './fit-error.ts';

/** Rows and centres lie one after the other, `dimensions` numbers each. */
export interface Rows {
  readonly values: Float64Array;
  readonly dimensions: number;
}

export interface KMeans {
  /** Cluster by cluster, one number per feature. */
  readonly centres: Float64Array;
  /** Sum over rows of the squared distance to the nearest centre, at the start of every step; it never rises. */
  readonly inertia: readonly number[];
  /** Whether the last step moved no row to another centre. */
  readonly converged: boolean;
}

/** Rows that have all features; others take no part in the fit either. */
export function completeRows(columns: readonly Float64Array[]): Rows {
  const dimensions = columns.length;
  const whole = [...columns[0]!.keys()].filter((t) => columns.every((column) => !Number.isNaN(column[t]!)));
  const values = new Float64Array(whole.length * dimensions);
  whole.forEach((t, row) => columns.forEach((column, i) => (values[row * dimensions + i] = column[t]!)));
  return { values, dimensions };
}

/**
 * D² sampling: the first centre is any row, each further one a row with a chance in proportion to its squared distance
 * to the nearest centre so far.
 *
 * @param seed the same one draws the same rows.
 * @throws {FitError} fewer different rows than clusters.
 */
export function seedCentres({ values, dimensions: d }: Rows, clusters: number, seed: string): Float64Array {
  const uniform = seedrandom.alea(`kmeans++|${seed}`);
  const centres = new Float64Array(clusters * d);
  let chances = new Float64Array(values.length / d).fill(1);
  for (let k = 0; k < clusters; k++) {
    const row = drawRow(chances, uniform());
    if (row < 0) throw new FitError(`expected at least ${clusters} different rows with all features, got ${k}`);
    centres.set(values.subarray(row * d, (row + 1) * d), k * d);
    chances = chances.map((chance, t) => {
      const distance = squaredDistance(values, t * d, centres, k * d, d);
      return k === 0 ? distance : Math.min(chance, distance);
    });
  }
  return centres;
}

/** A row by its chance; −1 when none has any. Rounding must not leave draws that lead to a row without chance. */
function drawRow(chances: Float64Array, uniform: number): number {
  let rest = uniform * chances.reduce((sum, chance) => sum + chance, 0);
  for (let t = 0; t < chances.length; t++) {
    rest -= chances[t]!;
    if (rest < 0) return t;
  }
  return chances.findLastIndex((chance) => chance > 0);
}

/** Lloyd's steps: rows go to their nearest centre, of equally near the first, then centres to the mean of their rows. */
export function lloyd({ values, dimensions: d }: Rows, from: Float64Array, steps: number): KMeans {
  const centres = from.slice();
  const clusters = from.length / d;
  const clusterOf = new Int32Array(values.length / d).fill(-1);
  const inertia: number[] = [];
  for (let step = 0; step < steps; step++) {
    let [sum, moved] = [0, false];
    for (let t = 0; t < clusterOf.length; t++) {
      const { nearest, distance } = nearestCentre(values, t * d, centres, clusters, d);
      sum += distance;
      moved ||= clusterOf[t] !== nearest;
      clusterOf[t] = nearest;
    }
    inertia.push(sum);
    if (!moved) return { centres, inertia, converged: true };
    moveCentres(values, clusterOf, centres, d);
  }
  return { centres, inertia, converged: false };
}

function nearestCentre(
  values: Float64Array,
  at: number,
  centres: Float64Array,
  clusters: number,
  d: number,
): { readonly nearest: number; readonly distance: number } {
  let [nearest, least] = [0, Infinity];
  for (let k = 0; k < clusters; k++) {
    const distance = squaredDistance(values, at, centres, k * d, d);
    if (distance < least) [nearest, least] = [k, distance];
  }
  return { nearest, distance: least };
}

/** A centre without rows stays where it is. */
function moveCentres(values: Float64Array, clusterOf: Int32Array, centres: Float64Array, d: number): void {
  const sums = new Float64Array(centres.length);
  const counts = new Float64Array(centres.length / d);
  clusterOf.forEach((k, t) => {
    counts[k] = counts[k]! + 1;
    for (let i = 0; i < d; i++) sums[k * d + i] = sums[k * d + i]! + values[t * d + i]!;
  });
  sums.forEach((sum, at) => {
    const count = counts[Math.floor(at / d)]!;
    if (count > 0) centres[at] = sum / count;
  });
}

function squaredDistance(a: Float64Array, atA: number, b: Float64Array, atB: number, d: number): number {
  let sum = 0;
  for (let i = 0; i < d; i++) sum += (a[atA + i]! - b[atB + i]!) ** 2;
  return sum;
}
