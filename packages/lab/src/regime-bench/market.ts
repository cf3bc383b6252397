/** A market with known regimes. */

import { type Candles, UsageError } from '@barograph/core';

/** Hourly bars and the regime that made each of them. */
export interface BenchMarket {
  /** Name of the generator. */
  readonly generator: string;
  readonly bars: Candles;
  /** Hour by hour, a place in `labels`. */
  readonly truth: Int8Array;
  readonly labels: readonly string[];
}

/** A way to make markets. */
export interface MarketGenerator {
  readonly name: string;
  /** Citation of the law. */
  readonly source: string;
  /** Makes hours from a seed; the same seed gives the same bars. */
  readonly market: (seed: string, hours: number) => BenchMarket;
}

/**
 * The market, checked: as many labels as bars, each a place in the list.
 *
 * @throws {UsageError} naming the field, the expected and the actual value.
 */
export function checkMarket(market: BenchMarket): BenchMarket {
  const { bars, truth, labels } = market;
  if (truth.length !== bars.length) {
    throw new UsageError(`"truth" expected ${bars.length} labels like the bars, got ${truth.length}`);
  }
  const wrong = truth.findIndex((label) => label < 0 || label >= labels.length);
  if (wrong >= 0) {
    throw new UsageError(`"truth[${wrong}]" expected a place within 0…${labels.length - 1}, got ${truth[wrong]}`);
  }
  return market;
}
