/**
 * The reference loops of the nowcast's benchmark, written here on purpose: nested loops over typed arrays, as one would
 * write them from a textbook, with everything that does not depend on the rows computed before.
 */

import type { HmmParameters } from '@barograph/nowcast';

export const D = 8;

/** Everything that does not depend on the rows. */
export interface PlainLaw {
  readonly n: number;
  readonly nu: number | null;
  readonly diagonal: boolean;
  readonly means: Float64Array;
  /** Inverse factors, state by state, row-major. */
  readonly inverse: Float64Array;
  readonly logDet: Float64Array;
  readonly initial: Float64Array;
  readonly transition: Float64Array;
}

type Columns = readonly Float64Array[];

export function plainLaw(
  { states, nu, initial, transition }: HmmParameters,
  covariance: 'full' | 'diagonal',
): PlainLaw {
  const inverse = new Float64Array(states.length * D * D);
  states.forEach(({ scaleCholesky: lower }, k) => {
    for (let j = 0; j < D; j++) {
      for (let i = j; i < D; i++) {
        let sum = i === j ? 1 : 0;
        for (let m = j; m < i; m++) sum -= lower[i]![m]! * inverse[(k * D + m) * D + j]!;
        inverse[(k * D + i) * D + j] = sum / lower[i]![i]!;
      }
    }
  });
  return {
    n: states.length,
    nu,
    diagonal: covariance === 'diagonal',
    means: Float64Array.from(states.flatMap(({ mean }) => mean)),
    inverse,
    logDet: Float64Array.from(states, ({ scaleCholesky }) =>
      scaleCholesky.reduce((sum, row, i) => sum + Math.log(row[i]!), 0),
    ),
    initial: Float64Array.from(initial),
    transition: Float64Array.from(transition.flat()),
  };
}

/** log densities, and the filter on them. */
export function plainFilter(law: PlainLaw, columns: Columns) {
  const { n, nu, diagonal, means, inverse, logDet, initial, transition } = law;
  const { length } = columns[0]!;
  const alpha = new Float64Array(length * n);
  const emissions = new Float64Array(length * n);
  const logs = new Float64Array(n);
  const y = new Float64Array(D);
  for (let t = 0; t < length; t++) {
    let top = -Infinity;
    for (let k = 0; k < n; k++) {
      let distance = 0;
      for (let i = 0; i < D; i++) {
        y[i] = columns[i]![t]! - means[k * D + i]!;
        let z = 0;
        for (let j = diagonal ? i : 0; j <= i; j++) z += inverse[(k * D + i) * D + j]! * y[j]!;
        distance += z * z;
      }
      const log = -logDet[k]! - (nu === null ? 0.5 * distance : 0.5 * (nu + D) * Math.log(1 + distance / nu));
      logs[k] = log;
      if (log > top) top = log;
    }
    let sum = 0;
    for (let k = 0; k < n; k++) {
      let prior = 0;
      if (t === 0) prior = initial[k]!;
      else for (let i = 0; i < n; i++) prior += alpha[(t - 1) * n + i]! * transition[i * n + k]!;
      const emission = Math.exp(logs[k]! - top);
      emissions[t * n + k] = emission;
      alpha[t * n + k] = prior * emission;
      sum += prior * emission;
    }
    for (let k = 0; k < n; k++) alpha[t * n + k] = alpha[t * n + k]! / sum;
  }
  return { alpha, emissions };
}

/**
 * The filter with nothing computed before but the factors: rows of numbers, and forward substitution for every row and
 * state. The design study does not print its plain loop; it names inverse factors, columns and blocks among what its
 * prototype gained by, so this is nearer to it than {@link plainFilter}.
 */
