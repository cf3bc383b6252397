/**
 * The continuous jump model with two states; the label is the state with the larger share.
 *
 * @source A. O. Aydınhan, P. N. Kolm, J. M. Mulvey, Y. Shu, Annals of Operations Research 353, 2024. Features and penalty as
 * of the discrete model.
 */

import { type Entrant, NO_LABEL } from '../entrant.ts';
import { chooseBySharpe } from '../jump/choose-by-sharpe.ts';
import { continuousShares, fitContinuous, type ContinuousJump } from '../jump/continuous.ts';
import { fitFeatures } from '../jump/features.ts';
import { fitDiscrete } from '../jump/fit-discrete.ts';

/** Around the 600 of the authors' example: a change in small steps is cheaper than one at once. */
const PENALTIES = [60, 200, 600, 2_000, 6_000] as const;

/** Penalty of the discrete model whose centres the descent begins at: that of the authors' example. */
const DISCRETE = 50;

/** Begins at the centres of the discrete model: the grid makes each of many starts dear. */
function fitModel(columns: readonly Float64Array[], penalty: number, seed: string): ContinuousJump {
  return fitContinuous(columns, fitDiscrete(columns, { states: 2, penalty: DISCRETE, seed }).centres, penalty);
}

const labelOf = (share: number): number => Number(share > 0.5);

export const jumpContinuous: Entrant = {
  name: 'jump-continuous',
  source: 'Aydınhan, Kolm, Mulvey, Shu 2024',
  labels: 2,
  fit: (training, { seed }) => {
    const learnt = fitFeatures(training);
    const penalty = chooseBySharpe(PENALTIES, learnt, (early, trial) => {
      const model = fitModel(early, trial, seed);
      return (rows) => {
        const shares = continuousShares(model);
        return Int32Array.from(rows[0]!, (_, t) => labelOf(shares(rows.map((column) => column[t]!))));
      };
    });
    const model = fitModel(learnt.columns, penalty, seed);
    return () => {
      const [features, shares] = [learnt.stream(), continuousShares(model)];
      return {
        next: (bar) => {
          const row = features(bar);
          return row === undefined ? NO_LABEL : labelOf(shares(row));
        },
      };
    };
  },
};
