/**
 * The sparse jump model with two states on nine features: features that do not separate the states lose their weight.
 *
 * @source P. Nystrup, P. N. Kolm, E. Lindström, Feature selection in jump models, Expert Systems with Applications 184, 2021.
 * The simulations of the paper tune penalty and κ by the truth, which no entrant sees: both are chosen as for the discrete model.
 */

import { createJump, jumpStates, leastOf } from '../../train/alternatives/jump.ts';
import { type Entrant, NO_LABEL } from '../entrant.ts';
import { chooseBySharpe } from '../jump/choose-by-sharpe.ts';
import { fitFeatures } from '../jump/features.ts';
import { fitSparse, type SparseJump } from '../jump/sparse.ts';

const STATES = 2;
/** Squares of κ: about the number of features that keep a weight, around the 3 of the example of `jumpmodels`. */
const FEATURES = [2, 3, 6] as const;
/** Around the 50 of the same example. */
const PENALTIES = [15, 50, 150] as const;

interface Candidate {
  readonly penalty: number;
  readonly kappa: number;
}

const CANDIDATES: readonly Candidate[] = FEATURES.flatMap((features) =>
  PENALTIES.map((penalty) => ({ penalty, kappa: Math.sqrt(features) })),
);

const fitModel = (columns: readonly Float64Array[], candidate: Candidate, seed: string): SparseJump =>
  fitSparse(columns, { states: STATES, seed, ...candidate });

export const jumpSparse: Entrant = {
  name: 'jump-sparse',
  source: 'Nystrup, Kolm, Lindström 2021',
  labels: STATES,
  fit: (training, { seed }) => {
    const learnt = fitFeatures(training);
    const chosen = chooseBySharpe(CANDIDATES, learnt, (early, trial) => {
      const { model, scales } = fitModel(early, trial, seed);
      return (rows) =>
        jumpStates(
          model,
          rows.map((column, i) => column.map((x) => x * scales[i]!)),
        ).states;
    });
    const { model, scales } = fitModel(learnt.columns, chosen, seed);
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
