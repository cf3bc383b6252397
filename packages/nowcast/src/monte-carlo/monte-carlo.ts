/** The next day in numbers: quantiles of the return, and the chances of a spike and of a drawdown. */

import { quantileSorted, UsageError } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import type { Filtered } from '../hmm/filter.ts';
import { predict } from '../hmm/predict.ts';
import { visitProbability } from '../hmm/visit.ts';
import { REGIMES } from '../regimes.ts';
import { checkMonteCarloConfig, MONTE_CARLO_V1, type MonteCarloConfig } from './config.ts';
import { simulate } from './simulate.ts';

/** Residual pools of an artifact: ascending quantiles at the middles of equal shares. */
export interface ResidualPools {
  /** One per latent state. */
  readonly pools: readonly (readonly number[])[];
  /** Residuals that each pool was made of; a pool of too few is the one of all states together. */
  readonly counts: readonly number[];
}

export interface MonteCarlo {
  readonly version: string;
  readonly paths: number;
  readonly steps: number;
  /** Percent return at each of the config's quantiles. */
  readonly quantiles: readonly { readonly p: number; readonly percent: number }[];
  /**
   * Share of paths with a drawdown of more than the config's. Raw: too high by about a third against what came, and
   * without skill over the average; publish it only through a map fitted on what came.
   */
  readonly rawDrawdown: number;
  /** Chance that a volatility spike comes within the steps: exact, not simulated. */
  readonly visitSpike: number;
  readonly seed: string;
}

/** What the simulation starts from: an hour's filtered states and volatilities. */
export interface MonteCarloInput {
  /** Open of the hour's bar, epoch ms. */
  readonly time: number;
  /** Filtered probabilities of the latent states. */
  readonly states: readonly number[];
  /** Standard deviation per hour: of the last day, and of the last month. */
  readonly h24: number;
  readonly h720: number;
}

/**
 * Simulates from the close of an hour. The same model, hour, scope and config give the same numbers.
 *
 * @param scope `market`, or a coin's name: part of the seed.
 * @throws {UsageError} a bad config, states of another number than the model's, or volatilities that are not positive.
 */
export function monteCarlo(
  model: NowcastModel,
  { time, states, h24, h720 }: MonteCarloInput,
  scope: string,
  config: MonteCarloConfig = MONTE_CARLO_V1,
): MonteCarlo {
  checkMonteCarloConfig(config);
  const { hmm, artifact } = model;
  const { transition } = hmm.parameters;
  if (states.length !== transition.length) {
    throw new UsageError(`"states" expected ${transition.length} probabilities, got ${states.length}`);
  }
  for (const [name, value] of Object.entries({ h24, h720 })) {
    if (!(value > 0 && value < Infinity)) throw new UsageError(`"${name}" expected a number > 0, got ${value}`);
  }
  const spike = REGIMES.indexOf('vol_spike');
  const filtered: Filtered = {
    kind: 'filtered',
    length: 1,
    probabilities: Float64Array.from(states),
    logLikelihood: new Float64Array(1),
    rescued: 0,
  };
  const seed = `quant|mc|${artifact.modelVersion}|${scope}|${time}`;
  const { returns, drawdowns } = simulate(
    {
      states: predict(hmm, filtered, 1).probabilities,
      transition,
      pools: artifact.residuals.pools,
      variance: h24 * h24,
      longRun: h720 * h720,
      visited: hmm.parameters.states.map(({ label }) => label === spike),
    },
    config,
    seed,
  );
  const sorted = returns.sort();
  return {
    version: config.version,
    paths: sorted.length,
    steps: config.steps,
    quantiles: config.quantiles.map((p) => ({ p, percent: 100 * Math.expm1(quantileSorted(sorted, p)) })),
    rawDrawdown: drawdowns / sorted.length,
    visitSpike: visitProbability(hmm, filtered, spike, config.steps)[0]!,
    seed,
  };
}
