/** Statistics of the simulation, its laws, and its paths against a slow twin with a separate generator. */

import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmm, type Hmm } from '../hmm/hmm.ts';
import { REGIMES } from '../regimes.ts';
import { MONTE_CARLO_V1, type MonteCarloConfig } from './config.ts';
import { createMonteCarlo, monteCarloSeed, type MonteCarlo, type MonteCarloInput } from './monte-carlo.ts';
import type { ResidualPools } from './pools.ts';

// ---------------------------------------------------------------------------------------------- what is simulated

const LABELS = [0, 2, 4, 4, 5];
const K = LABELS.length;

function hmmOf(transition: readonly (readonly number[])[], labels: readonly number[] = LABELS): Hmm {
  return createHmm({
    version: 'test/1',
    labels: REGIMES,
    features: ['x'],
    nu: 5,
    beta: 0.2,
    states: labels.map((label, k) => ({ label, mean: [k], scaleCholesky: [[1]] })),
    initial: labels.map(() => 1 / labels.length),
    transition,
  });
}

const normal = (weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? weights.map(() => 1 / weights.length) : weights.map((weight) => weight / sum);
};

const simplex = fc.array(fc.nat({ max: 20 }), { minLength: K, maxLength: K }).map(normal);
const matrix = fc.array(simplex, { minLength: K, maxLength: K });
const pool = fc
  .array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 30 })
  .map((values) => values.map((value) => value / 100).sort((a, b) => a - b));
const anyPools: fc.Arbitrary<ResidualPools> = fc.record({
  all: pool,
  states: fc.array(fc.option(pool), { minLength: K, maxLength: K }),
});

/** The same residuals in every state: symmetric, variance 1. */
const SYMMETRIC: ResidualPools = { all: [-1.5, -1, -0.5, -0.5, 0.5, 0.5, 1, 1.5], states: LABELS.map(() => null) };

const STICKY = LABELS.map((_, i) => LABELS.map((_, j) => (i === j ? 0.96 : 0.01)));
const EVEN = LABELS.map(() => 1 / K);

const volatility = { h24: 0.006, h720: 0.005 };
const input: MonteCarloInput = { states: EVEN, volatility, seed: 'a' };
const few: MonteCarloConfig = { ...MONTE_CARLO_V1, paths: 40 };

const anyCase = fc.record({
  transition: matrix,
  pools: anyPools,
  input: fc.record({
    states: simplex,
    volatility: fc.record({ h24: fc.constantFrom(0, 1e-9, 0.004, 0.1), h720: fc.constantFrom(0, 0.005) }),
    seed: fc.string(),
  }),
});

// ---------------------------------------------------------------------------------------------- the slow twin

const at = (cumulated: readonly number[], u: number): number => cumulated.findIndex((bound) => u < bound);

function cumulative(probabilities: readonly number[]): number[] {
  let sum = 0;
  const last = probabilities.findLastIndex((p) => p > 0);
  return probabilities.map((p, k) => (k >= last ? Infinity : (sum += p)));
}

/** From the formulas: paths in sequence, states by a search, variances and peaks by definition. */
function twin(transition: readonly (readonly number[])[], { all, states }: ResidualPools, given: MonteCarloInput) {
  const draw = generator(given.seed);
  const rows = transition.map(cumulative);
  const first = cumulative(Array.from(given.states));
  const lambda = 2 ** (-1 / few.halflife);
  const out = { returns: [] as number[], falls: [] as number[], visits: [] as number[] };
  for (let pair = 0; pair < few.paths / 2; pair++) {
    const start = draw();
    const draws = Array.from({ length: few.steps }, () => [draw(), draw()] as const);
    for (const mirror of [false, true]) {
      const turned = (u: number): number => (mirror ? 1 - u : u);
      let state = at(first, turned(start));
      let h = given.volatility!.h24 ** 2;
      const sums = [0];
      let visited = 0;
      for (const [u, v] of draws) {
        state = at(rows[state]!, turned(v));
        if (REGIMES[LABELS[state]!] === 'vol_spike') visited = 1;
        const own = states[state] ?? all;
        const r = own[Math.floor(turned(u) * own.length)]! * Math.sqrt(h);
        h = (1 - few.reversion) * (lambda * h + (1 - lambda) * r * r) + few.reversion * given.volatility!.h720 ** 2;
        sums.push(sums.at(-1)! + r);
      }
      out.returns.push(sums.at(-1)!);
      out.falls.push(Math.max(...sums.map((sum, i) => Math.max(...sums.slice(0, i + 1)) - sum)));
      out.visits.push(visited);
    }
  }
  return out;
}

