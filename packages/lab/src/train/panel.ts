/** Coins in a model's training besides the market, and the fitted dispersion between coins. */

import { fitConcentration } from '../coin-concentration.ts';
import { type CoinScopeConfig, createHmm, type Observations } from '@barograph/nowcast';
import type { Model } from './evaluate.ts';
import { transitionsBefore } from './score-coin.ts';

/** Coins that a model learns from. */
export interface Panel {
  /** Hour by hour, coin by coin. */
  readonly coins: readonly Observations[];
  /** Names per coin, as in scopes; only needed for lookups by name. */
  readonly names?: readonly string[];
  /** Files of the bars, for the record; absent for bars without files. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/**
 * Fits the concentration of the panel's coins around the model's transitions, from hours before `to`.
 *
 * @throws {UsageError} when the panel has no coins.
 * @example
 * const { artifact } = model;
 * const coins = [observe(hours, artifact.features)];
 * fitCoinScope({ ...artifact, parameters: artifact.hmm }, { coins }, hours.time[1_400]).concentration; // → 1000
 */
export function fitCoinScope(model: Model, { coins }: Panel, to: number): CoinScopeConfig {
  const counts = coins.map((coin) => transitionsBefore(model, coin, to));
  return { version: 'coin_scope/fitted', concentration: fitConcentration(createHmm(model.parameters), counts) };
}
