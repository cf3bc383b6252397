/**
 * Expectation maximisation of a tempered Student-t hidden Markov model, by maximum likelihood or maximum a posteriori.
 * The objective cannot fall, which is checked at every step.
 *
 * Several sequences share the parameters, and each starts from the initial distribution. A sequence's weight applies to
 * its sums γ and ξ and to its log likelihood in the objective.
 *
 * E: filter, and smoother on its result. M, with `u = γ·(ν + d)/(ν + δ)`:
 * ```
 * A_ij ∝ Σξ_ij + κ_s·1{i = j}          π ∝ γ_1 + κ_π
 * μ_k  = (Σu·x + κ_0·m_k) / (Σu + κ_0)
 * S_k  = (Σu·(x−μ)(x−μ)ᵀ + κ_0·(μ−m)(μ−m)ᵀ + n_0·S_0) / (Σγ + n_0 + d + 2)
 * ```
 * The priors of means and scales are tempered like the likelihood, so that the M-step does not depend on β.
 *
 * @source L. E. Baum et al., A maximization technique occurring in the statistical analysis of probabilistic functions
 * of Markov chains, Annals of Mathematical Statistics 41, 1970. Student-t: S. P. Chatzis, D. I. Kosmopoulos,
 * T. A. Varvarigou, Robust sequential data modeling using an outlier tolerant hidden Markov model, IEEE TPAMI 31, 2009.
 * Conjugate modes: E. B. Fox et al., A sticky HDP-HMM with application to speaker diarization, Annals of Applied
 * Statistics 5, 2011.
 */

import {
  BLOCK,
  type Chain,
  cholesky,
  createBackward,
  createChain,
  createEmission,
  createForwardState,
  createTransitionCounts,
  type Emission,
  filterBlocks,
  isDiagonal,
  smoothRows,
} from '@barograph/nowcast/parts';
import { FitError } from './fit-error.ts';
import { addMoments, createMoments, maximizeEmissions, type Covariance, type Moments } from './moments.ts';
import { logPrior, type MapPrior } from './prior.ts';

/**
 * Parameters during EM. Matrices are row-major; `scales` are the matrices S, not their factors. `initial` and
 * `transition` are probabilities.
 */
export interface EmParameters {
  /** State by state, one number per feature. */
  readonly means: Float64Array;
  readonly scales: Float64Array;
  readonly initial: readonly number[];
  readonly transition: readonly (readonly number[])[];
}

/** Consecutive rows. */
export interface Sequence {
  /** Standardised features; a row that lacks any is a row without observation. */
  readonly columns: readonly Float64Array[];
  /** Weight per row, above 0. */
  readonly weight: number;
}

/** Settings of EM. */
export interface EmOptions {
  /** Infinity for the Gaussian. */
  readonly nu: number;
  /** Exponent that tempers the evidence of a row. */
  readonly beta: number;
  /** Form of the scale matrices; 'diagonal' needs a diagonal start. @default 'full' */
  readonly covariance?: Covariance;
  /** Null for maximum likelihood. */
  readonly prior: MapPrior | null;
  readonly maxIterations: number;
  /** Relative change of the objective that ends the search. */
  readonly tolerance: number;
  /** Called after every iteration, for progress. */
  readonly onIteration?: (iteration: number, objective: number) => void;
}

/** Result of EM, and its objective by iteration. */
export interface EmFit {
  readonly parameters: EmParameters;
  /** Weighted tempered log likelihood and log priors, before each M-step. */
  readonly objective: readonly number[];
  /** Weighted tempered log likelihood of the rows under `parameters`' predecessor: the last E-step. */
  readonly logLikelihood: number;
  readonly converged: boolean;
}

/** Relative fall of the objective that counts as rounding. */
const ROUNDING = 1e-7;

/**
 * Runs EM from a start.
 *
 * @param sequences at least one row each; sequences are independent.
 * @throws {FitError} when the objective falls, or a scale matrix is not positive definite or not diagonal as required.
 * @example
 * const move = Float64Array.from({ length: 400 }, (_, t) => (Math.floor(t / 100) % 2 === 0 ? 1 : 5) * Math.sin(t * t));
 * const start = {
 *   means: Float64Array.of(0, 0), scales: Float64Array.of(1, 9),
 *   initial: [0.5, 0.5], transition: [[0.9, 0.1], [0.1, 0.9]],
 * };
 * const options = { nu: Infinity, beta: 1, prior: null, maxIterations: 50, tolerance: 1e-6 };
 * const { parameters, converged } = em([{ columns: [move], weight: 1 }], start, options);
 * [converged, ...parameters.transition.map((row, i) => row[i].toFixed(2))]; // → [ true, '0.99', '0.99' ]
 */
