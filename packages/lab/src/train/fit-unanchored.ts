/**
 * A fit without anchors, for research: EM from k-means++, with no prior on means, transitions or the first state, and
 * labels mapped onto the states afterwards.
 *
 * It does not produce a model file. Nothing ties a state to the meaning of a label: every label is assigned to some state,
 * even a distant one, and another seed or later rows change the label of about half of the hours
 * (`packages/lab/studies/nowcast-unanchored.evidence.ts`). `fitRegimes` starts its states at the labels instead.
 */

import { deepFreeze, integerAtLeast, oneOf, shown, UsageError } from '@barograph/core';
import { type HmmParameters, type Observations, REGIMES, type Standardization, standardize } from '@barograph/nowcast';
import { UNANCHORED } from '@barograph/nowcast/parts';
import { nearestLabel } from './anchors.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { em, type EmParameters } from './em.ts';
import { parametersOf, startAt } from './em-parameters.ts';
import { fitStandardization } from './fit-standardization.ts';
import { completeRows, lloyd, seedCentres } from './k-means.ts';
import { anchorDistances, labelStates } from './label-states.ts';
import { rowsOf, trainingColumns } from './training-rows.ts';

/** Config of an unanchored fit. */
export interface UnanchoredConfig {
  /** Travels into the version of the parameters. A changed number is a new version. */
  readonly version: `${typeof UNANCHORED}${string}`;
  /** Steps of k-means, at most. */
  readonly lloydSteps: number;
  /**
   * Rows that the prior of the scale matrices counts, which is round as in `TrainingConfig.scale`: without one the
   * likelihood of a state that shrinks onto a row has no bound.
   */
  readonly scaleStrength: number;
}

/** Version 1: the prior counts as little as an inverse Wishart law of eight features with a mean may, 10 rows. */
export const UNANCHORED_V1: UnanchoredConfig = deepFreeze({
  version: 'unanchored/1',
  lloydSteps: 30,
  scaleStrength: 10,
});

/** Settings of a fit of free states. */
export interface UnanchoredOptions {
  /** Initialisation of EM. */
  readonly init: 'kmeans++';
  /** Latent states; at least as many as labels. */
  readonly states: number;
  /** The same seed gives the same fit, another one another. */
  readonly seed: string;
  /** Only rows of these times are learnt from: `[from, to)`, epoch ms. */
  readonly from?: number;
  /** End of the span, epoch ms. @default all rows */
  readonly to?: number;
  /** Parameters. @default UNANCHORED_V1 */
  readonly config?: UnanchoredConfig;
  /** Warm-up, emissions and EM; its prototypes label the states, its other priors have no part. */
  readonly training?: TrainingConfig;
  /** Called after every iteration of EM. */
  readonly onIteration?: (iteration: number, objective: number) => void;
}

/** Result of the fit. States are in the order of their labels, those of one label by their distance to it. */
export interface UnanchoredFit {
  /** Their version begins with `unanchored/`, which no model file may. */
  readonly parameters: HmmParameters;
  readonly standardization: Standardization;
  /** State by state, to every label: weighted mean squares in robust units. */
  readonly anchorDistances: readonly (readonly number[])[];
  /** State by state: the nearest label. It is not the state's own where the label would have had no state. */
  readonly nearest: readonly number[];
  /** Inertia of k-means at the start of every step. */
  readonly inertia: readonly number[];
  /** EM objective after every iteration: tempered log likelihood and log prior of the scale matrices. */
  readonly objective: readonly number[];
  readonly converged: boolean;
  /** Rows with features. */
  readonly rows: number;
  /** Tempered log likelihood per row with features. */
  readonly logLikelihood: number;
}

