/**
 * The sparse jump model with two states on nine features: features that do not separate the states lose their weight.
 *
 * @source P. Nystrup, P. N. Kolm, E. Lindström, Feature selection in jump models, Expert Systems with Applications 184, 2021.
 * The penalty is chosen as for the discrete model, and κ is fixed: the simulations of the paper tune both by the truth, which no entrant sees.
 */

import { createJump, jumpStates, leastOf } from '../../train/alternatives/jump.ts';
import { type Entrant, NO_LABEL } from '../entrant.ts';
import { choosePenalty } from '../jump/choose-penalty.ts';
import { fitFeatures } from '../jump/features.ts';
import { fitSparse, type SparseJump } from '../jump/sparse.ts';

const STATES = 2;
/** Bound of the sum of nine weights: that of three equal ones, as in the authors' example. */
const KAPPA: number = Math.sqrt(3);
/** Around the 50 of the same example. */
const PENALTIES = [5, 15, 50, 150, 500] as const;

const fitModel = (columns: readonly Float64Array[], penalty: number, seed: string): SparseJump =>
  fitSparse(columns, { states: STATES, penalty, kappa: KAPPA, seed });

export const jumpSparse: Entrant = {
  name: 'jump-sparse',
  source: 'Nystrup, Kolm, Lindström 2021',
  labels: STATES,
  fit: (training, { seed }) => {
    const learnt = fitFeatures(training);
    const penalty = choosePenalty(PENALTIES, learnt, (early, trial) => {
      const { model, scales } = fitModel(early, trial, seed);
      return (rows) =>
        jumpStates(
          model,
          rows.map((column, i) => column.map((x) => x * scales[i]!)),
        ).states;
    });
    const { model, scales } = fitModel(learnt.columns, penalty, seed);
    return () => {
      const [features, jump] = [learnt.stream(), createJump(model)];
      return {
        next: (bar) => {
          const row = features(bar);
          return row === undefined ? NO_LABEL : leastOf(jump.next(row.map((x, i) => x * scales[i]!)));
        },
      };
    };
  },
};
