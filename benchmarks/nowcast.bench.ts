/**
 * Regime model against a plain loop that does nothing else. The reference loops are `nowcast-plain.ts`; their results
 * are compared with ours before anything is timed.
 */

import { barAt, sliceCandles } from '@barograph/core';
import {
  artifactText,
  createHar,
  createHmm,
  createNowcast,
  filter,
  har,
  harSeries,
  loadModel,
  nowcastHistory,
  observe,
  smooth,
  type HmmParameters,
} from '@barograph/nowcast';
import { em, fitHar, TRAINING_V2, trainNowcast, type Covariance, type EmParameters } from '@barograph/lab';
import { simulatedHours } from './bars.ts';
import { answer, type Timing } from './harness.ts';
import { D, plainEm, plainFilter, plainForwardBackward, plainLaw, textbookFilter } from './nowcast-plain.ts';

/** Short runs, so that the load of the machine is the same within a round. */
const ROWS = 16_384;
const ROUNDS = 31;

let seed = 12_345;
const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const columns = list(D, () => Float64Array.from({ length: ROWS }, () => 4 * next() - 2));
const rows = list(ROWS, (t) => Float64Array.from(columns, (column) => column[t]!));

function parametersOf(states: number, nu: number | null, covariance: Covariance): HmmParameters {
  const off = covariance === 'full' ? 0.2 : 0;
  return {
    version: 'bench/1',
    labels: list(6, (l) => `label ${l}`),
    features: list(D, (i) => `x${i}`),
    nu,
    beta: 1,
    states: list(states, (k) => ({
      label: k % 6,
      mean: list(D, () => 2 * next() - 1),
      scaleCholesky: list(D, (i) => list(i + 1, (j) => (i === j ? 0.5 + next() : off * (next() - 0.5)))),
    })),
    initial: list(states, () => 1 / states),
    transition: list(states, (i) => list(states, (j) => (i === j ? 0.95 : 0.05 / (states - 1)))),
  };
}

/** EM's form of the parameters. */
function startOf({ states, initial, transition }: HmmParameters): EmParameters {
  const product = (lower: readonly (readonly number[])[], i: number, j: number): number =>
    lower[i]!.reduce((sum, value, m) => sum + value * (lower[j]![m] ?? 0), 0);
  return {
    means: Float64Array.from(states.flatMap(({ mean }) => mean)),
    scales: Float64Array.from(
      states.flatMap(({ scaleCholesky: lower }) => lower.flatMap((_, i) => lower.map((__, j) => product(lower, i, j)))),
    ),
    initial,
    transition,
  };
}

/** Ends the run when two lists of numbers differ by more than rounding. */
function assertSame(what: string, ours: ArrayLike<number>, plain: ArrayLike<number>): void {
  let worst = ours.length === plain.length ? 0 : Infinity;
  for (let i = 0; i < ours.length; i++) worst = Math.max(worst, Math.abs(ours[i]! - plain[i]!));
  if (!(worst < 1e-9)) throw new Error(`${what}: ours and the plain loop differ by ${worst}`);
}

const results: Record<string, Timing[]> = {};

for (const states of [6, 12]) {
  for (const covariance of ['full', 'diagonal'] as const) {
    const compare = (name: string, reference: () => unknown, ours: string, run: () => unknown): void => {
      results[`${name}-${states}-${covariance}`] = answer({
        title: `${name}, ${states} states, ${D} features, ${covariance} scale matrices, per row`,
        units: ROWS,
        reference: 'plain loop',
        rounds: ROUNDS,
        cases: [
          { name: 'plain loop', run: reference },
          { name: `barograph ${ours}`, run },
        ],
      });
    };
    for (const nu of [null, 5]) {
      const parameters = parametersOf(states, nu, covariance);
      const law = plainLaw(parameters, covariance);
      const hmm = createHmm(parameters);
      const name = nu === null ? 'filter (Gaussian)' : `filter (t ${nu})`;
      assertSame(name, filter(hmm, columns).probabilities, plainFilter(law, columns).alpha);
      compare(
        name,
        () => plainFilter(law, columns),
        'filter()',
        () => filter(hmm, columns),
      );
      if (nu !== null) continue;
      const textbook = textbookFilter(parameters, rows, covariance);
      assertSame(
        `${name}, textbook`,
        filter(hmm, columns).probabilities,
        textbook.flatMap((row) => [...row]),
      );
      compare(
        `${name}, solving for every row`,
        () => textbookFilter(parameters, rows, covariance),
        'filter()',
        () => filter(hmm, columns),
      );

      assertSame('smoother', smooth(hmm, filter(hmm, columns)).probabilities, plainForwardBackward(law, columns).gamma);
      compare(
        'forward and backward (Gaussian)',
        () => plainForwardBackward(law, columns),
        'filter(), smooth()',
        () => smooth(hmm, filter(hmm, columns)),
      );

      const begin = startOf(parameters);
      const options = { nu: Infinity, beta: 1, covariance, prior: null, maxIterations: 1, tolerance: 0 };
      const [ours, plain] = [
        em([{ columns, weight: 1 }], begin, options).parameters,
        plainEm(law, columns, covariance),
      ];
      assertSame('means', ours.means, plain.means);
      assertSame('scales', ours.scales, plain.scales);
      assertSame('transitions', ours.transition.flat(), plain.transition);
      compare(
        'EM, one iteration (Gaussian)',
        () => plainEm(law, columns, covariance),
        'em()',
        () => em([{ columns, weight: 1 }], begin, options),
      );
    }
  }
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

// ------------------------------------------------------------------------- HAR+, against the filter of the same hours

const quarter = sliceCandles(hours, 0, ROWS);
const quarterBars = list(ROWS, (i) => barAt(quarter, i));
const { pooled } = fitHar([harSeries(quarter)], { from: -Infinity, to: Infinity });
const twelve = createHmm(parametersOf(12, 5, 'full'));
results['har'] = answer({
  title: 'HAR+ beside the filter of 12 states and 8 features, per hour',
  units: ROWS,
  reference: 'barograph filter()',
  rounds: ROUNDS,
  cases: [
    { name: 'barograph filter()', run: () => filter(twelve, columns) },
    { name: 'barograph har()', run: () => har(quarter, pooled) },
    {
      name: 'barograph createHar()',
      run: () => {
        const stream = createHar(pooled);
        const into = { h4: NaN, h24: NaN, inputs: [], derivatives: false };
        for (const bar of quarterBars) stream.next(bar, into);
        return into;
      },
    },
  ],
});

const SIX_YEARS = 52_560;
const history = sliceCandles(hours, 0, SIX_YEARS);
const bars = list(SIX_YEARS, (i) => barAt(history, i));
results['history'] = answer({
  title: `six years of one coin, ${SIX_YEARS} hours, per hour`,
  units: SIX_YEARS,
  reference: 'bar by bar',
  rounds: 3,
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

const [{ medianNs: perCoin }] = results['refresh'] as [Timing];
console.log(`  the whole refresh: ${((perCoin * COINS) / 1e6).toFixed(1)} ms`);

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