describe('paths', () => {
  it('are those of the plain formulas', () => {
    fc.assert(
      fc.property(anyCase, ({ transition, pools, input }) => {
        const { returns, falls, visits } = createMonteCarlo(hmmOf(transition), pools, few).paths(input)!;
        const slow = twin(transition, pools, input);
        expect([...visits]).toEqual(slow.visits);
        expect([...returns]).toMatchOracle(slow.returns, { rel: 1e-10, abs: 1e-14 });
        expect([...falls]).toMatchOracle(slow.falls, { rel: 1e-10, abs: 1e-14 });
      }),
      { numRuns: 60 },
    );
  });

  it('do not change when more are asked for: the first 4000 of 8000 are the 4000', () => {
    const more = createMonteCarlo(hmmOf(STICKY), SYMMETRIC, { ...MONTE_CARLO_V1, paths: 8_000 }).paths(input)!;
    const less = createMonteCarlo(hmmOf(STICKY), SYMMETRIC).paths(input)!;
    for (const part of ['returns', 'falls', 'visits'] as const) {
      expect(more[part].slice(0, 4_000)).toEqual(less[part]);
      expect(more[part].length).toBe(8_000);
    }
  });

  it('come in mirrored pairs: on a symmetric pool one return is the other with its sign turned', () => {
    const { returns } = createMonteCarlo(hmmOf(STICKY), SYMMETRIC).paths(input)!;
    const even = returns.filter((_, i) => i % 2 === 0);
    const odd = returns.filter((_, i) => i % 2 === 1);
    expect(odd).toEqual(even.map((value) => -value));
    expect(new Set(even).size).toBeGreaterThan(1_900);
  });

  it('have the variance that the volatility says, and revert to the long run', () => {
    const unit: ResidualPools = { all: [-1, 1], states: LABELS.map(() => null) };
    const config = { ...MONTE_CARLO_V1, paths: 20_000 };
    const spread = (h24: number, h720: number): number => {
      const { returns } = createMonteCarlo(hmmOf(STICKY), unit, config).paths({
        ...input,
        volatility: { h24, h720 },
      })!;
      return Math.sqrt(returns.reduce((sum, r) => sum + r * r, 0) / returns.length);
    };
    expect(spread(0.01, 0.01) / (0.01 * Math.sqrt(24))).toBeCloseTo(1, 1);
    // With residuals of ±1 the variance is certain: h_{i+1} = .95·h_i + .05·L.
    let h = 0.01 ** 2;
    let total = 0;
    for (let step = 0; step < 24; step++) {
      total += h;
      h = 0.95 * h + 0.05 * 0.03 ** 2;
    }
    expect(Math.abs(spread(0.01, 0.03) / Math.sqrt(total) - 1)).toBeLessThan(0.02);
  });

  it('never enter a state of probability 0', () => {
    const never = LABELS.map(() => [0.5, 0.5, 0, 0, 0]);
    const poison: ResidualPools = { all: [0], states: [[0], [0], [9], [9], [9]] };
    const { returns, visits } = createMonteCarlo(hmmOf(never), poison).paths(input)!;
    expect(returns.every((value) => value === 0)).toBe(true);
    expect(visits.every((value) => value === 0)).toBe(true);
  });

  it('that share one pool do not depend on the order of the states', () => {
    const order = [3, 0, 4, 2, 1];
    const posterior = [0.4, 0.1, 0.2, 0.05, 0.25];
    const transition = LABELS.map((_, i) => normal(LABELS.map((_, j) => 1 + ((3 * i + 5 * j) % 7))));
    const permuted = hmmOf(
      order.map((i) => order.map((j) => transition[i]![j]!)),
      order.map((i) => LABELS[i]!),
    );
    const run = (hmm: Hmm, posterior: readonly number[]) =>
      createMonteCarlo(hmm, SYMMETRIC).run({ ...input, states: posterior })!;
    const [plain, other] = [
      run(hmmOf(transition), posterior),
      run(
        permuted,
        order.map((i) => posterior[i]!),
      ),
    ];
    expect(other.returnQuantiles).toEqual(plain.returnQuantiles);
    expect(other.drawdown).toEqual(plain.drawdown);
    expect(other.visit.probability).toMatchOracle(plain.visit.probability, { rel: 1e-13, abs: 0 });
  });
});

