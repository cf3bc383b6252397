/**
 * A coin's own transitions, counted anew every month in the hours before it; those of all coins where the panel that the
 * model learnt from could not tell coins apart (decision 0038).
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
  /** The month that it is for: its first moment, epoch ms. */
  readonly month: number;
}

/** The first moment of the UTC month of `at`, epoch ms. */
export function monthOf(at: number): number {
  const day = new Date(bucketOpen(at, DAY_MS));
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Whether hours of a coin are needed for its mixture. */
export function countsOwn({ artifact }: NowcastModel): boolean {
  return hasOwnTransitions(artifact.coinScope);
}

/** The transitions of all coins, for a month. */
export function pooledMixture({ hmm }: NowcastModel, month: number): Mixture {
  return { month, ...mixTransitions(hmm, null) };
}

/**
 * The mixture of a month.
 *
 * @param before closed hours before it, oldest first; a coin of fewer than 30 days has no say.
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
