import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertRise, em, type EmOptions, type EmParameters, type Sequence } from './em.ts';
import type { MapPrior } from './prior.ts';

const ML: EmOptions = { nu: Infinity, beta: 1, prior: null, maxIterations: 5, tolerance: 0 };

/** Uniform numbers, the same in every run. */
function uniforms(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const one = (columns: readonly Float64Array[]): Sequence[] => [{ columns, weight: 1 }];

/** Rows around two or three centres that follow each other, `d` features. */
function rowsOf(seed: number, length: number, d: number, centres: number): Float64Array[] {
  const draw = uniforms(seed);
  let at = 0;
  const states = Array.from({ length }, () => (at = draw() < 0.1 ? Math.floor(draw() * centres) : at));
  return Array.from({ length: d }, (_, i) =>
    Float64Array.from(states, (state) => 3 * state * (i % 2 === 0 ? 1 : -1) + draw() + draw() + draw() - 1.5),
  );
}

function startOf(states: number, d: number, spread: number): EmParameters {
  const scales = new Float64Array(states * d * d);
  for (let k = 0; k < states; k++) for (let i = 0; i < d; i++) scales[(k * d + i) * d + i] = 1;
  const list = Array.from({ length: states }, (_, i) => i);
  return {
    means: Float64Array.from({ length: states * d }, (_, at) => spread * Math.floor(at / d) - 1),
    scales,
    initial: list.map(() => 1 / states),
    transition: list.map((i) => list.map((j) => (i === j ? 0.8 : 0.2 / (states - 1)))),
  };
}

/** Expected counts of one sequence of one Gaussian feature, with sums over all pairs and no recursion in common. */
function baumWelchSums(x: Float64Array, { means, scales, initial, transition }: EmParameters) {
  const b = [...x].map((value) =>
    initial.map((_, k) =>
      Math.exp(-0.5 * ((value - means[k]!) ** 2 / scales[k]! + Math.log(2 * Math.PI * scales[k]!))),
    ),
  );
  const alpha: number[][] = [];
  const beta: number[][] = [];
  b.forEach((row, t) => {
    const prior = initial.map((p, k) =>
      t === 0 ? p : alpha[t - 1]!.reduce((sum, a, i) => sum + a * transition[i]![k]!, 0),
    );
    alpha.push(prior.map((p, k) => p * row[k]!));
  });
  for (let t = b.length - 1; t >= 0; t--) {
    beta[t] = initial.map((_, i) =>
      t === b.length - 1
        ? 1
        : initial.reduce((sum, _, j) => sum + transition[i]![j]! * b[t + 1]![j]! * beta[t + 1]![j]!, 0),
    );
  }
  const total = alpha.at(-1)!.reduce((sum, a) => sum + a, 0);
  const gamma = alpha.map((row, t) => row.map((a, k) => (a * beta[t]![k]!) / total));
  const moment = (power: number): number[] =>
    initial.map((_, k) => gamma.reduce((sum, row, t) => sum + row[k]! * x[t]! ** power, 0));
  const counts = initial.map((_, i) =>
    initial.map((_, j) =>
      gamma.slice(1).reduce((sum, _, t) => {
        return sum + (alpha[t]![i]! * transition[i]![j]! * b[t + 1]![j]! * beta[t + 1]![j]!) / total;
      }, 0),
    ),
  );
  return { first: gamma[0]!, mass: moment(0), sum: moment(1), squares: moment(2), counts };
}

/** One iteration of Baum and Welch over weighted sequences, written out. */
function baumWelch(sequences: readonly Sequence[], from: EmParameters): EmParameters {
  const all = sequences.map(({ columns, weight }) => ({ weight, ...baumWelchSums(columns[0]!, from) }));
  const total = (of: (sums: (typeof all)[number]) => number): number =>
    all.reduce((sum, sums) => sum + sums.weight * of(sums), 0);
  const { initial } = from;
  const share = (values: readonly number[]): number[] =>
    values.map((value) => value / values.reduce((sum, v) => sum + v, 0));
  const mean = initial.map((_, k) => total(({ sum }) => sum[k]!) / total(({ mass }) => mass[k]!));
  return {
    means: Float64Array.from(mean),
    scales: Float64Array.from(mean, (m, k) => {
      return total(({ squares }) => squares[k]!) / total(({ mass }) => mass[k]!) - m * m;
    }),
    initial: share(initial.map((_, k) => total(({ first }) => first[k]!))),
    transition: initial.map((_, i) => share(initial.map((_, j) => total(({ counts }) => counts[i]![j]!)))),
  };
}

describe('maximum likelihood', () => {
  it('equals Baum and Welch, written out, after each of five iterations', () => {
    const columns = rowsOf(3, 60, 1, 3);
    let expected = startOf(3, 1, 2.5);
    for (let maxIterations = 1; maxIterations <= 5; maxIterations++) {
      expected = baumWelch(one(columns), expected);
      const { parameters } = em(one(columns), startOf(3, 1, 2.5), { ...ML, maxIterations });
      expect({ ...parameters }).toMatchOracle({ ...expected }, { rel: 1e-9, abs: 1e-12 });
    }
  });

  it('a row without features takes no part in means and scales', () => {
    const columns = rowsOf(5, 80, 2, 2);
    const holes = columns.map((column) => column.map((value, t) => (t % 7 === 3 ? NaN : value)));
    const partly = columns.map((column, i) => column.map((value, t) => (t % 7 === 3 && i === 0 ? NaN : value)));
    const fit = em(one(holes), startOf(2, 2, 2), ML);
    expect(fit.parameters).toEqual(em(one(partly), startOf(2, 2, 2), ML).parameters);
    expect(fit.parameters.means.every(Number.isFinite)).toBe(true);
    expect(fit.logLikelihood).not.toBe(em(one(columns), startOf(2, 2, 2), ML).logLikelihood);
  });

  it('finds the centres that the rows were drawn around', () => {
    const { parameters } = em(one(rowsOf(11, 2_000, 2, 2)), startOf(2, 2, 1), { ...ML, maxIterations: 50 });
    expect([...parameters.means]).toMatchOracle([0, 0, 3, -3], { rel: 0, abs: 0.1 });
    expect(parameters.transition[0]![0]!).toMatchOracle(0.95, { rel: 0, abs: 0.02 });
  });
});

const prior = (states: number, d: number): MapPrior => ({
  means: startOf(states, d, 2).means,
  meanStrength: 10,
  scaleStrength: 20,
  scale: 0.45,
  stickiness: 5,
  initialCount: 1,
});

describe('several sequences', () => {
  const MAP: EmOptions = { ...ML, nu: 5, beta: 0.3, prior: prior(3, 2) };
  const weighted = fc.record({ seed: fc.nat({ max: 1e6 }), length: fc.integer({ min: 1, max: 150 }) });
  const runs = { numRuns: 25 };
  const start = startOf(3, 2, 2);
  const close = (got: EmParameters, expected: EmParameters): void => {
    expect({ ...got }).toMatchOracle({ ...expected }, { rel: 1e-9, abs: 1e-10 });
  };

  it('equal Baum and Welch with the weighted sums of all, written out', () => {
    const sequences = [
      { columns: rowsOf(3, 60, 1, 3), weight: 1 },
      { columns: rowsOf(4, 25, 1, 3), weight: 0.4 },
      { columns: rowsOf(5, 1, 1, 3), weight: 2 },
    ];
    let expected = startOf(3, 1, 2.5);
    for (let maxIterations = 1; maxIterations <= 5; maxIterations++) {
      expected = baumWelch(sequences, expected);
      const { parameters } = em(sequences, startOf(3, 1, 2.5), { ...ML, maxIterations });
      expect({ ...parameters }).toMatchOracle({ ...expected }, { rel: 1e-9, abs: 1e-12 });
    }
  });

  it('two copies of one are it with twice the weight, and at half the weight it itself', () => {
    fc.assert(
      fc.property(weighted, ({ seed, length }) => {
        const columns = rowsOf(seed, length, 2, 3);
        const of = (...weights: readonly number[]): EmParameters =>
          em(
            weights.map((weight) => ({ columns, weight })),
            start,
            MAP,
          ).parameters;
        close(of(1, 1), of(2));
        close(of(0.5, 0.5), of(1));
      }),
      runs,
    );
  });

  it('two copies of one are it when the priors count twice too', () => {
    const given = prior(3, 2);
    const dimensions = 2;
    // The scale's posterior count has d + 2 beside the strength: the doubled prior must double that as well.
    const scaleStrength = 2 * given.scaleStrength + dimensions + 2;
    const twice: MapPrior = {
      ...given,
      meanStrength: 2 * given.meanStrength,
      scaleStrength,
      scale: (2 * given.scaleStrength * given.scale) / scaleStrength,
      stickiness: 2 * given.stickiness,
      initialCount: 2 * given.initialCount,
    };
    fc.assert(
      fc.property(weighted, ({ seed, length }) => {
        const columns = rowsOf(seed, length, 2, 3);
        const single = em(one(columns), start, MAP);
        const double = em([...one(columns), ...one(columns)], start, { ...MAP, prior: twice });
        close(double.parameters, single.parameters);
        expect(double.logLikelihood).toMatchOracle(2 * single.logLikelihood, { rel: 1e-9, abs: 1e-9 });
      }),
      runs,
    );
  });

  it('may come in any order', () => {
    fc.assert(
      fc.property(fc.array(weighted, { minLength: 2, maxLength: 4 }), (list) => {
        const sequences = list.map(({ seed, length }, i) => ({ columns: rowsOf(seed, length, 2, 3), weight: i + 0.5 }));
        close(em(sequences.toReversed(), start, MAP).parameters, em(sequences, start, MAP).parameters);
      }),
      runs,
    );
  });

  it('have no transition from one to the next, unlike the same rows in one', () => {
    const rows = (value: number): Float64Array[] => [0, 1].map(() => new Float64Array(40).fill(value));
    const apart = [...one(rows(-1)), ...one(rows(5))];
    const joined = one([0, 1].map((i) => Float64Array.of(...rows(-1)[i]!, ...rows(5)[i]!)));
    const options = { ...ML, prior: { ...prior(2, 2), stickiness: 0 } };
    const leaves = ({ parameters }: { readonly parameters: EmParameters }): number => parameters.transition[0]![1]!;
    expect(leaves(em(apart, startOf(2, 2, 2), options))).toBeLessThan(1e-3);
    expect(leaves(em(joined, startOf(2, 2, 2), options))).toMatchOracle(1 / 40, { rel: 0.05, abs: 0 });
  });
});

describe('the objective', () => {
  it('never falls, whatever the rows, the law and the temper', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat({ max: 1e6 }),
          length: fc.integer({ min: 1, max: 300 }),
          d: fc.constantFrom(1, 2, 8),
          states: fc.constantFrom(2, 3, 7),
          nu: fc.constantFrom(2, 5, Infinity),
          beta: fc.constantFrom(0.2, 1),
          holes: fc.boolean(),
          covariance: fc.constantFrom('full', 'diagonal'),
          weights: fc.array(fc.constantFrom(0.1, 1, 3), { maxLength: 2 }),
        }),
        ({ seed, length, d, states, nu, beta, holes, covariance, weights }) => {
          const columns = rowsOf(seed, length, d, 3);
          if (holes) for (const column of columns) for (let t = 2; t < length; t += 5) column[t] = NaN;
          const options = { nu, beta, covariance, prior: prior(states, d), maxIterations: 12, tolerance: 0 };
          const others = weights.map((weight, i) => ({ columns: rowsOf(seed + i, 40, d, 3), weight }));
          const { objective } = em([...one(columns), ...others], startOf(states, d, 2), options);
          expect(objective).toHaveLength(12);
          objective.forEach((now, i) => {
            const before = objective[i - 1] ?? -Infinity;
            expect(now).toBeGreaterThanOrEqual(before - 1e-9 * Math.abs(now));
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that falls is an error, one that falls by rounding is not', () => {
    expect(() => assertRise(-100, -100.1, 7)).toThrow(/the objective fell from -100 to -100.1 at iteration 7/);
    expect(() => assertRise(-100, NaN, 7)).toThrow(/the objective fell/);
    expect(() => assertRise(-100, -100 - 1e-6, 7)).not.toThrow();
  });

  it('ends the search when it hardly moves, and says so', () => {
    const columns = rowsOf(2, 200, 2, 2);
    const done = em(one(columns), startOf(2, 2, 2), { ...ML, maxIterations: 500, tolerance: 1e-6 });
    expect(done.converged).toBe(true);
    expect(done.objective.length).toBeLessThan(100);
    expect(em(one(columns), startOf(2, 2, 2), { ...ML, maxIterations: 2, tolerance: 1e-12 }).converged).toBe(false);
  });
});

describe('diagonal scale matrices', () => {
  const diagonal: EmOptions = { ...ML, covariance: 'diagonal' };

  it('stay diagonal, with the variances of the columns where there is one state', () => {
    const columns = rowsOf(6, 300, 3, 2);
    const { parameters } = em(one(columns), startOf(1, 3, 0), diagonal);
    const variances = columns.map((column) => {
      const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
      return column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
    });
    const expected = variances.flatMap((variance, i) => variances.map((_, j) => (i === j ? variance : 0)));
    expect([...parameters.scales]).toMatchOracle(expected, { rel: 1e-10, abs: 0 });
  });

  it('of one feature are the full ones, to the bit', () => {
    const columns = rowsOf(3, 200, 1, 3);
    const options = { nu: 5, prior: prior(3, 1) };
    expect(em(one(columns), startOf(3, 1, 2), { ...diagonal, ...options })).toStrictEqual(
      em(one(columns), startOf(3, 1, 2), { ...ML, ...options }),
    );
  });

  it('one step on are the diagonals of the full ones, with priors and without', () => {
    const columns = rowsOf(8, 300, 5, 3);
    for (const given of [null, prior(3, 5)]) {
      const options = { nu: 5, beta: 0.2, prior: given, maxIterations: 1 };
      const full = em(one(columns), startOf(3, 5, 2), { ...ML, ...options }).parameters;
      const { scales, ...others } = em(one(columns), startOf(3, 5, 2), { ...diagonal, ...options }).parameters;
      const { scales: all, ...same } = full;
      expect(scales).toStrictEqual(all.map((value, at) => ((at % 25) % 6 === 0 ? value : 0)));
      expect(others).toStrictEqual(same);
    }
  });

  it('do not start from others', () => {
    const start = startOf(2, 2, 2);
    start.scales[1] = start.scales[2] = 0.5;
    expect(() => em(one(rowsOf(1, 20, 2, 2)), start, diagonal)).toThrow(/"scales" expected diagonal matrices/);
  });
});

describe('priors', () => {
  it('scale matrices stay positive: their least eigenvalue is at least n_0·S_0/(T + n_0 + d + 2)', () => {
    const [states, d, length] = [3, 4, 50];
    const columns = rowsOf(9, length, d, 1).map((column, i) => (i === 0 ? column.fill(1) : column));
    const given = prior(states, d);
    const { parameters } = em(one(columns), startOf(states, d, 2), { ...ML, prior: given, maxIterations: 20 });
    const bound = (given.scaleStrength * given.scale) / (length + given.scaleStrength + d + 2);
    for (let k = 0; k < states; k++) {
      const scale = Matrix.zeros(d, d);
      for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) scale.set(i, j, parameters.scales[(k * d + i) * d + j]!);
      const { realEigenvalues } = new EigenvalueDecomposition(scale, { assumeSymmetric: true });
      expect(Math.min(...realEigenvalues)).toBeGreaterThanOrEqual(bound * (1 - 1e-12));
    }
  });

  it('a state that no row visits is its prior', () => {
    const columns = rowsOf(4, 40, 2, 1);
    const given = { ...prior(2, 2), means: Float64Array.of(0, 0, 500, 500) };
    const start = { ...startOf(2, 2, 0), means: given.means };
    const { parameters } = em(one(columns), start, { ...ML, prior: given });
    expect([...parameters.means.subarray(2)]).toMatchOracle([500, 500], { rel: 1e-9, abs: 0 });
    expect(parameters.scales[4]).toMatchOracle((20 * 0.45) / (20 + 2 + 2), { rel: 1e-9, abs: 0 });
  });

  it('without them a scale matrix may vanish, and that is an error', () => {
    const columns = [Float64Array.of(1, 1, 1, 1)];
    expect(() => em(one(columns), startOf(2, 1, 1), ML)).toThrow(
      /the scale matrix of state 0 is not positive definite/,
    );
  });
});
