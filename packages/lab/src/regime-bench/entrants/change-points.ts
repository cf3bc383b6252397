/**
 * Bayesian online change-point detection of hourly returns: a posterior of the hours since the last change, each with a
 * normal law whose mean and variance are unknown. The label is the third of the training hours that the variance of the current
 * run falls in: the paper finds changes, and leaves their names to the reader.
 *
 * ```
 * P(r_t = r + 1) ∝ P(r_{t−1} = r) · π_r(x_t) · (1 − H)     P(r_t = 0) ∝ Σ_r P(r_{t−1} = r) · π_r(x_t) · H
 * ```
 * @source R. P. Adams, D. J. C. MacKay, Bayesian online changepoint detection, arXiv:0710.3742, 2007, algorithm 1. The
 * predictive law: K. P. Murphy, Conjugate Bayesian analysis of the Gaussian distribution, 2007, section 3.
 */

import { type Candles, barAt } from '@barograph/core';
import { logGamma } from '@barograph/nowcast/parts';
import type { Entrant } from '../entrant.ts';
import { returnsOf, returnStream } from '../returns.ts';
import { tercileRule } from '../terciles.ts';

/** Longest run with a law of its own; longer runs share it. */
const LONGEST = 500;
/** Candidates for the mean hours between changes: the likeliest on the training hours is taken. */
const MEAN_RUNS = [24, 72, 168, 336] as const;
/** Normal-inverse-gamma prior, in units of the training deviation: as weak as one observation. */
const PRIOR = { mean: 0, kappa: 1, alpha: 1, beta: 1 } as const;

/** Result of one row. */
interface RunPoint {
  /** Log predictive density of the row, given the rows before it. */
  readonly logPredictive: number;
  /** Variance of the current run: `β_r/α_r`, the reciprocal of its expected precision, averaged over run lengths. */
  readonly variance: number;
}

/** Log of the constant of the predictive Student law, by run length. */
const CONSTANTS: Float64Array = Float64Array.from({ length: LONGEST + 1 }, (_, r) => {
  const alpha = PRIOR.alpha + r / 2;
  return logGamma(alpha + 0.5) - logGamma(alpha) - 0.5 * Math.log(2 * Math.PI * alpha);
});

/**
 * The posterior of run lengths, row by row.
 *
 * @param meanRun mean hours between changes, the reciprocal of the hazard; above 1.
 */
export function runLengths(meanRun: number): { readonly next: (x: number) => RunPoint; readonly run: Float64Array } {
  const hazard = 1 / meanRun;
  const run = new Float64Array(LONGEST + 1);
  const mean = new Float64Array(LONGEST + 1).fill(PRIOR.mean);
  const beta = new Float64Array(LONGEST + 1).fill(PRIOR.beta);
  run[0] = 1;
  let length = 1;
  const next = (x: number): RunPoint => {
    let evidence = 0;
    const top = Math.min(length, LONGEST + 1);
    const grown = new Float64Array(top);
    for (let r = 0; r < top; r++) {
      const [kappa, alpha] = [PRIOR.kappa + r, PRIOR.alpha + r / 2];
      const scale = (beta[r]! * (kappa + 1)) / (alpha * kappa);
      const distance = (x - mean[r]!) ** 2 / scale;
      const log = CONSTANTS[r]! - 0.5 * Math.log(scale) - (alpha + 0.5) * Math.log1p(distance / (2 * alpha));
      grown[r] = run[r]! * Math.exp(log);
      evidence += grown[r]!;
    }
    // The last place keeps what would grow beyond it.
    const overflow = top > LONGEST ? grown[LONGEST]! : 0;
    for (let r = Math.min(top, LONGEST); r > 0; r--) {
      const kappa = PRIOR.kappa + r - 1;
      beta[r] = beta[r - 1]! + (kappa * (x - mean[r - 1]!) ** 2) / (2 * (kappa + 1));
      mean[r] = (kappa * mean[r - 1]! + x) / (kappa + 1);
      run[r] = (grown[r - 1]! * (1 - hazard)) / evidence;
    }
    if (overflow > 0) run[LONGEST] = run[LONGEST]! + (overflow * (1 - hazard)) / evidence;
    run[0] = hazard;
    length = Math.min(length + 1, LONGEST + 1);
    let variance = 0;
    for (let r = 0; r < length; r++) variance += (run[r]! * beta[r]!) / (PRIOR.alpha + r / 2);
    return { logPredictive: Math.log(evidence), variance };
  };
  return { next, run };
}

function fit(training: Candles): ReturnType<Entrant['fit']> {
  const returns = returnsOf(training);
  const spread = Math.sqrt(returns.reduce((sum, value) => sum + value * value, 0) / returns.length);
  const trials = MEAN_RUNS.map((meanRun) => {
    const { next } = runLengths(meanRun);
    return { meanRun, evidence: returns.reduce((sum, value) => sum + next(value / spread).logPredictive, 0) };
  });
  const { meanRun } = trials.reduce((best, trial) => (trial.evidence > best.evidence ? trial : best));
  const varianceStream = (): ((close: { readonly close: number }) => number) => {
    const [returnOf, { next }] = [returnStream(), runLengths(meanRun)];
    return (bar) => {
      const change = returnOf(bar);
      return Number.isNaN(change) ? NaN : next(change / spread).variance;
    };
  };
  const learnt = varianceStream();
  const labelOf = tercileRule(Array.from({ length: training.length }, (_, t) => learnt(barAt(training, t))));
  return () => {
    const live = varianceStream();
    return { next: (bar) => labelOf(live(bar)) };
  };
}

export const changePoints: Entrant = {
  name: 'change-points',
  source: 'Adams, MacKay 2007',
  labels: 3,
  fit,
};
