/**
 * Selects β, the weight of a row's evidence, by out-of-sample label stability.
 */

import { HOUR_MS } from '@barograph/core';
import type { BetaTrial, Observations } from '@barograph/nowcast';
import type { TrainingConfig } from './config.ts';
import { evaluate } from './evaluate.ts';
import { FitError } from './fit-error.ts';
import { fitRegimes, type FitProgress } from './fit.ts';

/**
 * Chooses the candidate with flips nearest to the target, among those that beat the label chain at both horizons; the lower
 * β in a tie.
 * @returns the candidate's β.
 * @throws {FitError} when there is no candidate.
 *
 * @example
 * const trials = [
 *   { beta: 0.16, flipsPerDay: 0.5, advantage4h: -0.1, advantage24h: -0.2 },
 *   { beta: 0.2, flipsPerDay: 0.62, advantage4h: -0.1, advantage24h: -0.2 },
 * ];
 * nearestBeta(trials, 0.6); // → 0.2
 */
export function nearestBeta(trials: readonly BetaTrial[], flipsPerDay: number): number {
  const skilled = trials
    .filter(({ advantage4h, advantage24h }) => advantage4h < 0 && advantage24h < 0)
    .sort((a, b) => a.beta - b.beta);
  if (skilled.length === 0) throw new FitError('no beta forecasts better than the chain of published labels');
  const distances = skilled.map((trial) => Math.abs(trial.flipsPerDay - flipsPerDay));
  return skilled[distances.indexOf(Math.min(...distances))]!.beta;
}

/**
 * Tries every candidate: one run from the prototypes on the market's hours before the validation hours, evaluated on the
 * latter. It ignores the panel, which would make the search ten times as long and does not affect the market's flips.
 *
 * @throws {FitError} as `fitRegimes`.
 */
export function tryBetas(
  observations: Observations,
  config: TrainingConfig,
  {
    from,
    to,
    onProgress,
  }: {
    readonly from: number;
    readonly to: number;
    readonly onProgress?: (progress: FitProgress) => void;
  },
): readonly BetaTrial[] {
  const trainedTo = to - config.validationHours * HOUR_MS;
  return config.betas.map((beta) => {
    const { parameters, standardization } = fitRegimes(observations, {
      version: `beta/${beta}`,
      config: { ...config, beta, restarts: 1 },
      from,
      to: trainedTo,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const { flipsPerDay, logLoss } = evaluate({ parameters, standardization }, observations, {
      from: trainedTo + config.purgeHours * HOUR_MS,
      to,
      trainedTo,
    });
    const advantage = (steps: number): number => logLoss[steps]!.chain - logLoss[steps]!.markov;
    return { beta, flipsPerDay, advantage4h: advantage(4), advantage24h: advantage(24) };
  });
}