/**
 * Fits a model without anchors to hourly rows. Reproducible: the same rows and options give the same bytes on one Node
 * version.
 *
 * @throws {UsageError} when there are fewer states than labels, the seed is empty, `init` is not k-means++, or the config's
 * version is that of a model.
 * @throws {FitError} when there are fewer distinct rows than states, the objective falls, or a scale matrix is not positive
 * definite.
 * @source Start: D. Arthur, S. Vassilvitskii, k-means++: The advantages of careful seeding, SODA 2007, section 2.2, and
 * S. P. Lloyd, Least squares quantization in PCM, IEEE Transactions on Information Theory 28, 1982. EM: as in `em`.
 * @example
 * const { parameters } = fitUnanchored(rows, { init: 'kmeans++', states: 12, seed: 'a', training: small.training });
 * parameters.version; // → 'unanchored/1|kmeans++|a'
 * // no model file may have it
 */
export function fitUnanchored(observations: Observations, options: UnanchoredOptions): UnanchoredFit {
  const { states, seed, config = UNANCHORED_V1, training = TRAINING_V2 } = options;
  const init = oneOf('init', options.init, ['kmeans++']);
  integerAtLeast('states', states, REGIMES.length);
  if (typeof seed !== 'string' || seed === '') throw new UsageError(`"seed" expected a text, got ${shown(seed)}`);
  if (!config.version.startsWith(UNANCHORED)) {
    throw new UsageError(`"config.version" expected to begin with ${UNANCHORED}, got ${shown(config.version)}`);
  }

  const raw = trainingColumns(observations, training, options.from ?? -Infinity, options.to ?? Infinity);
  const standardization = fitStandardization([{ columns: raw, weight: 1 }]);
  const columns = standardize(raw, standardization);
  const rows = completeRows(columns);
  const { centres, inertia } = lloyd(rows, seedCentres(rows, states, seed), config.lloydSteps);
  const fit = em([{ columns, weight: 1 }], startAt(centres, training), {
    nu: training.nu ?? Infinity,
    beta: training.beta,
    covariance: training.covariance,
    prior: {
      means: new Float64Array(centres.length),
      meanStrength: 0,
      scaleStrength: config.scaleStrength,
      scale: training.scale,
      stickiness: 0,
      initialCount: 0,
    },
    maxIterations: training.maxIterations,
    tolerance: training.tolerance,
    ...(options.onIteration === undefined ? {} : { onIteration: options.onIteration }),
  });
  const { parameters, labels } = inOrder(fit.parameters, training);
  const model = parametersOf(parameters, labels, `${config.version}|${init}|${seed}`, training);
  const means = model.states.map(({ mean }) => mean);
  const count = rowsOf(raw);
  return {
    parameters: model,
    standardization,
    anchorDistances: anchorDistances(means, training),
    nearest: means.map((mean) => nearestLabel(mean, training)),
    inertia,
    objective: fit.objective,
    converged: fit.converged,
    rows: count,
    logLikelihood: fit.logLikelihood / count,
  };
}

/** Labels the states, and sorts them by label and distance to it: k-means numbers them by its draws. */
function inOrder(
  { means, scales, initial, transition }: EmParameters,
  training: TrainingConfig,
): { readonly parameters: EmParameters; readonly labels: readonly number[] } {
  const d = means.length / initial.length;
  const part = (values: Float64Array, size: number, k: number): Float64Array =>
    values.subarray(k * size, (k + 1) * size);
  const distances = anchorDistances(
    initial.map((_, k) => part(means, d, k)),
    training,
  );
  const labels = labelStates(distances);
  const own = (k: number): number => distances[k]![labels[k]!]!;
  const order = [...initial.keys()].toSorted((a, b) =>
    labels[a] === labels[b] ? own(a) - own(b) : labels[a]! - labels[b]!,
  );
  const gathered = (values: Float64Array, size: number): Float64Array =>
    Float64Array.from(order.flatMap((k) => [...part(values, size, k)]));
  return {
    labels: order.map((k) => labels[k]!),
    parameters: {
      means: gathered(means, d),
      scales: gathered(scales, d * d),
      initial: order.map((k) => initial[k]!),
      transition: order.map((i) => order.map((j) => transition[i]![j]!)),
    },
  };
}
