/** Out-of-sample evaluation of a model: likelihood, stability, and skill of its forecasts over a chain's. */

import {
  createHmm,
  filter,
  type FlipPath,
  type HmmParameters,
  hysteresis,
  HYSTERESIS_V1,
  type HysteresisConfig,
  type HysteresisState,
  labelProbabilities,
  type Observations,
  predict,
  type Standardization,
  standardize,
} from '@barograph/nowcast';

/** Parameters, and the standardisation of the features. */
export interface Model {
  readonly parameters: HmmParameters;
  readonly standardization: Standardization;
}

/** Mean negative log probability, natural log: of the outcome, by each forecaster. Lower is better. */
export interface LogLoss {
  /** `q·A^h`. */
  readonly chain: number;
  /** The Markov chain of the labels published in training, `h` steps from the label published now. */
  readonly markov: number;
  /** Shares of the labels published in training. */
  readonly marginal: number;
}

/** Likelihood of rows under a model. */
export interface Evaluation {
  /** Rows with features. */
  readonly rows: number;
  /** Tempered log likelihood per row. */
  readonly logLikelihood: number;
  /** Shares of the published labels. */
  readonly shares: readonly number[];
  /** Mean filtered probability of every latent state. */
  readonly occupancy: readonly number[];
  readonly flipsPerDay: number;
  readonly flipsByPath: Readonly<Record<FlipPath, number>>;
  /** Share of rows whose likeliest label has more than .95. */
  readonly saturated: number;
  /** Lengths in bars of the regimes that ended within the rows, ascending. */
  readonly dwells: readonly number[];
  /** By horizon in bars. */
  readonly logLoss: Readonly<Record<number, LogLoss>>;
}

/** Floor of probabilities in log losses. */
const LEAST = 1e-12;

/** Output of the filter and the hysteresis for every row. */
interface Published {
  readonly labels: Int32Array;
  readonly posterior: Float64Array;
  readonly paths: readonly (FlipPath | null)[];
}

/** Runs filter and hysteresis over all rows; −1 before the first row with features. */
export function publish(
  parameters: HmmParameters,
  columns: readonly Float64Array[],
  time: Float64Array,
  config: HysteresisConfig = HYSTERESIS_V1,
): Published {
  const hmm = createHmm(parameters);
  const posterior = labelProbabilities(hmm, filter(hmm, columns));
  return { posterior, ...publishLabels(posterior, columns, time, config) };
}

/** Runs the hysteresis over label probabilities, one number per label and row. */
export function publishLabels(
  posterior: Float64Array,
  columns: readonly Float64Array[],
  time: Float64Array,
  config: HysteresisConfig = HYSTERESIS_V1,
): Omit<Published, 'posterior'> {
  const width = posterior.length / time.length;
  const machine = hysteresis(config);
  const labels = new Int32Array(time.length).fill(-1);
  const paths: (FlipPath | null)[] = [];
  let state: HysteresisState = machine.initial;
  time.forEach((at, t) => {
    paths.push(null);
    // Skip hours without a bar and rows before the first features.
    if (Number.isNaN(columns[0]![t]!)) {
      if (state.phase === 'set') labels[t] = state.label;
      return;
    }
    const step = machine.step(state, { time: at, posterior: posterior.subarray(t * width, (t + 1) * width) });
    state = step.state;
    labels[t] = step.output.label;
    paths[t] = step.output.path;
  });
  return { labels, paths };
}

/**
 * Evaluates a model on the rows of `[from, to)`. Filter and hysteresis run from the first row, as in live operation.
 * `horizons` are in bars, by default 4 and 24.
 *
 * @param trainedTo baselines are counted on rows before this time, epoch ms.
 * @param horizons in bars.
 * @example
 * const [from, to, trainedTo] = [hours.time[1_000], hours.time[1_400], hours.time[900]];
 * const { artifact } = model;
 * const rows = observe(hours, artifact.features);
 * const score = evaluate({ ...artifact, parameters: artifact.hmm }, rows, { from, to, trainedTo });
 * [score.rows, score.flipsPerDay.toFixed(2)]; // → [ 400, '0.36' ]
 */
