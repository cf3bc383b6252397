/**
 * Dynamic conditional correlation of standardised returns, the second step of the two-step estimator: with `z` the returns over
 * their forecast deviations,
 *
 * `Q_{t+1} = (1 − a − b)·Q̄ + a·z_t z_tᵀ + b·Q_t`, `R_ij = Q_ij / √(Q_ii·Q_jj)`
 *
 * Series may begin at different bars. So `Q̄` is the mean product over the bars of each pair, and `a` and `b` maximise the sum of the
 * normal likelihoods of all pairs. Constant conditional correlation has `a = b = 0`.
 *
 * @source R. F. Engle, Dynamic conditional correlation, Journal of Business and Economic Statistics 20, 2002. C. Pakel,
 * N. Shephard, K. Sheppard, R. F. Engle, Fitting vast dimensional time-varying covariance models, Journal of Business and
 * Economic Statistics 39, 2021 (likelihood of pairs). T. Bollerslev, Review of Economics and Statistics 72, 1990 (constant).
 */

import { UsageError } from '@barograph/core';
import { minimize, NELDER_MEAD_V1, type NelderMeadConfig } from '../nelder-mead.ts';
import { logistic, logitOf } from './returns.ts';

/** Correlations that move. */
export interface DccFit {
  /** Weight of the last products, in (0, 1). */
  readonly a: number;
  /** Weight of the state before, in (0, 1); `a + b < 1`. */
  readonly b: number;
  /** `Q̄`, row by row. */
  readonly target: Float64Array;
  /** Sum of the log likelihoods of the pairs, less the part that does not depend on `a` and `b`. */
  readonly logLikelihood: number;
  readonly converged: boolean;
}

/** Fewest bars that two series share. */
const LEAST = 60;

/** Products of two series on the bars that both have, as long columns without gaps. */
interface Pair {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
}

function pairOf(first: Float64Array, second: Float64Array, end: number): Pair {
  const both: number[] = [];
  for (let t = 0; t < end; t++) if (!Number.isNaN(first[t]! + second[t]!)) both.push(t);
  if (both.length < LEAST) {
    throw new UsageError(`"standardized" expected at least ${LEAST} bars that two series share, got ${both.length}`);
  }
  const [x, y] = [Float64Array.from(both, (t) => first[t]!), Float64Array.from(both, (t) => second[t]!)];
  const mean = (u: Float64Array, v: Float64Array): number => u.reduce((sum, value, t) => sum + value * v[t]!, 0) / u.length; // prettier-ignore
  return { x, y, xx: mean(x, x), yy: mean(y, y), xy: mean(x, y) };
}

function pairLikelihood({ x, y, xx, yy, xy }: Pair, a: number, b: number): number {
  let [p, q, r] = [xx, yy, xy];
  let sum = 0;
  const still = 1 - a - b;
  for (let t = 0; t < x.length; t++) {
    const [u, v] = [x[t]!, y[t]!];
    const rho = r / Math.sqrt(p * q);
    const rest = 1 - rho * rho;
    sum -= 0.5 * (Math.log(rest) + (u * u + v * v - 2 * rho * u * v) / rest);
    p = still * xx + a * u * u + b * p;
    q = still * yy + a * v * v + b * q;
    r = still * xy + a * u * v + b * r;
  }
  return sum;
}

/**
 * Fits the weights and the mean products.
 *
 * @param standardized returns over their forecast deviations, one column per series; NaN when missing.
 * @param end number of leading bars to fit on.
 * @param search settings of the search. @default NELDER_MEAD_V1
 * @throws {UsageError} fewer than two series, or two that share fewer than 60 learnt bars.
 * @example
 * const noise = (seed: number) => Float64Array.from({ length: 400 }, (_, i) => 1.5 * Math.sin(seed * i * i));
 * const { a, b } = fitDcc([noise(1), noise(2)], 400);
 * a > 0 && a + b < 1; // → true
 */
export function fitDcc(
  standardized: readonly Float64Array[],
  end: number,
  search: NelderMeadConfig = NELDER_MEAD_V1,
): DccFit {
  const n = standardized.length;
  if (n < 2) throw new UsageError(`"standardized" expected at least 2 series, got ${n}`);
  const target = new Float64Array(n * n);
  const pairs: Pair[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const pair = pairOf(standardized[i]!, standardized[j]!, end);
      target[n * i + j] = target[n * j + i] = pair.xy;
      if (j < i) pairs.push(pair);
    }
  }
  // With s the sum of both weights, a = s·share: neither leaves its range.
  const at = ([memory, news]: readonly number[]) => {
    const sum = logistic(memory!);
    const a = sum * logistic(news!);
    return [a, sum - a] as const;
  };
  const objective = (point: readonly number[]): number => {
    const [a, b] = at(point);
    return -pairs.reduce((sum, pair) => sum + pairLikelihood(pair, a, b), 0);
  };
  const { point, value, converged } = minimize(objective, [logitOf(0.97), logitOf(0.03)], search);
  const [a, b] = at(point);
  return { a, b, target, logLikelihood: -value, converged };
}

/**
 * Correlations before every bar, from the bars before it. A bar on which a series is missing counts as its mean.
 *
 * @param standardized as in the fit; columns may be longer.
 * @param visit receives each bar and its correlations, row by row; the array is reused for the next bar.
 * @example
 * const last: number[] = [];
 * const fit = { a: 0.05, b: 0.9, target: Float64Array.of(1, 0.5, 0.5, 1) };
 * dccCorrelations([Float64Array.of(2, 0), Float64Array.of(2, 0)], fit, (bar, r) => (last[bar] = r[1]!));
 * last.map((r) => r.toFixed(4)); // → [ '0.5000', '0.5870' ]
 */
export function dccCorrelations(
  standardized: readonly Float64Array[],
  { a, b, target }: Pick<DccFit, 'a' | 'b' | 'target'>,
  visit: (bar: number, correlations: Float64Array) => void,
): void {
  const n = standardized.length;
  const q = target.slice();
  const correlations = new Float64Array(n * n);
  for (let t = 0; t < standardized[0]!.length; t++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++)
        correlations[n * i + j] = q[n * i + j]! / Math.sqrt(q[(n + 1) * i]! * q[(n + 1) * j]!);
    }
    visit(t, correlations);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const product = standardized[i]![t]! * standardized[j]![t]!;
        const news = Number.isNaN(product) ? target[n * i + j]! : product;
        q[n * i + j] = (1 - a - b) * target[n * i + j]! + a * news + b * q[n * i + j]!;
      }
    }
  }
}
