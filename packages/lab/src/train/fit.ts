/**
 * The fit of a regime model: standardise, run EM from the label prototypes and from seeded jitters of them, keep the
 * best objective, and say whether its states are still what their labels say. Coins of a panel are learnt from beside
 * the market: each is a sequence of its own, and all of them together count as much as the config says.
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
  readonly config?: TrainingConfig;
  /** Name of the parameters, unique per fit. */
  readonly version: string;
  /** Only rows of these times are learnt from: `[from, to)`, epoch ms. */
  readonly from?: number;
  readonly to?: number;
  /** Hours of other coins that are learnt from too, as far as they are of these times; see `TrainingConfig.panel`. */
  readonly panel?: readonly Observations[];
  /** Parameters that the first run begins at, in place of the prototypes; of the same states. The priors stay. */
  readonly start?: HmmParameters;
  /** The model in force, which the labels of the fit are compared with: `checks.agreement`. */
  readonly before?: Model;
  /** Called after every iteration of every run. */
  readonly onProgress?: (progress: FitProgress) => void;
}

/** State of a fit that is running. */
export interface FitProgress {
  /** 1 … restarts. */
  readonly run: number;
  readonly iteration: number;
  readonly objective: number;
}

/** Regimes as they were fitted: the best of the restarts. */
export interface Fit {
  readonly parameters: HmmParameters;
  readonly standardization: Standardization;
  readonly checks: FitChecks;
  /** Number of the winning run, 1 … restarts. */
  readonly run: number;
  /** Objective of every run, in order. */
  readonly objectives: readonly number[];
  /** Of the run that won: after every iteration. */
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
 * @throws {FitError} too few rows, an objective that fell, a scale matrix that is none.
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
