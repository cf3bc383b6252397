/** Filter, prediction, smoother and path against enumeration of all paths. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, drawn, logSum, paths, possible, posterior, table } from '../../test/hmm-cases.ts';
import { filter } from './filter.ts';
import { createHmm } from './hmm.ts';
import { predict } from './predict.ts';
import { smooth } from './smooth.ts';
import { viterbi } from './viterbi.ts';

describe('the filter against enumeration of all paths', () => {
  it('gives p(state | rows so far), the forecast and the likelihood of the rows', () => {
    fc.assert(
      fc.property(drawn(5), fc.integer({ min: 1, max: 2 }), ({ parameters, rows }, steps) => {
        fc.pre(possible(parameters, rows));
        const hmm = createHmm(parameters);
        const states = parameters.states.length;
        const filtered = filter(hmm, columnsOf(rows, parameters.features.length));
        const expected = rows.map((_, t) => posterior(paths(parameters, rows.slice(0, t + 1)), t, states));
        expect(table(filtered.probabilities, states)).toMatchOracle(expected, { rel: 1e-9, abs: 1e-12 });
        expect(filtered.rescued).toBe(0);

        const total = rows.length === 0 ? 0 : logSum(paths(parameters, rows).map(({ log }) => log));
        const sum = filtered.logLikelihood.reduce((all, value) => all + value, 0);
        expect(sum).toMatchOracle(total, { rel: 1e-10, abs: 1e-10 });

        const blind = Array.from({ length: steps }, () => parameters.features.map(() => NaN));
        const ahead = rows.map((_, t) => {
          const longer = [...rows.slice(0, t + 1), ...blind];
          return posterior(paths(parameters, longer), t + steps, states);
        });
        const predicted = predict(hmm, filtered, steps);
        expect(table(predicted.probabilities, states)).toMatchOracle(ahead, { rel: 1e-9, abs: 1e-12 });
      }),
      { numRuns: 60 },
    );
  });

  it('the smoother gives p(state | all rows), or of `lag` rows more', () => {
    fc.assert(
      fc.property(drawn(5), fc.integer({ min: 0, max: 3 }), ({ parameters, rows }, lag) => {
        fc.pre(possible(parameters, rows));
        const hmm = createHmm(parameters);
        const states = parameters.states.length;
        const filtered = filter(hmm, columnsOf(rows, parameters.features.length));
        const all = rows.map((_, t) => posterior(paths(parameters, rows), t, states));
        expect(table(smooth(hmm, filtered).probabilities, states)).toMatchOracle(all, { rel: 1e-8, abs: 1e-11 });
        const lagged = rows.map((_, t) => posterior(paths(parameters, rows.slice(0, t + lag + 1)), t, states));
        const given = smooth(hmm, filtered, lag);
        expect(table(given.probabilities, states)).toMatchOracle(lagged, { rel: 1e-8, abs: 1e-11 });
      }),
      { numRuns: 60 },
    );
  });

  it('the likeliest path is one of those that none exceeds', () => {
    fc.assert(
      fc.property(drawn(6), ({ parameters, rows }) => {
        fc.pre(rows.length > 0 && possible(parameters, rows));
        const found = viterbi(createHmm(parameters), columnsOf(rows, parameters.features.length));
        const all = paths(parameters, rows);
        const best = Math.max(...all.map(({ log }) => log));
        expect(found.logProbability).toMatchOracle(best, { rel: 1e-10, abs: 1e-10 });
        const same = all.find(({ path }) => path.join() === found.states.join())!;
        expect(same.log).toMatchOracle(best, { rel: 1e-10, abs: 1e-10 });
      }),
      { numRuns: 60 },
    );
  });
});
