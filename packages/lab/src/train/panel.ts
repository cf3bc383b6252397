/** Coins that a model learns from beside the market, and what it then knows of how coins differ. */

import { fitConcentration } from '../coin-concentration.ts';
import { type CoinScopeConfig, createHmm, type Observations } from '@barograph/nowcast';
import type { Model } from './evaluate.ts';
import { transitionsBefore } from './score-coin.ts';

/** Coins that a model learns from. */
export interface Panel {
  /** Hour by hour, coin by coin. */
  readonly coins: readonly Observations[];
  /** Coin by coin, as scopes are named; left out where nothing is asked of a coin by its name. */
  readonly names?: readonly string[];
  /** The files of the bars, for the record; left out for bars of no file. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/**
 * The concentration that the panel's coins have around the model's transitions, from their hours before `to`.
 *
 * @throws {UsageError} a panel without coins.
 * @example
 * const { artifact } = model;
 * const coins = [observe(hours, artifact.features)];
 * fitCoinScope({ ...artifact, parameters: artifact.hmm }, { coins }, hours.time[1_400]).concentration; // → 1000
 */
export function fitCoinScope(model: Model, { coins }: Panel, to: number): CoinScopeConfig {
  const counts = coins.map((coin) => transitionsBefore(model, coin, to));
  return { version: 'coin_scope/fitted', concentration: fitConcentration(createHmm(model.parameters), counts) };
}
