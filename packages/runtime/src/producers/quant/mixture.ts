/**
 * A coin's own transitions, counted every month over the preceding hours; those of all coins when the model's panel could not
 * distinguish coins (docs/chapters/nowcast.md).
 */

import { bucketOpen, DAY_MS, type Candles } from '@barograph/core';
import {
  expectedTransitions,
  filter,
  hasOwnTransitions,
  historyQuality,
  mixTransitions,
  observe,
  standardize,
  type CoinTransitions,
  type NowcastModel,
} from '@barograph/nowcast';

/** JSON-safe. */
export interface Mixture extends CoinTransitions {
  /** First moment of its month, epoch ms. */
  readonly month: number;
}

/** First moment of the UTC month of `at`, epoch ms. */
export function monthOf(at: number): number {
  const day = new Date(bucketOpen(at, DAY_MS));
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Whether a coin's mixture needs its hours. */
export function countsOwn({ artifact }: NowcastModel): boolean {
  return hasOwnTransitions(artifact.coinScope);
}

/** Transitions of all coins, for a month. */
export function pooledMixture({ hmm }: NowcastModel, month: number): Mixture {
  return { month, ...mixTransitions(hmm, null) };
}

/**
 * Mixture of a month.
 *
 * @param before closed hours before the month, oldest first; with fewer than 30 days only the transitions of all coins count.
 */
export function mixtureOf(model: NowcastModel, month: number, before: Candles): Mixture {
  const { ownTransitions } = historyQuality(before.length, 0);
  if (!ownTransitions || !countsOwn(model)) return pooledMixture(model, month);
  const { artifact, hmm } = model;
  const columns = standardize(
    observe(before, artifact.features, { gaps: artifact.gaps }).columns,
    artifact.standardization,
  );
  return { month, ...mixTransitions(hmm, expectedTransitions(hmm, filter(hmm, columns)), artifact.coinScope) };
}