export function evaluate(
  { parameters, standardization }: Model,
  { time, columns }: Observations,
  {
    from,
    to,
    trainedTo,
    horizons = [4, 24],
  }: {
    readonly from: number;
    readonly to: number;
    readonly trainedTo: number;
    readonly horizons?: readonly number[];
  },
): Evaluation {
  const z = standardize(columns, standardization);
  const hmm = createHmm(parameters);
  const filtered = filter(hmm, z);
  const { labels, posterior, paths } = publish(parameters, z, time);
  const width = parameters.labels.length;
  const states = parameters.states.length;
  const training = indices(time, -Infinity, trainedTo).filter((t) => labels[t]! >= 0);
  const tested = indices(time, from, to).filter((t) => !Number.isNaN(z[0]![t]!));
  const counts = countSteps(labels, training, width);

  const mean = (valueOf: (t: number) => number): number =>
    tested.reduce((sum, t) => sum + valueOf(t), 0) / tested.length;
  const flips = tested.filter((t) => paths[t] !== null);
  const byPath = (path: FlipPath): number => flips.filter((t) => paths[t] === path).length;
  const share = counts.map((row) => row.reduce((sum, value) => sum + value, 0));
  const total = share.reduce((sum, value) => sum + value, 0);

  const logLoss = Object.fromEntries(
    horizons.map((steps) => {
      const ahead = labelProbabilities(hmm, predict(hmm, filtered, steps));
      const chain = stepsAhead(counts, steps);
      const origins = tested.filter((t) => t + steps < time.length && time[t + steps]! < to);
      const loss = (p: (t: number, came: number) => number): number =>
        origins.reduce((sum, t) => sum - Math.log(Math.max(p(t, labels[t + steps]!), LEAST)), 0) / origins.length;
      return [
        steps,
        {
          chain: loss((t, came) => ahead[t * width + came]!),
          markov: loss((t, came) => chain[labels[t]!]![came]!),
          marginal: loss((_, came) => share[came]! / total),
        },
      ];
    }),
  );
  return {
    rows: tested.length,
    logLikelihood: mean((t) => filtered.logLikelihood[t]!),
    shares: parameters.labels.map((_, label) => mean((t) => Number(labels[t] === label))),
    occupancy: parameters.states.map((_, k) => mean((t) => filtered.probabilities[t * states + k]!)),
    flipsPerDay: (24 * flips.length) / tested.length,
    flipsByPath: { floor: byPath('floor'), override: byPath('override'), margin: byPath('margin') },
    saturated: mean((t) => Number(Math.max(...posterior.subarray(t * width, (t + 1) * width)) > 0.95)),
    dwells: flips
      .slice(1)
      .map((t, i) => t - flips[i]!)
      .sort((a, b) => a - b),
    logLoss,
  };
}

function indices(time: Float64Array, from: number, to: number): number[] {
  return Array.from(time.keys()).filter((t) => time[t]! >= from && time[t]! < to);
}

/** Counts transitions from label i to label j; every cell starts at 1, so that no transition is impossible. */
function countSteps(labels: Int32Array, rows: readonly number[], width: number): number[][] {
  const counts = Array.from({ length: width }, () => Array.from({ length: width }, () => 1));
  for (const t of rows) {
    const before = labels[t - 1] ?? -1;
    if (before >= 0) counts[before]![labels[t]!]!++;
  }
  return counts;
}

/** Transition probabilities of the counted chain after `steps` steps. */
function stepsAhead(counts: readonly (readonly number[])[], steps: number): readonly (readonly number[])[] {
  const once = counts.map((row) => row.map((value) => value / row.reduce((sum, v) => sum + v, 0)));
  let power: number[][] = once;
  for (let step = 1; step < steps; step++) {
    power = power.map((row) => once.map((_, j) => row.reduce((sum, value, i) => sum + value * once[i]![j]!, 0)));
  }
  return power;
}
