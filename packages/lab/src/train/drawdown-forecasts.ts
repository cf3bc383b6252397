/** Forecasts of a drawdown at an hour of a history, raw, and the calibration maps fitted to their outcomes. */

import { fitLogitMap } from '../monte-carlo/fit-logit-map.ts';
import {
  type LogitMap,
  type MonteCarloConfig,
  type MonteCarloInput,
  monteCarloSeed,
  type ResidualPools,
} from '@barograph/nowcast';
import { applyLogitMap } from '@barograph/nowcast/parts';
import type { History } from './views.ts';

/**
 * Forecasts of a drawdown:
 * - `simulated`: the published simulation.
 * - `withoutRegimes`: the same draws from one pool for all states: what volatility knows of it, path by path.
 * - `volatility`: the volatility of the day before alone.
 */
export const DRAWDOWN_FORECASTS = ['simulated', 'withoutRegimes', 'volatility'] as const;
export type DrawdownForecast = (typeof DRAWDOWN_FORECASTS)[number];

/** A probability by each forecast. */
export type DrawdownProbabilities = Readonly<Record<DrawdownForecast, number>>;

/** Forecasts at one hour, and the outcome. */
export interface DrawdownOutcome {
  /** Epoch ms. */
  readonly time: number;
  readonly raw: DrawdownProbabilities;
  /** By maps of earlier outcomes; null while they were too few. */
  readonly mapped: DrawdownProbabilities | null;
  readonly drawdown: boolean;
}

/** Inputs of the simulation at the close of hour `t`. */
export function inputAt(history: History, t: number, config: MonteCarloConfig): MonteCarloInput {
  const { volatility, expected } = history.view(t, config.steps);
  return {
    states: history.states(t),
    volatility,
    ...(expected === undefined ? {} : { expected: { volatility: expected, deviation: history.deviation } }),
    seed: monteCarloSeed({ model: history.hmm.parameters.version, scope: 'market', time: history.time[t]! }, config),
  };
}

/** Pools in which no state has residuals of its own. */
export function withoutRegimes({ all, states }: ResidualPools): ResidualPools {
  return { all, states: states.map(() => null) };
}

/** A probability whose logit is the log of a volatility: its map is then a logistic regression on that log. */
export function volatilityOdds(volatility: number): number {
  return volatility / (1 + volatility);
}

/** Half a path. */
export const doubtOf = ({ paths }: MonteCarloConfig): number => 0.5 / paths;

/** One map for each forecast. */
export type DrawdownMaps = Readonly<Record<DrawdownForecast, LogitMap>>;

/** Fits the maps. None of the outcomes may have been known to the model that forecast it. */
export function fitDrawdownMaps(outcomes: readonly DrawdownOutcome[], config: MonteCarloConfig): DrawdownMaps {
  const came = outcomes.map(({ drawdown }) => Number(drawdown));
  const fit = (of: DrawdownForecast): LogitMap =>
    fitLogitMap(
      outcomes.map(({ raw }) => raw[of]),
      came,
      doubtOf(config),
    );
  return { simulated: fit('simulated'), withoutRegimes: fit('withoutRegimes'), volatility: fit('volatility') };
}

/** The mapped forecasts. */
export function mapDrawdown(
  maps: DrawdownMaps,
  raw: DrawdownProbabilities,
  config: MonteCarloConfig,
): DrawdownProbabilities {
  const mapped = (of: DrawdownForecast): number => applyLogitMap(maps[of], raw[of], doubtOf(config));
  return {
    simulated: mapped('simulated'),
    withoutRegimes: mapped('withoutRegimes'),
    volatility: mapped('volatility'),
  };
}
