/**
 * Gaussian hidden Markov models of hourly returns, by maximum likelihood, labelled by the likeliest state of the forward
 * filter.
 *
 * @source L. R. Rabiner, A tutorial on hidden Markov models and selected applications in speech recognition, Proceedings of
 * the IEEE 77, 1989. T. Rydén, T. Teräsvirta, S. Åsbrink, Stylized facts of daily return series and the hidden Markov model,
 * Journal of Applied Econometrics 13, 1998.
 */

import type { Candles } from '@barograph/core';
import { createFilter, createHmm, type Hmm } from '@barograph/nowcast';
import { em, type EmFit, type EmParameters } from '../../train/em.ts';
import { FitError } from '../../train/fit-error.ts';
import { type Entrant, NO_LABEL } from '../entrant.ts';
import { returnsOf, returnStream } from '../returns.ts';

/** Starts differ in how long their states stay; the likeliest end is taken. */
const STAYS = [0.8, 0.95, 0.99] as const;
/** Variance below which a state has collapsed, in units of the variance of all rows. */
const LEAST_VARIANCE = 1e-6;
const OPTIONS = { nu: Infinity, beta: 1, prior: null, maxIterations: 500, tolerance: 1e-9 } as const;

/** States that begin with the variances of equal groups of returns, from small moves to large ones. */
function startOf(values: Float64Array, states: number, stay: number): EmParameters {
  const squares = values.map((value) => value * value).sort();
  const indices = Array.from({ length: states }, (_, k) => k);
  const edge = (k: number): number => Math.round((k * squares.length) / states);
  return {
    means: new Float64Array(states),
    scales: Float64Array.from(indices, (k) => {
      const group = squares.subarray(edge(k), edge(k + 1));
      return group.reduce((sum, value) => sum + value, 0) / group.length;
    }),
    initial: indices.map(() => 1 / states),
    transition: indices.map((i) => indices.map((j) => (i === j ? stay : (1 - stay) / (states - 1)))),
  };
}

/** A fit from one start; undefined when a state collapses to a point, where the likelihood has no bound. */
function fitFrom(values: Float64Array, start: EmParameters): EmFit | undefined {
  try {
    const fit = em([{ columns: [values], weight: 1 }], start, OPTIONS);
    return fit.parameters.scales.every((scale) => scale > LEAST_VARIANCE) ? fit : undefined;
  } catch (error) {
    if (error instanceof FitError) return undefined;
    throw error;
  }
}

/**
 * The likeliest of several fits to returns in units of their standard deviation.
 *
 * @throws {FitError} every fit collapsed.
 */
export function fitGaussianHmm(values: Float64Array, states: number): EmFit {
  const fits = STAYS.map((stay) => fitFrom(values, startOf(values, states, stay))).filter((fit) => fit !== undefined);
  if (fits.length === 0)
    throw new FitError(`expected ${states} states with a variance, and a state of each fit collapsed`);
  return fits.reduce((best, fit) => (fit.logLikelihood > best.logLikelihood ? fit : best));
}

function hmmOf({ means, scales, initial, transition }: EmParameters): Hmm {
  const labels = initial.map((_, k) => `state ${k}`);
  const states = labels.map((_, k) => ({ label: k, mean: [means[k]!], scaleCholesky: [[Math.sqrt(scales[k]!)]] }));
  return createHmm({
    version: 'gaussian-hmm',
    labels,
    features: ['return'],
    nu: null,
    beta: 1,
    states,
    initial,
    transition,
  });
}

const largest = (values: Float64Array): number =>
  values.reduce((best, value, k) => (value > values[best]! ? k : best), 0);

function fit(training: Candles, states: number): ReturnType<Entrant['fit']> {
  const returns = returnsOf(training);
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const spread = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length);
  const hmm = hmmOf(fitGaussianHmm(returns.map((value) => (value - mean) / spread), states).parameters); // prettier-ignore
  return () => {
    const returnOf = returnStream();
    const filter = createFilter(hmm);
    return {
      next: (bar) => {
        const change = returnOf(bar);
        return Number.isNaN(change) ? NO_LABEL : largest(filter.next([(change - mean) / spread]).probabilities);
      },
    };
  };
}

/** A Gaussian hidden Markov model with as many states as labels. */
const gaussianHmm = (labels: number): Entrant => ({
  name: `gaussian-hmm-${labels}`,
  source: 'Rabiner 1989; Rydén, Teräsvirta, Åsbrink 1998',
  labels,
  fit: (training) => fit(training, labels),
});

export const gaussianHmm2: Entrant = gaussianHmm(2);
export const gaussianHmm3: Entrant = gaussianHmm(3);
