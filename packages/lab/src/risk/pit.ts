/**
 * Probability integral transform: the place of an outcome in its forecast distribution. Of a calibrated forecast the places
 * are uniform on (0, 1).
 *
 * @source F. X. Diebold, T. A. Gunther, A. S. Tay, Evaluating density forecasts, International Economic Review 39, 1998.
 * M. A. Stephens, EDF statistics for goodness of fit and some comparisons, Journal of the American Statistical Association
 * 69, 1974: the finite-sample factor of Kolmogorov's law.
 */

import { UsageError } from '@barograph/core';
import { SIMULATED_P_V1, simulatedP, type SimulationConfig } from './simulated-p.ts';

/**
 * Place of an outcome among the draws of its forecast: uniform on `(k + ½)/(n + 1)` when the outcome is one more draw.
 *
 * @param sample draws of the forecast, in any order; at least one.
 * @param outcome the value that came, in the unit of the draws.
 * @returns in (0, 1); equal draws count half.
 * @throws {UsageError} an empty sample.
 * @example
 * pitOfSample([1, 2, 3], 2.5); // → 0.625
 */
export function pitOfSample(sample: ArrayLike<number>, outcome: number): number {
  const n = sample.length;
  if (n === 0) throw new UsageError('"sample" expected at least one draw, got none');
  let below = 0;
  for (let i = 0; i < n; i++) below += sample[i]! < outcome ? 1 : sample[i]! === outcome ? 0.5 : 0;
  return (below + 0.5) / (n + 1);
}

/** Test of Kolmogorov and Smirnov. */
export interface Uniformity {
  /** Largest distance between the empirical distribution of the places and the uniform one. */
  readonly statistic: number;
  /** By Kolmogorov's law with Stephens' factor. */
  readonly asymptotic: number;
  /** By samples of independent uniform numbers. */
  readonly simulated: number;
  readonly rows: number;
}

/**
 * Tests whether places are uniform. Both p-values assume independent rows: give rows whose outcomes do not overlap, such as
 * one forecast a day of the next day.
 *
 * @param places in [0, 1]; at least one.
 * @param config parameters. @default SIMULATED_P_V1
 * @throws {UsageError} no places, or one outside [0, 1].
 * @example
 * const even = Array.from({ length: 100 }, (_, i) => (i + 0.5) / 100);
 * const { statistic, asymptotic } = uniformity(even);
 * [statistic.toFixed(3), asymptotic.toFixed(3)]; // → [ '0.005', '1.000' ]
 */
export function uniformity(places: ArrayLike<number>, config: SimulationConfig = SIMULATED_P_V1): Uniformity {
  const rows = places.length;
  if (rows === 0) throw new UsageError('"places" expected at least one, got none');
  const sorted = Float64Array.from(places).sort();
  const wrong = sorted.find((place) => !(place >= 0 && place <= 1));
  if (wrong !== undefined) throw new UsageError(`"places" expected numbers in [0, 1], got ${wrong}`);
  const statistic = distance(sorted);
  const root = Math.sqrt(rows);
  const drawn = new Float64Array(rows);
  const draw = (uniform: () => number): number => {
    for (let i = 0; i < rows; i++) drawn[i] = uniform();
    return distance(drawn.sort());
  };
  return {
    statistic,
    asymptotic: kolmogorovTail(statistic * (root + 0.12 + 0.11 / root)),
    simulated: simulatedP(statistic, draw, 'uniformity', config),
    rows,
  };
}

function distance(sorted: Float64Array): number {
  const n = sorted.length;
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, (i + 1) / n - sorted[i]!, sorted[i]! - i / n);
  return largest;
}

/** Probability that Kolmogorov's variable exceeds `x`. Of the two series of the law each converges fast on one side of 1. */
function kolmogorovTail(x: number): number {
  if (x < 0.2) return 1; // 1 − 5e-13 at 0.2
  let sum = 0;
  if (x < 1) {
    for (let k = 1; k <= 9; k += 2) sum += Math.exp((-(k * k) * Math.PI * Math.PI) / (8 * x * x));
    return 1 - (Math.sqrt(2 * Math.PI) / x) * sum;
  }
  for (let k = 1; k <= 9; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * x * x);
  return sum;
}
