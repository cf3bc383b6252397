/** The semi-Markov filter against the hidden Markov filter, and against enumeration of all spells; its EM likewise. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmm, filter, type HmmParameters, labelProbabilities, predict } from '@barograph/nowcast';
import { fitDwell, hazards } from './dwell.ts';
import { learnDwells } from './fit-semi-markov.ts';
import {
  asSemiMarkov,
  createSemiMarkov,
  createSemiMarkovFilter,
  semiMarkovHistory,
  weightsOf,
  type SemiMarkovParameters,
} from './semi-markov.ts';

const CLOSE = { rel: 1e-9, abs: 1e-9 };

const number = fc.integer({ min: -3_000, max: 3_000 }).map((k) => k / 1_000);
const cell = fc.oneof({ weight: 8, arbitrary: number }, { weight: 1, arbitrary: fc.constant(NaN) });
const list = <Value>(n: number, of: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(of, { minLength: n, maxLength: n });
const simplex = (n: number): fc.Arbitrary<number[]> =>
  list(n, fc.integer({ min: 1, max: 100 })).map((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });

const hmms = fc.integer({ min: 2, max: 3 }).chain((states) =>
  fc.record({
    version: fc.constant('test/1'),
    labels: fc.constant(['up', 'down']),
    features: fc.constant(['x']),
    nu: fc.constantFrom(null, 5),
    beta: fc.constantFrom(0.16, 1),
    states: list(states, number).map((means) =>
      means.map((mean, k) => ({ label: k % 2, mean: [mean], scaleCholesky: [[0.8]] })),
    ),
    initial: simplex(states),
    transition: list(states, simplex(states)),
  }),
);
const dwell = fc.record({
  shape: fc.integer({ min: 20, max: 600 }).map((k) => k / 100),
  stop: fc.integer({ min: 50, max: 800 }).map((k) => k / 1_000),
});
const models: fc.Arbitrary<SemiMarkovParameters> = hmms.chain((hmm) =>
  list(hmm.states.length, dwell).map((dwells) => ({ ...asSemiMarkov(hmm, 4), dwells })),
);
const series = (most: number) => fc.array(cell, { minLength: 1, maxLength: most });

describe('a semi-Markov filter', () => {
  it('is the hidden Markov filter where dwells are geometric, however many ages there are', () => {
    fc.assert(
      fc.property(hmms, series(60), fc.integer({ min: 1, max: 30 }), (parameters, rows, longest) => {
        const columns = [Float64Array.from(rows)];
        const hmm = createHmm(parameters);
        const filtered = filter(hmm, columns);
        const model = createSemiMarkov(asSemiMarkov(parameters as HmmParameters, longest));
        const { probabilities, logLikelihood, ahead } = semiMarkovHistory(model, columns, [4, 24]);
        expect(probabilities).toMatchOracle(filtered.probabilities, CLOSE);
        expect(logLikelihood).toMatchOracle(filtered.logLikelihood, CLOSE);
        [4, 24].forEach((steps, i) =>
          expect(ahead[i]).toMatchOracle(labelProbabilities(hmm, predict(hmm, filtered, steps)), CLOSE),
        );
      }),
    );
  });

  it('has the probabilities of all spells, by enumeration', () => {
    fc.assert(
      fc.property(models, series(6), (parameters, rows) => {
        const columns = [Float64Array.from(rows)];
        const model = createSemiMarkov(parameters);
        const { states, weights, shift } = { states: model.states, ...weightsOf(model, columns) };
        const all = paths(parameters, rows.length).map(({ path, chance }) => ({
          path,
          chance: path.reduce(
            (product, k, t) => product * (Number.isNaN(shift[t]!) ? 1 : weights[t * states + k]!),
            chance,
          ),
        }));
        const total = all.reduce((sum, { chance }) => sum + chance, 0);
        const last = Array.from({ length: states }, (_, k) =>
          all.filter(({ path }) => path.at(-1) === k).reduce((sum, { chance }) => sum + chance / total, 0),
        );
        const { probabilities, logLikelihood } = semiMarkovHistory(model, columns);
        expect(Array.from(probabilities.subarray(-states))).toMatchOracle(last, CLOSE);
        const logs = shift.reduce((sum, of) => sum + (Number.isNaN(of) ? 0 : of), 0);
        expect(logLikelihood.reduce((sum, of) => sum + of, 0)).toMatchOracle(Math.log(total) + logs, CLOSE);
      }),
    );
  });

  it('foretells labels as running on without evidence does', () => {
    fc.assert(
      fc.property(models, series(10), (parameters, rows) => {
        const model = createSemiMarkov(parameters);
        const { ahead } = semiMarkovHistory(model, [Float64Array.from(rows)], [3]);
        const on = semiMarkovHistory(model, [Float64Array.from([...rows, NaN, NaN, NaN])]).probabilities;
        const labels = [0, 1].map((label) =>
          Array.from(on.subarray(-model.states)).reduce((sum, p, k) => sum + (k % 2 === label ? p : 0), 0),
        );
        expect(Array.from(ahead[0]!.subarray(-2))).toMatchOracle(labels, CLOSE);
      }),
    );
  });

  it('row by row is the history to the bit, and knows no row that comes later', () => {
    fc.assert(
      fc.property(models, series(40), fc.nat({ max: 40 }), (parameters, rows, cut) => {
        const model = createSemiMarkov(parameters);
        const columns = [Float64Array.from(rows)];
        const whole = semiMarkovHistory(model, columns, [4]);
        const { weights, shift } = weightsOf(model, columns);
        const stream = createSemiMarkovFilter(model, [4]);
        const live = rows.map((_, t) =>
          stream.next(weights.subarray(t * model.states, (t + 1) * model.states), shift[t]!),
        );
        expect(Float64Array.from(live.flatMap(({ probabilities }) => [...probabilities]))).toEqual(whole.probabilities);
        expect(Float64Array.from(live.flatMap(({ ahead }) => [...ahead[0]!]))).toEqual(whole.ahead[0]);
        const kept = Math.max(1, Math.min(cut, rows.length));
        const early = semiMarkovHistory(model, [Float64Array.from(rows.slice(0, kept))], [4]);
        expect(early.probabilities).toEqual(whole.probabilities.subarray(0, kept * model.states));
        expect(early.ahead[0]).toEqual(whole.ahead[0]!.subarray(0, 2 * kept));
      }),
    );
  });
});

/** Every sequence of states with its chance, spell by spell: the last one has not ended. */
function paths({ hmm, dwells, exits, longest }: SemiMarkovParameters, length: number) {
  const hazard = dwells.map((law) => hazards(law, longest));
  const at = (k: number, age: number): number => hazard[k]![Math.min(age, longest) - 1]!;
  let all = hmm.initial.map((chance, k) => ({ path: [k], age: 1, chance }));
  for (let t = 1; t < length; t++) {
    all = all.flatMap(({ path, age, chance }) => {
      const now = path.at(-1)!;
      const ends = at(now, age);
      return dwells.map((_, k) =>
        k === now
          ? { path: [...path, k], age: age + 1, chance: chance * (1 - ends) }
          : { path: [...path, k], age: 1, chance: chance * ends * exits[now]![k]! },
      );
    });
  }
  return all;
}

