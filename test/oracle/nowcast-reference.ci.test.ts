/**
 * The regime model on real hours against a fit made elsewhere: BTC, trained to the middle of 2021, held out to the
 * middle of 2024. The other fit had another source of the same bars, hence the tolerances.
 */

import { existsSync } from 'node:fs';
import { fold } from '@barograph/core';
import { readBars } from '@barograph/files';
import {
  createHmm,
  FEATURES,
  filter,
  hysteresis,
  labelProbabilities,
  observe,
  REGIMES,
  standardize,
  type Observations,
} from '@barograph/nowcast';
import { em, evaluate, fitRegimes, TRAINING_V2, type EmParameters, type Fit } from '@barograph/lab';
import { beforeAll, describe, expect, it } from 'vitest';

const FILE = '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz';
const full = process.env['BAROGRAPH_FULL'] === '1';
const missing = existsSync(FILE) ? (full ? undefined : 'runs with BAROGRAPH_FULL=1') : 'needs ../shared/data';

const TRAINED_TO = Date.UTC(2021, 6, 1);
const HELD_OUT = { from: TRAINED_TO, to: Date.UTC(2024, 5, 17), trainedTo: TRAINED_TO };

/** Medians and scaled absolute deviations of the features in training. */
const MEDIANS = [0.047, 0.069, -0.227, -0.144, 0.186, -0.062, 0.628, 0.023];
const SCALES = [0.673, 0.696, 0.34, 1.382, 0.168, 0.616, 0.485, 0.415];

/** Fitted means, two states per label. */
const MEANS = [
  [0.79, 0.59, -0.04, 0.04, 0.49, 0.31, 0.05, 0.09],
  [1.49, 1.31, 0.4, 0.02, 1.29, 0.96, 0.56, 0.8],
  [-0.73, -0.89, 0.23, 0.02, 0.26, 0.36, 0.23, 0],
  [-1.68, -1.54, 1.06, 0.34, 1.15, 1.19, 0.95, 0.87],
  [-0.22, 0.15, -0.33, -0.07, -0.25, -0.53, -0.23, -0.29],
  [0.14, 0.01, -0.54, -0.47, -0.33, -0.82, -0.3, -0.74],
  [-0.22, -0.13, 0.14, 0.53, -0.21, -0.19, -0.16, -0.08],
  [0.26, 0.16, 0.76, 0.91, -0.19, 0.2, -0.09, 0.53],
  [-0.24, -0.35, 1.55, 0.96, -0.08, 0.9, 0.7, 1.44],
  [0.01, 0.34, 2.29, 1.27, -0.01, 1.33, 1.31, 2.81],
  [-0.56, -0.33, -0.5, -0.93, 0.15, -0.47, 0.04, -0.32],
  [0.23, 0.08, -1.03, -1.4, -0.16, -1.05, -0.35, -0.79],
];
/** Label prototypes times their scales: where the states are held. */
const PRIOR_MEANS = REGIMES.flatMap((regime) => {
  const { at, scales } = TRAINING_V2.prototypes[regime];
  return scales.map((scale) => FEATURES.map((feature) => scale * at[feature]));
});
const SHARES = [0.189, 0.173, 0.213, 0.186, 0.051, 0.188];

describe.skipIf(missing !== undefined)(`the fit on real hours (${missing ?? 'BTC'})`, () => {
  let observations: Observations;
  let fit: Fit;
  beforeAll(async () => {
    const read = await readBars(FILE);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    observations = observe(read.value.candles);
    fit = fitRegimes(observations, {
      version: 'reference',
      to: TRAINED_TO,
      config: { ...TRAINING_V2, restarts: 1 },
    });
  }, 300_000);

  it('standardises as the other fit did', () => {
    expect(fit.standardization.median).toMatchOracle(MEDIANS, { rel: 0, abs: 0.1 });
    expect(fit.standardization.scale).toMatchOracle(SCALES, { rel: 0, abs: 0.06 });
  });

  it('keeps every state at its label', () => {
    expect(fit.checks).toMatchObject({ anchored: 12, accepted: true });
  });

  it('publishes labels as often, and changes them as rarely', () => {
    const model = { parameters: fit.parameters, standardization: fit.standardization };
    const evaluation = evaluate(model, observations, HELD_OUT);
    expect(evaluation.shares).toMatchOracle(SHARES, { rel: 0, abs: 0.03 });
    expect(evaluation.flipsPerDay).toMatchOracle(0.61, { rel: 0, abs: 0.06 });
    expect(evaluation.saturated).toMatchOracle(0.58, { rel: 0, abs: 0.03 });
    for (const { chain, markov, marginal } of Object.values(evaluation.logLoss)) {
      expect(chain).toBeLessThan(markov);
      expect(markov).toBeLessThan(marginal);
    }
    expect(evaluation.logLoss[4]!.chain).toMatchOracle(0.258, { rel: 0, abs: 0.02 });
  });

  it('EM from the other fit’s means stays there', () => {
    const [from, to] = [2_159, observations.time.findIndex((time) => time >= TRAINED_TO)];
    const columns = standardize(
      observations.columns.map((column) => column.slice(from, to)),
      fit.standardization,
    );
    const indices = MEANS.map((_, i) => i);
    const scales = new Float64Array(12 * 64);
    for (let k = 0; k < 12; k++) for (let i = 0; i < 8; i++) scales[(k * 8 + i) * 8 + i] = 0.45;
    const start: EmParameters = {
      means: Float64Array.from(MEANS.flat()),
      scales,
      initial: indices.map(() => 1 / 12),
      transition: indices.map((i) => indices.map((j) => (i === j ? 0.97 : 0.03 / 11))),
    };
    const prior = {
      means: Float64Array.from(PRIOR_MEANS.flat()),
      meanStrength: 0.05 * fit.rows,
      scaleStrength: 400,
      scale: 0.45,
      stickiness: 200,
      initialCount: 1,
    };
    const { parameters } = em([{ columns, weight: 1 }], start, {
      nu: 5,
      beta: 0.2,
      prior,
      maxIterations: 60,
      tolerance: 1e-6,
    });
    const near = MEANS.flat().filter((mean, at) => Math.abs(mean - parameters.means[at]!) <= 0.15);
    expect(near.length).toBeGreaterThanOrEqual(90);
  }, 300_000);

  it('H9 replaying the filtered probabilities gives the published labels', () => {
    const hmm = createHmm(fit.parameters);
    const z = standardize(observations.columns, fit.standardization);
    const q = labelProbabilities(hmm, filter(hmm, z));
    const inputs = [...observations.time.keys()]
      .filter((t) => !Number.isNaN(z[0]![t]!))
      .map((t) => ({ time: observations.time[t]!, posterior: q.slice(6 * t, 6 * t + 6) }));
    const once = fold(hysteresis(), inputs).outputs;
    const again = fold(
      hysteresis(),
      inputs.map(({ time, posterior }) => ({
        time,
        posterior: JSON.parse(JSON.stringify([...posterior])) as number[],
      })),
    ).outputs;
    expect(again).toEqual(once);
  });
});