describe('statistics', () => {
  const simulated = (hmm: Hmm, pools: ResidualPools, given: MonteCarloInput, config = few): MonteCarlo =>
    createMonteCarlo(hmm, pools, config).run(given)!;

  it('are ascending quantiles, and probabilities within 0…1 [#451]', () => {
    fc.assert(
      fc.property(anyCase, ({ transition, pools, input }) => {
        const { returnQuantiles, visit, drawdown } = simulated(hmmOf(transition), pools, {
          ...input,
          drawdownMap: { slope: 0.8, intercept: -0.4 },
        });
        const percents = returnQuantiles.map(({ percent }) => percent);
        expect([...percents].sort((a, b) => a - b)).toEqual(percents);
        expect(percents.every((percent) => percent >= -100 && Number.isFinite(percent))).toBe(true);
        expect(returnQuantiles.map(({ share }) => share)).toEqual([0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]);
        for (const p of [visit.probability, visit.frequency, drawdown.raw, drawdown.calibrated!]) {
          expect(p >= 0 && p <= 1).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('echo config and seed', () => {
    expect(simulated(hmmOf(STICKY), SYMMETRIC, input)).toMatchObject({
      version: 'monte_carlo/1',
      seed: 'a',
      paths: 40,
      steps: 24,
      visit: { label: 'vol_spike' },
      drawdown: { depth: 0.05, calibrated: null },
    });
  });

  it('are the same bits for the same seed, and others for another', () => {
    const one = simulated(hmmOf(STICKY), SYMMETRIC, input);
    expect(simulated(hmmOf(STICKY), SYMMETRIC, input)).toEqual(one);
    const other = simulated(hmmOf(STICKY), SYMMETRIC, { ...input, seed: 'b' });
    expect(other.returnQuantiles).not.toEqual(one.returnQuantiles);
  });

  it('have a seed string of all that decides them', () => {
    const time = Date.UTC(2024, 0, 1);
    const seed = 'quant|monte_carlo/1|m1|market|1704067200000|24h|paths';
    expect(monteCarloSeed({ model: 'm1', scope: 'market', time })).toBe(seed);
    expect(monteCarloSeed({ model: 'm1', scope: 'BTC', time })).not.toBe(seed);
    expect(() => monteCarloSeed({ model: 'm1', scope: 'BTC', time: NaN })).toThrow(
      '"time" expected an integer ≥ 0, got NaN',
    );
  });

  it('the worked example of a visit: the third state within 24 hours', () => {
    const A = [
      [0.9, 0.07, 0.03],
      [0.1, 0.85, 0.05],
      [0.2, 0.2, 0.6],
    ];
    const hmm = hmmOf(A, [0, 1, 4]);
    const pools: ResidualPools = { all: [-1, 1], states: [null, null, null] };
    const { visit } = createMonteCarlo(hmm, pools).run({ ...input, states: [0.6, 0.3, 0.1] })!;
    expect(visit.probability).toMatchOracle(0.6235899972861298, { rel: 1e-14, abs: 0 });
    expect(Math.abs(visit.frequency - visit.probability)).toBeLessThan(0.03);
  });

  it('the share of paths with a visit is within four standard errors of the exact chance', () => {
    const draw = generator('chains');
    const paths = 4_000;
    for (let chain = 0; chain < 25; chain++) {
      const transition = LABELS.map((_, i) => normal(LABELS.map((_, j) => draw() ** 3 + (i === j ? 10 : 0))));
      const posterior = normal(LABELS.map(() => draw() ** 2));
      const { visit } = createMonteCarlo(hmmOf(transition), SYMMETRIC).run({
        states: posterior,
        volatility,
        seed: `chain ${chain}`,
      })!;
      // A pair counts as one draw where both always agree, which is at most √2 of a binomial's error.
      const error = Math.sqrt((2 * visit.probability * (1 - visit.probability)) / paths);
      expect(Math.abs(visit.frequency - visit.probability)).toBeLessThanOrEqual(4 * error);
    }
  });

  it('a certain and an impossible visit are exactly that', () => {
    const to = (state: number) => hmmOf(LABELS.map(() => LABELS.map((_, j) => Number(j === state))));
    expect(simulated(to(2), SYMMETRIC, input).visit).toMatchObject({ probability: 1, frequency: 1 });
    expect(simulated(to(0), SYMMETRIC, input).visit).toMatchObject({ probability: 0, frequency: 0 });
  });

  it('a drawdown counts from the highest hour before, now included, and only beyond its bound', () => {
    // One step without reversion: the return is the residual times the volatility.
    const config = { ...few, steps: 1, reversion: 0 };
    const drawdown = (fall: number) =>
      simulated(
        hmmOf(STICKY),
        { all: [-fall], states: LABELS.map(() => null) },
        { ...input, volatility: { h24: 1, h720: 1 } },
        config,
      ).drawdown.raw;
    const bound = -Math.log1p(-0.05);
    expect([drawdown(bound - 1e-12), drawdown(bound), drawdown(bound + 1e-12)]).toEqual([0, 0, 1]);
  });

  it('returns are percent of the price now', () => {
    const config = { ...few, steps: 1 };
    const { returnQuantiles } = simulated(
      hmmOf(STICKY),
      { all: [Math.log(1.1)], states: LABELS.map(() => null) },
      { ...input, volatility: { h24: 1, h720: 1 } },
      config,
    );
    for (const { percent } of returnQuantiles) expect(percent).toBeCloseTo(10, 10);
  });

  it('where nothing moves there is no return and no drawdown', () => {
    const { returnQuantiles, drawdown } = simulated(hmmOf(STICKY), SYMMETRIC, {
      ...input,
      volatility: { h24: 0, h720: 0 },
    });
    expect(returnQuantiles.every(({ percent }) => percent === 0)).toBe(true);
    expect(drawdown.raw).toBe(0);
  });

  it('are null while the volatility is undefined', () => {
    const simulation = createMonteCarlo(hmmOf(STICKY), SYMMETRIC, few);
    for (const volatility of [null, { h24: NaN, h720: 0.01 }, { h24: 0.01, h720: NaN }]) {
      expect(simulation.run({ ...input, volatility })).toBeNull();
      expect(simulation.paths({ ...input, volatility })).toBeNull();
    }
  });
});

describe('the map of the drawdown', () => {
  const calibrated = (slope: number, intercept: number, h24 = 0.01): number =>
    createMonteCarlo(hmmOf(STICKY), SYMMETRIC).run({
      ...input,
      volatility: { h24, h720: h24 },
      drawdownMap: { slope, intercept },
    })!.drawdown.calibrated!;
  const { raw } = createMonteCarlo(hmmOf(STICKY), SYMMETRIC).run({
    ...input,
    volatility: { h24: 0.01, h720: 0.01 },
  })!.drawdown;

  it('of slope 1 and intercept 0 changes nothing', () => {
    expect(raw > 0.1 && raw < 0.9).toBe(true);
    expect(calibrated(1, 0)).toBeCloseTo(raw, 14);
  });

  it('of slope 0 is a constant', () => {
    expect(calibrated(0, Math.log(0.083 / 0.917))).toBeCloseTo(0.083, 14);
  });

  it('moves odds: twice the odds for an intercept of ln 2', () => {
    expect(calibrated(1, Math.log(2))).toBeCloseTo((2 * raw) / (1 + raw), 14);
  });

  it('leaves half a path of doubt where no path fell', () => {
    expect(calibrated(1, 0, 1e-9)).toBeCloseTo(0.5 / 4_000, 14);
  });

  it('never turns an order around', () => {
    expect(() => calibrated(-0.1, 0)).toThrow('"slope" expected a number ≥ 0, got -0.1');
    expect(() => calibrated(1, NaN)).toThrow('"intercept" expected a finite number, got NaN');
  });
});

describe('misuse', () => {
  const hmm = hmmOf(STICKY);
  const make = (pools: ResidualPools, config = few) => createMonteCarlo(hmm, pools, config);
  const nulls = LABELS.map(() => null);

  it.each([
    [{ all: [], states: nulls }, '"residuals.all" expected at least one residual, got none'],
    [
      { all: [0], states: [null, [], null, null, null] },
      '"residuals.states[1]" expected at least one residual, got none',
    ],
    [{ all: [0], states: [null] }, '"residuals.states" expected 5 pools, got 1'],
    [{ all: [0, NaN], states: nulls }, '"residuals.all[1]" expected a finite number, got NaN'],
    [{ all: [1, 0], states: nulls }, '"residuals.all[1]" expected at least 1, got 0'],
  ])('pools %#', (pools, message) => {
    expect(() => make(pools)).toThrow(message);
  });

  it.each([
    [{ paths: 41 }, '"paths" expected an even number, got 41'],
    [{ paths: 0 }, '"paths" expected an integer ≥ 2, got 0'],
    [{ steps: 0 }, '"steps" expected an integer ≥ 1, got 0'],
    [{ halflife: 0 }, '"halflife" expected a number > 0, got 0'],
    [{ reversion: 1.1 }, '"reversion" expected a number within 0…1, got 1.1'],
    [{ drawdown: 1 }, '"drawdown" expected a number within 0…0.999, got 1'],
    [{ shares: [0.5, 0.4] }, '"shares[1]" expected a number within 0.5…1, got 0.4'],
  ])('config %j', (wrong, message) => {
    expect(() => make(SYMMETRIC, { ...few, ...wrong })).toThrow(message);
  });

  it('a model without the label', () => {
    const { parameters } = hmm;
    const other = createHmm({ ...parameters, labels: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(() => createMonteCarlo(other, SYMMETRIC)).toThrow(
      '"visit" expected one of a, b, c, d, e, f, got "vol_spike"',
    );
  });

  it('input of another model, or of none', () => {
    const { run } = make(SYMMETRIC);
    expect(() => run({ ...input, states: [0.5, 0.5] })).toThrow('"states" expected 5 probabilities, got 2');
    expect(() => run({ ...input, states: [0.5, 0.5, 0.5, 0, 0] })).toThrow('"states" expected a sum of 1, got 1.5');
    expect(() => run({ ...input, states: [1, NaN, 0, 0, 0] })).toThrow(
      '"states[1]" expected a number within 0…1, got NaN',
    );
    expect(() => run({ ...input, volatility: { h24: -1, h720: 1 } })).toThrow('"h24" expected a number ≥ 0, got -1');
    expect(() => run({ ...input, volatility: { h24: 1, h720: Infinity } })).toThrow(
      '"h720" expected a finite number, got Infinity',
    );
  });
});
