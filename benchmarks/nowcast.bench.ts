/**
 * How far is the regime model from a plain loop that does nothing else? The reference loops are written here on purpose:
 * nested loops, as one would write them from a textbook.
 */

import { barAt, sliceCandles } from '@barograph/core';
import {
  artifactText,
  createHmm,
  createNowcast,
  filter,
  loadModel,
  nowcastHistory,
  observe,
  smooth,
  type HmmParameters,
} from '@barograph/nowcast';
import { em, TRAINING_V2, trainNowcast, type EmParameters } from '@barograph/nowcast/train';
import { simulatedHours } from './bars.ts';
import { answer, type Timing } from './harness.ts';

const ROWS = 52_000;
const D = 8;
const ITERATIONS = 4;

let seed = 12_345;
const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const columns = list(D, () => Float64Array.from({ length: ROWS }, () => 4 * next() - 2));

function parametersOf(states: number, nu: number | null): HmmParameters {
  return {
    version: 'bench/1',
    labels: list(6, (l) => `label ${l}`),
    features: list(D, (i) => `x${i}`),
    nu,
    beta: 1,
    states: list(states, (k) => ({
      label: k % 6,
      mean: list(D, () => 2 * next() - 1),
      scaleCholesky: list(D, (i) => list(i + 1, (j) => (i === j ? 0.5 + next() : 0.2 * next() - 0.1))),
    })),
    initial: list(states, () => 1 / states),
    transition: list(states, (i) => list(states, (j) => (i === j ? 0.95 : 0.05 / (states - 1)))),
  };
}

/** log densities by forward substitution, and the filter on them. */
function plainFilter({ states, nu, initial, transition }: HmmParameters) {
  const n = states.length;
  const alpha = new Float64Array(ROWS * n);
  const emissions = new Float64Array(ROWS * n);
  const logs = new Float64Array(n);
  const z = new Float64Array(D);
  const logDet = states.map(({ scaleCholesky }) => scaleCholesky.reduce((sum, row, i) => sum + Math.log(row[i]!), 0));
  for (let t = 0; t < ROWS; t++) {
    let top = -Infinity;
    for (let k = 0; k < n; k++) {
      const { mean, scaleCholesky } = states[k]!;
      let distance = 0;
      for (let i = 0; i < D; i++) {
        const factor = scaleCholesky[i]!;
        let rest = columns[i]![t]! - mean[i]!;
        for (let j = 0; j < i; j++) rest -= factor[j]! * z[j]!;
        z[i] = rest / factor[i]!;
        distance += z[i]! * z[i]!;
      }
      const log = -logDet[k]! - (nu === null ? 0.5 * distance : 0.5 * (nu + D) * Math.log(1 + distance / nu));
      logs[k] = log;
      if (log > top) top = log;
    }
    let sum = 0;
    for (let k = 0; k < n; k++) {
      let prior = 0;
      if (t === 0) prior = initial[k]!;
      else for (let i = 0; i < n; i++) prior += alpha[(t - 1) * n + i]! * transition[i]![k]!;
      emissions[t * n + k] = Math.exp(logs[k]! - top);
      alpha[t * n + k] = prior * emissions[t * n + k]!;
      sum += alpha[t * n + k]!;
    }
    for (let k = 0; k < n; k++) alpha[t * n + k] = alpha[t * n + k]! / sum;
  }
  return { alpha, emissions };
}

/** Filter, then the backward recursion, γ and the expected transitions. */
function plainForwardBackward(parameters: HmmParameters) {
  const { alpha, emissions } = plainFilter(parameters);
  const { transition } = parameters;
  const n = transition.length;
  const counts = list(n, () => new Float64Array(n));
  const gamma = alpha.slice();
  const beta = new Float64Array(n).fill(1);
  const row = new Float64Array(n);
  for (let t = ROWS - 2; t >= 0; t--) {
    let total = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += transition[i]![j]! * emissions[(t + 1) * n + j]! * beta[j]!;
      row[i] = sum;
      total += sum * alpha[t * n + i]!;
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const joint = alpha[t * n + i]! * transition[i]![j]! * emissions[(t + 1) * n + j]! * beta[j]!;
        counts[i]![j] = counts[i]![j]! + joint / total;
      }
    }
    for (let i = 0; i < n; i++) {
      beta[i] = row[i]! / total;
      gamma[t * n + i] = alpha[t * n + i]! * beta[i]!;
    }
  }
  return { gamma, counts };
}

