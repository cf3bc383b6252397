/**
 * Multinomial logistic regression with an L2 penalty on the weights, by Newton steps: exact, and the same every time.
 * Minimises `C·Σ −log p + ½·|W|²`, as scikit-learn's `LogisticRegression` does.
 *
 * @source D. Böhning, Multinomial logistic regression algorithm, Annals of the Institute of Statistical Mathematics 44, 1992.
 */

import { UsageError } from '@barograph/core';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { LogisticHead } from '@barograph/nowcast';
import { softmax } from '@barograph/nowcast/parts';
import { FitError } from './fit-error.ts';

/** Settings of a logistic fit. */
export interface LogisticOptions {
  readonly classes: readonly string[];
  readonly inputs: readonly string[];
  /** Inverse strength of the penalty. */
  readonly c: number;
  /** Most steps of the search. @default 50 */
  readonly maxIterations?: number;
}

/** Decrease of the objective, as a share of it, that ends the search. */
const TOLERANCE = 1e-10;

/**
 * Fits a head. Inputs are standardised by their mean and standard deviation, which travel in the head; its temperature
 * is 1.
 *
 * @param rows inputs, row by row; a constant input gets no weight.
 * @param came the class of every row.
 * @throws {UsageError} no row, or rows and classes of different number. {FitError} no convergence.
 * @throws {FitError} no convergence.
 * @example
 * const rows = [[-2], [-1], [-0.5], [0.5], [1], [2]];
 * const head = fitLogistic(rows, [0, 0, 1, 0, 1, 1], { classes: ['down', 'up'], inputs: ['trend'], c: 1 });
 * applyLogistic(head, [1.5])?.map((p) => p.toFixed(2)); // → [ '0.23', '0.77' ]
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  came: ArrayLike<number>,
  { classes, inputs, c, maxIterations = 50 }: LogisticOptions,
): LogisticHead {
  if (rows.length === 0 || rows.length !== came.length) {
    throw new UsageError(`"came" expected ${rows.length} classes, at least one, got ${came.length}`);
  }
  const n = inputs.length;
  const width = n + 1;
  const mean = inputs.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
  const scale = inputs.map((_, i) => {
    const variance = rows.reduce((sum, row) => sum + (row[i]! - mean[i]!) ** 2, 0) / rows.length;
    return variance > 0 ? Math.sqrt(variance) : 1;
  });
  // A last input of 1 carries the intercept.
  const x = rows.map((row) => Float64Array.from([...inputs.map((_, i) => (row[i]! - mean[i]!) / scale[i]!), 1]));

  let weights = new Float64Array(classes.length * width);
  let now = objective(x, came, weights, classes.length, c);
  for (let iteration = 1; ; iteration++) {
    const { gradient, hessian } = derivatives(x, came, weights, classes.length, c);
    const step = solve(hessian, gradient);
    // Newton's step goes downhill; halve it until it arrives lower.
    let share = 1;
    let next = weights;
    let then = Infinity;
    for (; share > 1e-6; share /= 2) {
      next = weights.map((value, at) => value - share * step[at]!);
      then = objective(x, came, next, classes.length, c);
      if (then <= now) break;
    }
    const done = !(now - then > TOLERANCE * Math.abs(now));
    if (then <= now) [weights, now] = [next, then];
    if (done) break;
    if (iteration >= maxIterations) throw new FitError(`the logistic fit did not converge in ${maxIterations} steps`);
  }
  const weightsOf = (k: number): number[] => Array.from(weights.subarray(k * width, (k + 1) * width));
  return {
    classes,
    inputs,
    mean,
    scale,
    weights: classes.map((_, k) => weightsOf(k).slice(0, n)),
    intercepts: classes.map((_, k) => weightsOf(k)[n]!),
    temperature: 1,
  };
}

function probabilities(row: Float64Array, weights: Float64Array, classes: number): readonly number[] {
  const logits: number[] = [];
  for (let k = 0, at = 0; k < classes; k++) {
    let sum = 0;
    for (let i = 0; i < row.length; i++) sum += weights[at++]! * row[i]!;
    logits.push(sum);
  }
  return softmax(logits);
}

/** Adding a number to all intercepts changes nothing, so their sum is held at 0 by a penalty of its own. */
function objective(
  x: readonly Float64Array[],
  came: ArrayLike<number>,
  weights: Float64Array,
  classes: number,
  c: number,
): number {
  const width = weights.length / classes;
  let sum = 0;
  x.forEach((row, t) => (sum -= Math.log(Math.max(probabilities(row, weights, classes)[came[t]!]!, Number.MIN_VALUE))));
  let penalty = 0;
  let intercepts = 0;
  weights.forEach((weight, at) => {
    if (at % width === width - 1) intercepts += weight;
    else penalty += weight * weight;
  });
  return c * sum + 0.5 * penalty + 0.5 * intercepts * intercepts;
}

function derivatives(
  x: readonly Float64Array[],
  came: ArrayLike<number>,
  weights: Float64Array,
  classes: number,
  c: number,
): { readonly gradient: Float64Array; readonly hessian: Matrix } {
  const size = weights.length;
  const width = size / classes;
  const gradient = new Float64Array(size);
  // Lower triangle, class pair by class pair.
  const h = new Float64Array(size * size);
  x.forEach((row, t) => {
    const p = probabilities(row, weights, classes);
    for (let k = 0; k < classes; k++) {
      const residual = p[k]! - Number(came[t] === k);
      for (let i = 0; i < width; i++) gradient[k * width + i] = gradient[k * width + i]! + c * residual * row[i]!;
      for (let l = 0; l <= k; l++) {
        const curvature = c * p[k]! * (Number(k === l) - p[l]!);
        for (let i = 0; i < width; i++) {
          const weight = curvature * row[i]!;
          const last = k === l ? i : width - 1;
          for (let j = 0, at = (k * width + i) * size + l * width; j <= last; j++, at++) {
            h[at] = h[at]! + weight * row[j]!;
          }
        }
      }
    }
  });
  const intercepts = sumOfIntercepts(weights, width);
  for (let a = 0; a < size; a++) {
    if (a % width !== width - 1) {
      gradient[a] = gradient[a]! + weights[a]!;
      h[a * size + a] = h[a * size + a]! + 1;
      continue;
    }
    gradient[a] = gradient[a]! + intercepts;
    for (let b = width - 1; b <= a; b += width) h[a * size + b] = h[a * size + b]! + 1;
  }
  const hessian = Matrix.zeros(size, size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      hessian.set(a, b, h[a * size + b]!);
      hessian.set(b, a, h[a * size + b]!);
    }
  }
  return { gradient, hessian };
}

function sumOfIntercepts(weights: Float64Array, width: number): number {
  let sum = 0;
  for (let at = width - 1; at < weights.length; at += width) sum += weights[at]!;
  return sum;
}

function solve(hessian: Matrix, gradient: Float64Array): readonly number[] {
  const decomposition = new CholeskyDecomposition(hessian);
  if (!decomposition.isPositiveDefinite()) throw new FitError('the curvature of the logistic fit is not positive');
  return decomposition.solve(Matrix.columnVector(Array.from(gradient))).to1DArray();
}
