/**
 * The statistical jump model with two states: hours belong to clusters of features, and every change costs a penalty that the
 * training span chooses. The label is the last state of the best sequence so far.
 *
 * @source P. Nystrup, E. Lindström, H. Madsen, Learning hidden Markov models with persistent states by penalizing jumps, Expert
 * Systems with Applications 150, 2020. Features and penalty: Y. Shu, C. Yu, J. M. Mulvey, Journal of Asset Management 25, 2024.
 */

import { createJump, jumpStates, leastOf } from '../../train/alternatives/jump.ts';
import { type Entrant, NO_LABEL } from '../entrant.ts';
import { chooseBySharpe } from '../jump/choose-by-sharpe.ts';
import { fitFeatures } from '../jump/features.ts';
import { fitDiscrete } from '../jump/fit-discrete.ts';

const STATES = 2;
/** Around the 50 of the authors' example. */
const PENALTIES = [5, 15, 50, 150, 500] as const;

export const jumpDiscrete: Entrant = {
  name: 'jump-discrete',
  source: 'Nystrup, Lindström, Madsen 2020; Shu, Yu, Mulvey 2024',
  labels: STATES,
  fit: (training, { seed }) => {
    const learnt = fitFeatures(training);
    const penalty = chooseBySharpe(PENALTIES, learnt, (early, trial) => {
      const model = fitDiscrete(early, { states: STATES, penalty: trial, seed });
      return (rows) => jumpStates(model, rows).states;
    });
    const model = fitDiscrete(learnt.columns, { states: STATES, penalty, seed });
    return () => {
      const [features, jump] = [learnt.stream(), createJump(model)];
      return {
        next: (bar) => {
          const row = features(bar);
          return row === undefined ? NO_LABEL : leastOf(jump.next(row));
        },
      };
    };
  },
};