/** One iteration of Baum and Welch, of a Gaussian model. */
function plainEm(parameters: HmmParameters): unknown {
  const { gamma, counts } = plainForwardBackward(parameters);
  const n = parameters.states.length;
  return parameters.states.map((_, k) => {
    let mass = 0;
    const mean = new Float64Array(D);
    const second = list(D, () => new Float64Array(D));
    for (let t = 0; t < ROWS; t++) {
      const weight = gamma[t * n + k]!;
      mass += weight;
      for (let i = 0; i < D; i++) {
        const weighted = weight * columns[i]![t]!;
        mean[i] = mean[i]! + weighted;
        for (let j = 0; j <= i; j++) second[i]![j] = second[i]![j]! + weighted * columns[j]![t]!;
      }
    }
    return { mean: mean.map((value) => value / mass), second, row: counts[k] };
  });
}

function startOf({ states, initial, transition }: HmmParameters): EmParameters {
  const scales = new Float64Array(states.length * D * D);
  for (let k = 0; k < states.length; k++) for (let i = 0; i < D; i++) scales[(k * D + i) * D + i] = 1;
  return { means: Float64Array.from(states.flatMap(({ mean }) => mean)), scales, initial, transition };
}

const results: Record<string, Timing[]> = {};

for (const states of [6, 12]) {
  for (const nu of [null, 5]) {
    const parameters = parametersOf(states, nu);
    const hmm = createHmm(parameters);
    const law = nu === null ? 'Gaussian' : `t(${nu})`;
    results[`filter-${states}-${nu}`] = answer({
      title: `filter, ${states} states, ${D} features, ${law}, full scale matrices, per row`,
      units: ROWS,
      reference: 'plain loop',
      rounds: 5,
      cases: [
        { name: 'plain loop', run: () => plainFilter(parameters) },
        { name: 'barograph filter()', run: () => filter(hmm, columns) },
      ],
    });
  }
  const parameters = parametersOf(states, null);
  const hmm = createHmm(parameters);
  results[`smooth-${states}`] = answer({
    title: `forward and backward, ${states} states, Gaussian, per row`,
    units: ROWS,
    reference: 'plain loop',
    rounds: 5,
    cases: [
      { name: 'plain loop', run: () => plainForwardBackward(parameters) },
      { name: 'barograph filter(), smooth()', run: () => smooth(hmm, filter(hmm, columns)) },
    ],
  });
  const begin = startOf(parameters);
  const options = { nu: Infinity, beta: 1, prior: null, maxIterations: ITERATIONS, tolerance: 0 };
  results[`em-${states}`] = answer({
    title: `EM, ${states} states, Gaussian, per row and iteration`,
    units: ROWS * ITERATIONS,
    reference: 'plain loop',
    rounds: 3,
    cases: [
      { name: 'plain loop', run: () => list(ITERATIONS, () => plainEm(parameters)) },
      { name: 'barograph em()', run: () => em([{ columns, weight: 1 }], begin, options) },
    ],
  });
}

// ------------------------------------------------------------------------- the nowcast, with a small model of its own

const hours = simulatedHours();
const artifact = trainNowcast(observe(sliceCandles(hours, 0, 4_000)), {
  modelVersion: 'bench-1',
  config: { ...TRAINING_V2, warmUpBars: 400, betas: [], restarts: 1, maxIterations: 5 },
});
const loaded = loadModel(artifactText(artifact));
if (!loaded.ok) throw new Error('the model did not load');
const model = loaded.value;

const SIX_YEARS = 52_560;
const history = sliceCandles(hours, 0, SIX_YEARS);
const bars = list(SIX_YEARS, (i) => barAt(history, i));
results['history'] = answer({
  title: `six years of one coin, ${SIX_YEARS} hours, per hour`,
  units: SIX_YEARS,
  reference: 'bar by bar',
  rounds: 2,
  cases: [
    {
      name: 'bar by bar',
      run: () => {
        const nowcast = createNowcast(model);
        let last: unknown;
        for (const bar of bars) last = nowcast.next(bar);
        return last;
      },
    },
    { name: 'barograph nowcastHistory()', run: () => nowcastHistory(model, history) },
  ],
});

const warm = createNowcast(model);
for (const bar of bars.slice(0, 3_000)) warm.next(bar);
const snapshot = warm.snapshot();

const COINS = 230;
const coins = list(COINS, () => createNowcast(model, snapshot));
let hour = 3_000;
results['refresh'] = answer({
  title: `one more hour for ${COINS} coins, per coin`,
  units: COINS,
  reference: 'the block',
  rounds: 10,
  cases: [
    {
      name: 'the block',
      run: () => {
        const bar = bars[hour++]!;
        return coins.map((coin) => coin.next(bar));
      },
    },
  ],
});

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
