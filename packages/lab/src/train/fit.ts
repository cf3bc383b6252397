/**
 * Fits a regime model: standardises rows, runs EM from the label prototypes and from seeded jitters of them, keeps the best
 * objective, and checks that states still match their labels. Each coin of a panel is a separate sequence; the config sets
 * their total weight.
 */

import seedrandom from 'seedrandom';
import { type HmmParameters, type Observations, type Standardization, standardize } from '@barograph/nowcast';
import { normalQuantile } from '@barograph/nowcast/parts';
import { prototypeStates } from './anchors.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { em, type EmFit, type EmParameters } from './em.ts';
import { parametersOf, resumed, startAt } from './em-parameters.ts';
import type { Model } from './evaluate.ts';
import { checkFit, type FitChecks } from './fit-checks.ts';
import { FitError } from './fit-error.ts';
import { panelSequences, rowsOf, trainingColumns } from './training-rows.ts';
import { fitStandardization } from './fit-standardization.ts';
import type { MapPrior } from './prior.ts';

export type { FitChecks };

/** Settings of a fit. */
export interface FitOptions {
  /** Parameters. @default TRAINING_V2 */
  readonly config?: TrainingConfig;
  /** Name of the parameters, unique per fit. */
  readonly version: string;
  /** Training span `[from, to)`, epoch ms. @default all rows */
  readonly from?: number;
  /** End of the span, epoch ms. @default all rows */
  readonly to?: number;
  /**
   * Hours of further coins within the training span; see `TrainingConfig.panel`.
   * @default []
   */
  readonly panel?: readonly Observations[];
  /** Start of the first run instead of the prototypes, with the same states. The priors stay. */
  readonly start?: HmmParameters;
  /** Model in force, for `checks.agreement`. @default `agreement` is null */
  readonly before?: Model;
  /** Called after every iteration of every run. */
  readonly onProgress?: (progress: FitProgress) => void;
}

/** Progress of a running fit. */
export interface FitProgress {
  /** 1 … restarts. */
  readonly run: number;
  readonly iteration: number;
  readonly objective: number;
}

/** Best fit over the restarts. */
export interface Fit {
  readonly parameters: HmmParameters;
  readonly standardization: Standardization;
  readonly checks: FitChecks;
  /** Number of the winning run, 1 … restarts. */
  readonly run: number;
  /** Objective of every run, in order. */
  readonly objectives: readonly number[];
  /** Objective of the winning run after every iteration. */
  readonly objective: readonly number[];
  readonly converged: boolean;
  /** Rows with features, without the panel's. */
  readonly rows: number;
  /** Coins of the panel that had enough rows, and the rows of all of them; 0 without a panel. */
  readonly panel: { readonly coins: number; readonly rows: number };
  /** Tempered log likelihood of the training rows, per row with features, each by its weight. */
  readonly logLikelihood: number;
}

/**
 * Fits a model to hourly rows. Reproducible: the same rows and config give the same bytes on one Node version.
 *
 * @throws {FitError} when there are too few rows, the objective falls, or a scale matrix is not positive definite.
 * @example
 * const { parameters, checks } = fitRegimes(rows, { version: 'mine-1', config: small.training }); // years: TRAINING_V3
 * [checks.accepted, checks.reason]; // → [ true, null ]
 * createHmm(parameters).parameters.states.length; // → 12
 */
export function fitRegimes(observations: Observations, options: FitOptions): Fit {
  const config = options.config ?? TRAINING_V2;
  const { from = -Infinity, to = Infinity } = options;
  const raw = trainingColumns(observations, config, from, to);
  const rows = rowsOf(raw);
  if (rows < config.occupancyRows) throw new FitError(`expected at least ${config.occupancyRows} rows, got ${rows}`);
  const panel = panelSequences(options.panel ?? [], rows, config, from, to);
  const sequences = [{ columns: raw, weight: 1 }, ...panel.sequences];
  const standardization = fitStandardization(sequences);
  const standardized = sequences.map(({ columns, weight }) => ({
    columns: standardize(columns, standardization),
    weight,
  }));
  const weight = rows + panel.weight * panel.rows;

  const states = prototypeStates(config);
  const prior = priorOf(config, states, weight);
  const fits: EmFit[] = [];
  for (let run = 1; run <= config.restarts; run++) {
    fits.push(
      em(
        standardized,
        options.start !== undefined && run === 1 ? resumed(options.start) : startOf(config, prior, run),
        {
          nu: config.nu ?? Infinity,
          beta: config.beta,
          covariance: config.covariance,
          prior,
          maxIterations: config.maxIterations,
          tolerance: config.tolerance,
          onIteration: (iteration, objective) => options.onProgress?.({ run, iteration, objective }),
        },
      ),
    );
  }
  const objectives = fits.map(({ objective }) => objective.at(-1)!);
  const best = objectives.indexOf(Math.max(...objectives));
  const { parameters, objective, logLikelihood, converged } = fits[best]!;
  const model = parametersOf(
    parameters,
    states.map(({ label }) => label),
    options.version,
    config,
  );
  return {
    parameters: model,
    standardization,
    checks: checkFit(model, { columns: standardized[0]!.columns, raw, before: options.before }, config),
    run: best + 1,
    objectives,
    objective,
    converged,
    rows,
    panel: { coins: panel.sequences.length, rows: panel.rows },
    logLikelihood: logLikelihood / weight,
  };
}

function priorOf(
  config: TrainingConfig,
  states: readonly { readonly mean: readonly number[] }[],
  rows: number,
): MapPrior {
  return {
    means: Float64Array.from(states.flatMap(({ mean }) => mean)),
    meanStrength: config.meanStrengthShare * rows,
    scaleStrength: config.scaleStrength,
    scale: config.scale,
    stickiness: config.stickiness,
    initialCount: config.initialCount,
  };
}

/** Start of run `run`: the prior means, from the second run on with seeded normal noise. */
function startOf(config: TrainingConfig, prior: MapPrior, run: number): EmParameters {
  const draw = seedrandom.alea(`fit|${run}`);
  // Half a step of the generator away from 0, where the quantile is infinite.
  const noise = (): number => config.jitter * normalQuantile((draw.int32() + 2 ** 31 + 0.5) / 2 ** 32);
  return startAt(run === 1 ? prior.means : prior.means.map((mean) => mean + noise()), config);
}
