/**
 * 4,000 paths of 24 hours through twelve latent states: cost of a step against a plain loop that calls seedrandom
 * for every draw. The reference loops are written here on purpose: straightforward, without shared code.
 */

import { createHmm, createMonteCarlo, filter, MONTE_CARLO_V1, REGIMES } from '@barograph/nowcast';
import seedrandom from 'seedrandom';
import { answer, type Timing } from './harness.ts';

const { paths, steps, halflife, reversion } = MONTE_CARLO_V1;
const STATES = 12;
const indices = Array.from({ length: STATES }, (_, i) => i);
const transition = indices.map((i) => indices.map((j) => (i === j ? 0.97 : 0.03 / (STATES - 1))));

const hmm = createHmm({
  version: 'bench',
  labels: REGIMES,
  features: ['x'],
  nu: 5,
  beta: 0.2,
  states: indices.map((k) => ({ label: k >> 1, mean: [k - 6], scaleCholesky: [[1]] })),
  initial: indices.map(() => 1 / STATES),
  transition,
});
/** Arbitrary ascending numbers with heavier tails than the normal distribution. */
const pool = Array.from({ length: 512 }, (_, i) => Math.log((i + 0.5) / (511.5 - i)) * 0.55);
const pools = { all: pool, states: indices.map((k) => pool.map((x) => x * (0.8 + k / 30))) };
const filtered = filter(hmm, [[0.1, -0.3, 0.2]]);
const volatility = { h24: 0.005, h720: 0.006 };
const simulation = createMonteCarlo(hmm, pools);
const posterior = Array.from(filtered.probabilities.subarray(2 * STATES));

function pick(weights: readonly number[], u: number): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k]!;
    if (u < sum) return k;
  }
  return weights.length - 1;
}

/** One path with draws from `draw`. */
function plainPath(draw: () => number): { readonly sum: number; readonly fall: number; readonly visited: boolean } {
  const lambda = 2 ** (-1 / halflife);
  let state = pick(posterior, draw());
  let h = volatility.h24 ** 2;
  let sum = 0;
  let peak = 0;
  let fall = 0;
  let visited = false;
  for (let step = 0; step < steps; step++) {
    const u = draw();
    state = pick(transition[state]!, draw());
    if (REGIMES[state >> 1] === 'vol_spike') visited = true;
    const own = pools.states[state]!;
    const r = own[Math.floor(u * own.length)]! * Math.sqrt(h);
    h = (1 - reversion) * (lambda * h + (1 - lambda) * r * r) + reversion * volatility.h720 ** 2;
    sum += r;
    peak = Math.max(peak, sum);
    fall = Math.max(fall, peak - sum);
  }
  return { sum, fall, visited };
}

function summary(all: readonly ReturnType<typeof plainPath>[]) {
  const sums = all.map(({ sum }) => sum).sort((a, b) => a - b);
  return {
    quantiles: MONTE_CARLO_V1.shares.map((share) => 100 * Math.expm1(sums[Math.floor(share * (sums.length - 1))]!)),
    visit: all.filter(({ visited }) => visited).length / all.length,
    drawdown: all.filter(({ fall }) => fall > -Math.log(0.95)).length / all.length,
  };
}

function independent(draw: () => number) {
  return summary(Array.from({ length: paths }, () => plainPath(draw)));
}

/** The same mirrored pairs as ours, with half the draws. */
function mirrored(draw: () => number) {
  const all: ReturnType<typeof plainPath>[] = [];
  for (let pair = 0; pair < paths / 2; pair++) {
    const drawn: number[] = [];
    const recorded = (): number => {
      const u = draw();
      drawn.push(u);
      return u;
    };
    all.push(plainPath(recorded));
    let at = 0;
    all.push(plainPath(() => 1 - drawn[at++]!));
  }
  return summary(all);
}

/** As many subjects as a run refreshes, each with its own seed. */
const SEEDS = Array.from({ length: 4 }, (_, i) => `quant|bench|${i}`);
const each = (run: (seed: string) => unknown) => () => SEEDS.map((seed) => run(seed));

const timings: Timing[] = answer({
  title: `Monte Carlo, ${paths} paths of ${steps} hours, ${STATES} latent states, with all statistics, per step`,
  units: SEEDS.length * paths * steps,
  reference: 'plain loop, seedrandom() per draw',
  rounds: 15,
  cases: [
    { name: 'plain loop, seedrandom() per draw', run: each((seed) => independent(seedrandom(seed))) },
    { name: 'plain loop, seedrandom.alea() per draw', run: each((seed) => independent(seedrandom.alea(seed))) },
    { name: 'plain loop, mirrored pairs, alea per draw', run: each((seed) => mirrored(seedrandom.alea(seed))) },
    {
      name: 'barograph createMonteCarlo()',
      run: each((seed) => simulation.run({ states: posterior, volatility, seed })),
    },
  ],
});

if (process.argv.includes('--json')) console.log(JSON.stringify(timings));
