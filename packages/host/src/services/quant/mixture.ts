/** A coin's own transitions, counted anew every month in the hours before it. */

import { bucketOpen, DAY_MS, type Candles } from '@barograph/core';
import {
  expectedTransitions,
  filter,
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

/**
 * The mixture of a month.
 *
 * @param before closed hours before it, oldest first; a coin of fewer than 30 days has no say.
 */
export function mixtureOf(model: NowcastModel, month: number, before: Candles): Mixture {
  const { ownTransitions } = historyQuality(before.length, 0);
  if (!ownTransitions) return { month, ...mixTransitions(model.hmm, null) };
  const { artifact, hmm } = model;
  const columns = standardize(observe(before, artifact.features, artifact.gaps).columns, artifact.standardization);
  return { month, ...mixTransitions(hmm, expectedTransitions(hmm, filter(hmm, columns)), artifact.coinScope) };
}
