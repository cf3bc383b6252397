/** Raw drawdown forecasts at an hour of a history, and the calibration maps fitted to their outcomes. */

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
 * - `withoutRegimes`: the same draws from one pool for all states, so that paths depend on volatility only.
 * - `volatility`: the previous day's volatility only.
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
  /** Forecasts mapped by earlier outcomes; null while there are too few. */
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

/** Pools without state-specific residuals. */
export function withoutRegimes({ all, states }: ResidualPools): ResidualPools {
  return { all, states: states.map(() => null) };
}

/** Probability whose logit is the log volatility, so that its map is a logistic regression on that log. */
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
  const fit = (forecast: DrawdownForecast): LogitMap =>
    fitLogitMap(
      outcomes.map(({ raw }) => raw[forecast]),
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
  const mapped = (forecast: DrawdownForecast): number => applyLogitMap(maps[forecast], raw[forecast], doubtOf(config));
  return {
    simulated: mapped('simulated'),
    withoutRegimes: mapped('withoutRegimes'),
    volatility: mapped('volatility'),
  };
}