describe('EM of a semi-Markov model', () => {
  const parameters: HmmParameters = {
    version: 'test/1',
    labels: ['low', 'high'],
    features: ['x'],
    nu: null,
    beta: 1,
    states: [-2, 0, 2].map((mean, k) => ({ label: k % 2, mean: [mean], scaleCholesky: [[0.3]] })),
    initial: [1 / 3, 1 / 3, 1 / 3],
    transition: [
      [0.8, 0.1, 0.1],
      [0.1, 0.8, 0.1],
      [0.1, 0.1, 0.8],
    ],
  };
  const start = asSemiMarkov(parameters, 40);

  /** States of spells whose lengths and successors are known, and rows that hardly hide them. */
  function simulated(rows: number) {
    let seed = 5;
    const uniform = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    // Every spell lasts 1 + three geometric waits; low is followed by middle, middle by high, high by low.
    const wait = (): number => Math.floor(Math.log(uniform()) / Math.log(1 - 0.3));
    const path: number[] = [];
    for (let state = 0; path.length < rows; state = (state + 1) % 3) {
      const lasts = 1 + wait() + wait() + wait();
      for (let i = 0; i < lasts && path.length < rows; i++) path.push(state);
    }
    return { path, column: Float64Array.from(path, (state) => 2 * state - 2 + 0.2 * normal()) };
  }

  it('finds the dwells of a series that hardly hides them, its exits, and never lowers its objective', () => {
    const { path, column } = simulated(3_000);
    const { parameters: found, objective } = learnDwells(start, [column], { maxIterations: 8, tolerance: 0 });
    objective.slice(1).forEach((now, i) => expect(now).toBeGreaterThanOrEqual(objective[i]! - 1e-6));
    const seen = found.dwells.map(() => ({ ended: new Float64Array(40), lasted: new Float64Array(40) }));
    let age = 0;
    path.slice(1).forEach((state, i) => {
      const before = path[i]!;
      const counts = state === before ? seen[before]!.lasted : seen[before]!.ended;
      counts[Math.min(age, 39)]!++;
      age = state === before ? age + 1 : 0;
    });
    found.dwells.forEach((law, k) => {
      expect(law).toMatchOracle(fitDwell(seen[k]!, { shape: 1, stop: 0.2 }), { rel: 0.02, abs: 0 });
      expect(law.shape).toBeGreaterThan(1.5);
    });
    [1, 2, 0].forEach((next, i) => expect(found.exits[i]![next]!).toBeGreaterThan(0.97));
    expect(found.hmm).toEqual(parameters);
  });

  it('begins at the likelihood of the hidden Markov model', () => {
    const { column } = simulated(700);
    const { objective } = learnDwells(start, [column], { maxIterations: 1, tolerance: 0 });
    const { logLikelihood } = filter(createHmm(parameters), [column]);
    const prior = start.exits.flat().reduce((sum, share) => sum + (share > 0 ? Math.log(share) : 0), 0);
    const whole = logLikelihood.reduce((sum, of) => sum + of, 0);
    expect(objective[0]!).toMatchOracle(whole + prior, CLOSE);
  });
});
