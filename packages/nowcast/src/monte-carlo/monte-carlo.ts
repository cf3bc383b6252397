/** Monte Carlo simulation of the next day: quantiles of the return, a visit of the spike regime, a drawdown. */

import { integerAtLeast, quantileSorted, shown, UsageError, within } from '@barograph/core';
import { notNegative } from '../check.ts';
import type { ReturnVolatility } from '../heads/return-volatility.ts';
import type { Filtered } from '../hmm/filter.ts';
import type { Hmm } from '../hmm/hmm.ts';
import { visitProbability } from '../hmm/visit.ts';
import { checkMonteCarloConfig, MONTE_CARLO_V1, type MonteCarloConfig } from './config.ts';
import { applyLogitMap, type LogitMap } from './logit-map.ts';
import { rescale, scaleOf, type ExpectedVolatility } from './rescale.ts';
import { simulatePaths, type Paths } from './paths.ts';
import { createPoolTable, type ResidualPools } from './pools.ts';
import { createSampler } from './sampler.ts';

/** Inputs known at the close of an hour. */
export interface MonteCarloInput {
  /** Filtered probabilities of the latent states: `point.explain.states`. */
  readonly states: ArrayLike<number>;
  /**
   * Volatilities per hour at the same close: `point.volatility`. `h24` may be that of an hour that is still forming.
   */
  readonly volatility: Pick<ReturnVolatility, 'h24' | 'h720'> | null;
  /**
   * Expected volatility per hour of the hours ahead, and the standard deviation of its log error; required by a config
   * with `scale`, ignored by others.
   */
  readonly expected?: ExpectedVolatility | null;
  /** See {@link monteCarloSeed}. */
  readonly seed: string;
  /** Recalibration of the drawdown probability, from a walk-forward; optional. */
  readonly drawdownMap?: LogitMap | null;
}

/** Simulated next day. */
export interface MonteCarlo {
  readonly version: MonteCarloConfig['version'];
  readonly seed: string;
  /** Number of simulated paths. */
  readonly paths: number;
  /** Hours ahead. */
  readonly steps: number;
  /** Quantiles of the return over all steps, ascending: `percent` is 100·(final price / current price − 1). */
  readonly returnQuantiles: readonly { readonly share: number; readonly percent: number }[];
  /** Probability of the watched label in any of the hours ahead: exact, with the share of the paths as a check. */
  readonly visit: { readonly label: string; readonly probability: number; readonly frequency: number };
  /** Share of the paths with a fall of more than `depth` of the price, and its recalibrated probability. */
  readonly drawdown: { readonly depth: number; readonly raw: number; readonly calibrated: number | null };
}

/**
 * Builds the seed of one simulation: `quant|<config>|<model>|<scope>|<bar time>|<hours>h|paths`.
 *
 * @param time time of the bar, epoch ms.
 * @param config parameters. @default MONTE_CARLO_V1
 * @returns the same text for the same inputs.
 * @throws {UsageError} when `time` is not an integer ≥ 0.
 * @example
 * const bar = { model: '2026.11.0', scope: 'market', time: 0 };
 * monteCarloSeed(bar); // → 'quant|monte_carlo/1|2026.11.0|market|0|24h|paths'
 */
export function monteCarloSeed(
  { model, scope, time }: { readonly model: string; readonly scope: string; readonly time: number },
  { version, steps }: MonteCarloConfig = MONTE_CARLO_V1,
): string {
  return `quant|${version}|${model}|${scope}|${integerAtLeast('time', time, 0)}|${steps}h|paths`;
}

/** Simulation of one model. Both functions are pure: the same input gives the same bits. */
export interface Simulation {
  /** Computes the statistics; null while the volatility, or the expected volatility if required, is undefined. */
  readonly run: (input: MonteCarloInput) => MonteCarlo | null;
  /** Computes the paths, for scores of the whole distribution; null while the volatility is undefined. */
  readonly paths: (input: Omit<MonteCarloInput, 'drawdownMap'>) => Paths | null;
}

/**
 * Prepares the simulation of one model. For a coin, pass the model with the coin's transitions.
 *
 * @param config parameters. @default MONTE_CARLO_V1
 * @throws {UsageError} when the config is invalid or the pools do not fit the model, or (from the functions) when
 * states belong to another model, or a volatility or map is invalid.
 * @example
 * const { explain, volatility, time } = point;
 * const seed = monteCarloSeed({ model: '2026.11.0', scope: 'market', time });
 * const day = createMonteCarlo(model.hmm, model.artifact.residuals).run({ states: explain.states, volatility, seed });
 * const { share, percent } = day!.returnQuantiles[0];
 * [share, percent.toFixed(2)]; // → [ 0.01, '-5.76' ]
 */
