/**
 * Platt's map from raw to calibrated probabilities of a binary event.
 *
 * @source J. Platt, Probabilistic outputs for support vector machines, 1999: targets slightly off 0 and 1, so that a
 * sample without exceptions does not give certainty. H.-T. Lin, C.-J. Lin, R. C. Weng, A note on Platt's probabilistic
 * outputs, Machine Learning 68, 2007: Newton steps, halved until the loss falls.
 */

import { clamp, UsageError, within } from '@barograph/core';
import type { LogitMap } from '@barograph/nowcast';
import { logit } from '@barograph/nowcast/parts';

const MOST_STEPS = 100;
const MOST_HALVINGS = 40;
/** Keeps the Hessian invertible when all raw probabilities are equal. */
const RIDGE = 1e-12;
/** Gradient per sample at which the search ends. */
const TOLERANCE = 1e-10;

/**
 * Fits a map on walk-forward forecasts. Every forecast must come from a model that had not seen its outcome.
 *
 * @param raw raw probabilities; 0 and 1 are moved inwards by `doubt`.
 * @param came outcomes: 1 when the event happened, else 0.
 * @param doubt half of the smallest step between raw probabilities: `0.5 / paths` of a simulation.
 * @returns a non-decreasing map: slope 0 and the base rate when the data would give a negative slope.
 * @throws {UsageError} when there is no sample, lengths differ, or a value is not a probability or outcome.
 * @example
 * const raw = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9];
 * const came = [0, 0, 1, 0, 1, 0, 1, 1];
 * fitLogitMap(raw, came, 0.00025).slope.toFixed(2); // → '0.61'
 */
export function fitLogitMap(raw: ArrayLike<number>, came: ArrayLike<number>, doubt: number): LogitMap {
  if (raw.length === 0 || raw.length !== came.length) {
    throw new UsageError(`"came" expected ${raw.length} outcomes, at least one, got ${came.length}`);
  }
  within('doubt', doubt, Number.MIN_VALUE, 0.5);
  const x = Float64Array.from(raw, (value, i) => logit(clamp(within(`raw[${i}]`, value, 0, 1), doubt, 1 - doubt)));
  const y = targets(came);

  let map = { slope: 0, intercept: logit(y.reduce((sum, target) => sum + target, 0) / y.length) };
  let loss = lossOf(map, x, y);
  const constant = map;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { slope, intercept, size } = newton(map, x, y);
    if (size < TOLERANCE) break;
    let share = 1;
    let next = map;
    let nextLoss = loss;
    for (let halving = 0; halving < MOST_HALVINGS && !(nextLoss < loss); halving++, share /= 2) {
      next = { slope: map.slope - share * slope, intercept: map.intercept - share * intercept };
      nextLoss = lossOf(next, x, y);
    }
    if (!(nextLoss < loss)) break;
    map = next;
    loss = nextLoss;
  }
  return map.slope < 0 ? constant : map;
}

function targets(came: ArrayLike<number>): Float64Array {
  let yes = 0;
  for (let i = 0; i < came.length; i++) {
    if (came[i] !== 0 && came[i] !== 1) throw new UsageError(`"came[${i}]" expected 0 or 1, got ${came[i]}`);
    yes += came[i]!;
  }
  const no = came.length - yes;
  return Float64Array.from(came, (outcome) => (outcome === 1 ? (yes + 1) / (yes + 2) : 1 / (no + 2)));
}

/** Mean negative log likelihood; `log(1 + eˣ)` without overflow. */
function lossOf({ slope, intercept }: LogitMap, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const z = slope * x[i]! + intercept;
    sum += Math.max(z, 0) - y[i]! * z + Math.log1p(Math.exp(-Math.abs(z)));
  }
  return sum / x.length;
}

/** The Newton step, and the length of the gradient. */
function newton({ slope, intercept }: LogitMap, x: Float64Array, y: Float64Array) {
  let [g0, g1, h00, h01, h11] = [0, 0, RIDGE, 0, RIDGE];
  for (let i = 0; i < x.length; i++) {
    const p = 1 / (1 + Math.exp(-(slope * x[i]! + intercept)));
    const error = (p - y[i]!) / x.length;
    const weight = (p * (1 - p)) / x.length;
    g0 += error;
    g1 += error * x[i]!;
    h00 += weight;
    h01 += weight * x[i]!;
    h11 += weight * x[i]! * x[i]!;
  }
  const determinant = h00 * h11 - h01 * h01;
  return {
    slope: (h00 * g1 - h01 * g0) / determinant,
    intercept: (h11 * g0 - h01 * g1) / determinant,
    size: Math.hypot(g0, g1),
  };
}