export function em(sequences: readonly Sequence[], from: EmParameters, options: EmOptions): EmFit {
  const { covariance = 'full' } = options;
  if (covariance === 'diagonal' && !isDiagonal(from.scales, sequences[0]!.columns.length)) {
    throw new FitError('"scales" expected diagonal matrices to start from, got some that are not');
  }
  const whole = sequences.map(({ columns, weight }) => ({ columns: wholeRows(columns), weight }));
  const longest = Math.max(...sequences.map(({ columns }) => columns[0]!.length));
  const workspace = createWorkspace(longest, from.initial.length);
  const objective: number[] = [];
  let parameters = from;
  let logLikelihood = NaN;
  let converged = false;
  for (let iteration = 1; iteration <= options.maxIterations; iteration++) {
    const emission = emissionOf(parameters, options);
    const chain = createChain(parameters.initial, parameters.transition);
    const expected = createExpected(chain, emission, covariance);
    for (const sequence of whole) addExpectation(sequence, chain, emission, workspace, expected);
    ({ logLikelihood } = expected);
    const now = logLikelihood + (options.prior === null ? 0 : logPrior(parameters, emission, options.prior));
    const before = objective.at(-1);
    objective.push(now);
    options.onIteration?.(iteration, now);
    if (before !== undefined) {
      assertRise(before, now, iteration);
      converged = Math.abs(now - before) < options.tolerance * Math.abs(before);
      if (converged) break;
    }
    parameters = maximization(expected, chain, emission, options.prior);
  }
  return { parameters, objective, logLikelihood, converged };
}

/**
 * Checks that the objective did not fall in an iteration.
 * @throws {FitError} the objective fell by more than rounding. @internal for its test: correct code cannot fall.
 */
export function assertRise(before: number, now: number, iteration: number): void {
  if (now >= before - ROUNDING * Math.abs(before)) return;
  throw new FitError(`the objective fell from ${before} to ${now} at iteration ${iteration}`);
}

/** Clears rows that lack a feature: the M-step cannot use partial rows. */
function wholeRows(columns: readonly Float64Array[]): Float64Array[] {
  const copies = columns.map((column) => column.slice());
  for (let t = 0; t < copies[0]!.length; t++) {
    if (copies.some((column) => Number.isNaN(column[t]!))) for (const column of copies) column[t] = NaN;
  }
  return copies;
}

function emissionOf({ means, scales, initial }: EmParameters, { nu, beta }: EmOptions): Emission {
  const states = initial.length;
  const d = means.length / states;
  const lower = new Float64Array(scales.length);
  for (let k = 0; k < states; k++) {
    const factor = cholesky(scales.subarray(k * d * d, (k + 1) * d * d), d);
    if (factor === undefined) throw new FitError(`the scale matrix of state ${k} is not positive definite`);
    lower.set(factor, k * d * d);
  }
  return createEmission(means, lower, d, nu, beta);
}

/** Memory of the E-step, allocated once for the longest sequence. */
interface Workspace {
  readonly alpha: Float64Array;
  readonly gamma: Float64Array;
  readonly logLikelihood: Float64Array;
  /** State by state: squared distance of every row; NaN for a row without observation. */
  readonly distances: Float64Array;
}

function createWorkspace(length: number, states: number): Workspace {
  const table = (): Float64Array => new Float64Array(length * states);
  return { alpha: table(), gamma: table(), logLikelihood: new Float64Array(length), distances: table() };
}

/** Sums that the M-step needs, over the rows of all sequences, by their weights. */
interface Expected {
  logLikelihood: number;
  /** γ of the first rows. */
  readonly first: Float64Array;
  /** Expected transitions over `A_ij`, with the chain's stride. */
  readonly counts: Float64Array;
  readonly moments: Moments;
}

function createExpected({ states, transition }: Chain, emission: Emission, covariance: Covariance): Expected {
  return {
    logLikelihood: 0,
    first: new Float64Array(states),
    counts: new Float64Array(transition.values.length),
    moments: createMoments(emission, covariance),
  };
}

/** The E-step of one sequence. */
function addExpectation(
  { columns, weight }: Sequence,
  chain: Chain,
  emission: Emission,
  workspace: Workspace,
  expected: Expected,
): void {
  const { alpha, gamma, distances } = workspace;
  const { states } = chain;
  const { length } = columns[0]!;
  const logLikelihood = workspace.logLikelihood.subarray(0, length);
  const forward = createForwardState(chain);
  filterBlocks(chain, emission, columns, length, forward, alpha, logLikelihood, (block, from, rows) => {
    for (let k = 0; k < states; k++) {
      distances.set(block.subarray(k * BLOCK, k * BLOCK + rows), k * length + from);
    }
  });
  const counts = createTransitionCounts(chain);
  gamma.set(alpha.subarray((length - 1) * states, length * states), (length - 1) * states);
  smoothRows(createBackward(chain), alpha, length, gamma, counts);
  expected.logLikelihood += weight * logLikelihood.reduce((sum, value) => sum + value, 0);
  for (let k = 0; k < states; k++) expected.first[k] = expected.first[k]! + weight * gamma[k]!;
  counts.sums.forEach((count, at) => (expected.counts[at] = expected.counts[at]! + weight * count));
  addMoments(columns, emission, gamma, distances, weight, expected.moments);
}

/** The M-step. */
function maximization(
  expected: Expected,
  { states, transition }: Chain,
  emission: Emission,
  prior: MapPrior | null,
): EmParameters {
  const stickiness = prior?.stickiness ?? 0;
  const first = Array.from(expected.first, (value) => value + (prior?.initialCount ?? 0));
  const rows = first.map((_, i) =>
    first.map((_, j) => {
      const cell = i * transition.stride + j;
      return transition.values[cell]! * expected.counts[cell]! + (i === j ? stickiness : 0);
    }),
  );
  return {
    ...maximizeEmissions(expected.moments, emission, prior),
    initial: normalized(first),
    // A state without expected transitions keeps its row.
    transition: rows.map((row, i) =>
      row.some((value) => value > 0)
        ? normalized(row)
        : Array.from(transition.values.subarray(i * transition.stride, i * transition.stride + states)),
    ),
  };
}

function normalized(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}