export function createMonteCarlo(
  hmm: Hmm,
  pools: ResidualPools,
  config: MonteCarloConfig = MONTE_CARLO_V1,
): Simulation {
  const { version, paths, steps, shares, drawdown, visit, scale } = checkMonteCarloConfig(config);
  const { chain, labelOf, parameters } = hmm;
  const table = createPoolTable(pools, chain.states);
  const sampler = createSampler(chain.transition);
  const label = parameters.labels.indexOf(visit);
  if (label < 0) throw new UsageError(`"visit" expected one of ${parameters.labels.join(', ')}, got ${shown(visit)}`);
  const watched = Uint8Array.from(labelOf, (stateLabel) => Number(stateLabel === label));

  const simulate: Simulation['paths'] = ({ states, volatility, expected = null, seed }) => {
    const posterior = checkStates(states, chain.states);
    if (volatility === null) return null;
    const { h24, h720 } = volatility;
    if (Number.isNaN(h24) || Number.isNaN(h720)) return null;
    const [variance, longRunVariance] = [squared('h24', h24), squared('h720', h720)];
    const start = { posterior, variance, longRunVariance, seed };
    if (scale === undefined) return simulatePaths(sampler, table, watched, start, config);
    if (expected === null || Number.isNaN(expected.volatility)) return null;
    const factor = scaleOf(start, expected, config);
    return rescale(simulatePaths(sampler, table, watched, start, config), factor, expected.deviation);
  };

  return {
    paths: simulate,
    run: (input) => {
      const simulated = simulate(input);
      if (simulated === null) return null;
      const { states, seed, drawdownMap = null } = input;
      const returns = simulated.returns.sort();
      const raw = drawdownShare(simulated, drawdown);
      return {
        version,
        seed,
        paths,
        steps,
        returnQuantiles: shares.map((share) => ({ share, percent: 100 * Math.expm1(quantileSorted(returns, share)) })),
        visit: {
          label: visit,
          probability: visitProbability(hmm, rowOf(states), label, steps)[0]!,
          frequency: simulated.visits.reduce((count, visited) => count + visited, 0) / paths,
        },
        drawdown: {
          depth: drawdown,
          raw,
          calibrated: drawdownMap === null ? null : applyLogitMap(drawdownMap, raw, 0.5 / paths),
        },
      };
    },
  };
}

/**
 * Share of the paths that fall by more than `drawdown` of the price from an earlier hour, including now.
 * @example
 * const paths = { returns: Float64Array.of(0, 0), falls: Float64Array.of(0, 0.2), visits: new Uint8Array(2) };
 * drawdownShare(paths, 0.05); // → 0.5
 */
export function drawdownShare({ falls }: Paths, drawdown: number): number {
  const depth = fallOf(drawdown);
  return falls.reduce((count, fall) => count + Number(fall > depth), 0) / falls.length;
}

/**
 * Converts a fall as a share of the price to a fall of its logarithm.
 * @param drawdown fall as a share of the price, 0…1.
 * @returns fall of the logarithm, ≥ 0.
 * @example
 * fallOf(0.5).toFixed(3); // → '0.693'
 */
export function fallOf(drawdown: number): number {
  return -Math.log1p(-drawdown);
}

function checkStates(states: ArrayLike<number>, count: number): Float64Array {
  if (states.length !== count) throw new UsageError(`"states" expected ${count} probabilities, got ${states.length}`);
  let sum = 0;
  const probabilities = Float64Array.from(states, (p, k) => {
    sum += within(`states[${k}]`, p, 0, 1);
    return p;
  });
  if (!(Math.abs(sum - 1) < 1e-6)) throw new UsageError(`"states" expected a sum of 1, got ${sum}`);
  return probabilities;
}

const rowOf = (states: ArrayLike<number>): Filtered => ({
  kind: 'filtered',
  length: 1,
  probabilities: Float64Array.from(states),
  logLikelihood: new Float64Array(1),
  rescued: 0,
});

function squared(name: string, volatility: number): number {
  return notNegative(name, volatility) * volatility;
}
