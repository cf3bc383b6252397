import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../features/normal-quantile.ts';
import { filter } from '../hmm/filter.ts';
import { createHmm } from '../hmm/hmm.ts';
import { predict } from '../hmm/predict.ts';
import { visitProbability } from '../hmm/visit.ts';
import { checkMonteCarloConfig, MONTE_CARLO_V1, type MonteCarloConfig } from './config.ts';
import { simulate, type SimulationStart } from './simulate.ts';

const normal = Float64Array.from({ length: 512 }, (_, i) => normalQuantile((i + 0.5) / 512));

const CALM: SimulationStart = {
  states: [1],
  transition: [[1]],
  pools: [normal],
  variance: 1e-4,
  longRun: 1e-4,
  visited: [false],
};

const THREE: SimulationStart = {
  states: [0.6, 0.3, 0.1],
  transition: [
    [0.9, 0.07, 0.03],
    [0.1, 0.85, 0.05],
    [0.2, 0.2, 0.6],
  ],
  pools: [normal, normal.map((z) => 2 * z), normal.map((z) => 3 * z)],
  variance: 1e-4,
  longRun: 1e-4,
  visited: [false, false, true],
};

describe('simulation', () => {
  it('is the same for the same seed, and another for another', () => {
    const once = simulate(THREE, MONTE_CARLO_V1, 'a');
    expect(simulate(THREE, MONTE_CARLO_V1, 'a')).toEqual(once);
    expect(simulate(THREE, MONTE_CARLO_V1, 'b').returns).not.toEqual(once.returns);
  });

  it('of more pairs extends that of fewer', () => {
    const few = simulate(THREE, { ...MONTE_CARLO_V1, pairs: 100 }, 'a');
    const many = simulate(THREE, { ...MONTE_CARLO_V1, pairs: 400 }, 'a');
    expect(many.returns.slice(0, 200)).toEqual(few.returns);
  });

  it('pairs cancel where one state has a symmetric pool and volatility stands still', () => {
    const { returns } = simulate(CALM, { ...MONTE_CARLO_V1, steps: 1 }, 'pairs');
    for (let pair = 0; pair < MONTE_CARLO_V1.pairs; pair++) {
      expect(returns[2 * pair]! + returns[2 * pair + 1]!).toMatchOracle(0, { rel: 0, abs: 1e-12 });
    }
  });

  it('comes to a state as often as the exact chance says, within four standard errors', () => {
    const hmm = createHmm({
      version: 'test/1',
      labels: ['a', 'b', 'c'],
      features: ['x'],
      nu: null,
      beta: 1,
      states: [0, 1, 2].map((label) => ({ label, mean: [0], scaleCholesky: [[1]] })),
      initial: THREE.states as number[],
      transition: THREE.transition,
    });
    const now = filter(hmm, [[NaN]]);
    const exact = visitProbability(hmm, now, 2, 24)[0]!;
    const from = { ...THREE, states: predict(hmm, now, 1).probabilities };
    const { visits } = simulate(from, MONTE_CARLO_V1, 'visits');
    const paths = 2 * MONTE_CARLO_V1.pairs;
    // pairs are not independent, so the error is that of as many paths as there are pairs
    const error = Math.sqrt((exact * (1 - exact)) / MONTE_CARLO_V1.pairs);
    expect(Math.abs(visits / paths - exact)).toBeLessThan(4 * error);
  });

  it('has the variance of its steps', () => {
    const { returns } = simulate(CALM, { ...MONTE_CARLO_V1, pairs: 20_000 }, 'variance');
    const variance = returns.reduce((sum, x) => sum + x * x, 0) / returns.length;
    expect(variance).toMatchOracle(24 * 1e-4, { rel: 0.03, abs: 0 });
  });

  it('follows the variance recursion, worked by hand on a pool of one', () => {
    // every move is −2·√h; the last hour of three
    const start = { ...CALM, pools: [Float64Array.of(-2)] };
    const { returns, drawdowns } = simulate(start, { ...MONTE_CARLO_V1, steps: 3, pairs: 1 }, 'x');
    const decay = 2 ** (-1 / 24);
    let h = 1e-4;
    let position = 0;
    for (let step = 0; step < 3; step++) {
      const move = -2 * Math.sqrt(h);
      position += move;
      h = 0.985 * (decay * h + (1 - decay) * move * move) + 0.015 * 1e-4;
    }
    expect([...returns]).toMatchOracle([position, position], { rel: 1e-14, abs: 0 });
    // a fall of more than 6 % from the start
    expect(drawdowns).toBe(2);
    expect(simulate(start, { ...MONTE_CARLO_V1, steps: 2, pairs: 1 }, 'x').drawdowns).toBe(0);
  });

  it.each<[Partial<MonteCarloConfig>, RegExp]>([
    [{ pairs: 0 }, /"pairs" expected an integer ≥ 1, got 0/],
    [{ steps: 1.5 }, /"steps" expected an integer ≥ 1, got 1.5/],
    [{ halflife: 0 }, /"halflife" expected a number > 0, got 0/],
    [{ reversion: 2 }, /"reversion" expected a number within 0…1, got 2/],
    [{ drawdown: -1 }, /"drawdown" expected a number within 0…1, got -1/],
    [{ quantiles: [0.5, 2] }, /"quantiles\[1\]" expected a number within 0…1, got 2/],
  ])('refuses %o', (part, message) => {
    expect(() => checkMonteCarloConfig({ ...MONTE_CARLO_V1, ...part })).toThrow(message);
  });
});