export function textbookFilter(
  { states, initial, transition }: HmmParameters,
  rows: readonly Float64Array[],
  covariance: 'full' | 'diagonal',
) {
  const n = states.length;
  const alpha = rows.map(() => new Float64Array(n));
  for (const [t, x] of rows.entries()) {
    const logs = new Float64Array(n);
    for (const [k, { mean, scaleCholesky: lower }] of states.entries()) {
      const z = new Float64Array(D);
      let log = 0;
      for (let i = 0; i < D; i++) {
        let sum = x[i]! - mean[i]!;
        for (let j = covariance === 'diagonal' ? i : 0; j < i; j++) sum -= lower[i]![j]! * z[j]!;
        z[i] = sum / lower[i]![i]!;
        log -= Math.log(lower[i]![i]!) + 0.5 * z[i]! * z[i]!;
      }
      logs[k] = log;
    }
    const top = Math.max(...logs);
    let total = 0;
    for (let k = 0; k < n; k++) {
      let prior = 0;
      if (t === 0) prior = initial[k]!;
      else for (let i = 0; i < n; i++) prior += alpha[t - 1]![i]! * transition[i]![k]!;
      alpha[t]![k] = prior * Math.exp(logs[k]! - top);
      total += alpha[t]![k]!;
    }
    for (let k = 0; k < n; k++) alpha[t]![k] = alpha[t]![k]! / total;
  }
  return alpha;
}

/** Filter, then the backward recursion and γ; with `counts` the expected transitions too. */
export function plainForwardBackward(law: PlainLaw, columns: Columns, counts?: Float64Array) {
  const { n, transition } = law;
  const { alpha, emissions } = plainFilter(law, columns);
  const gamma = alpha.slice();
  const beta = new Float64Array(n).fill(1);
  const row = new Float64Array(n);
  for (let t = columns[0]!.length - 2; t >= 0; t--) {
    let total = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += transition[i * n + j]! * emissions[(t + 1) * n + j]! * beta[j]!;
      row[i] = sum;
      total += sum * alpha[t * n + i]!;
    }
    if (counts !== undefined) {
      for (let i = 0; i < n; i++) {
        const weight = alpha[t * n + i]! / total;
        for (let j = 0; j < n; j++) {
          const joint = weight * transition[i * n + j]! * emissions[(t + 1) * n + j]! * beta[j]!;
          counts[i * n + j] = counts[i * n + j]! + joint;
        }
      }
    }
    for (let i = 0; i < n; i++) {
      beta[i] = row[i]! / total;
      gamma[t * n + i] = alpha[t * n + i]! * beta[i]!;
    }
  }
  return { gamma };
}

/** One iteration of Baum and Welch, of a Gaussian model. */
export function plainEm(law: PlainLaw, columns: Columns, covariance: 'full' | 'diagonal') {
  const { n } = law;
  const { length } = columns[0]!;
  const counts = new Float64Array(n * n);
  const { gamma } = plainForwardBackward(law, columns, counts);
  const means = new Float64Array(n * D);
  const scales = new Float64Array(n * D * D);
  const x = new Float64Array(D);
  for (let k = 0; k < n; k++) {
    let mass = 0;
    for (let t = 0; t < length; t++) {
      const weight = gamma[t * n + k]!;
      mass += weight;
      for (let i = 0; i < D; i++) {
        x[i] = columns[i]![t]!;
        const weighted = weight * x[i]!;
        means[k * D + i] = means[k * D + i]! + weighted;
        for (let j = covariance === 'diagonal' ? i : 0; j <= i; j++) {
          scales[(k * D + i) * D + j] = scales[(k * D + i) * D + j]! + weighted * x[j]!;
        }
      }
    }
    for (let i = 0; i < D; i++) means[k * D + i] = means[k * D + i]! / mass;
    for (let i = 0; i < D; i++) {
      for (let j = covariance === 'diagonal' ? i : 0; j <= i; j++) {
        const value = scales[(k * D + i) * D + j]! / mass - means[k * D + i]! * means[k * D + j]!;
        scales[(k * D + i) * D + j] = value;
        scales[(k * D + j) * D + i] = value;
      }
    }
  }
  const transition = counts.map((count, at) => {
    const from = Math.floor(at / n) * n;
    return count / counts.subarray(from, from + n).reduce((sum, value) => sum + value, 0);
  });
  return { means, scales, transition };
}
