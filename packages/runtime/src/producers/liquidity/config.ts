/** Settings of the book sampler, by version. */

/** Sampling of the books of the largest perps. */
export interface LiquiditySamplerConfig {
  readonly version: `liquidity-sampler/${string}`;
  /** Number of tracked perps, the largest by 24-hour notional. */
  readonly coins: number;
  /** Factor on the notional of tracked perps, so that two of similar size do not alternate. */
  readonly incumbency: number;
  /** Hours during which samples of a perp that is no longer tracked stay readable. */
  readonly readableHours: number;
  /** Significant figures of aggregated books, requested in order while a band is truncated. */
  readonly figures: readonly (2 | 3 | 4 | 5)[];
  /** Concurrent requests for books. */
  readonly atOnce: number;
  /** Maximum age of a current sample, minutes. */
  readonly currentMinutes: number;
  /** Days of samples to rebuild a state from: those of the hours, and one for their changes. */
  readonly rebuildDays: number;
}

/**
 * Version 1. Twenty levels of 4 figures reach 20 to 200 bps from mid, of 3 figures 200 to 2,000 (by the leading digits of the
 * price). The finer book comes first, because a level is a lower bound within a step. 25 coins take at most 150 weight per 2
 * minutes, of 2,400.
 */
export const LIQUIDITY_SAMPLER_V1: LiquiditySamplerConfig = Object.freeze({
  version: 'liquidity-sampler/1',
  coins: 25,
  incumbency: 1.1,
  readableHours: 24,
  figures: [4, 3],
  atOnce: 5,
  currentMinutes: 10,
  rebuildDays: 31,
} as const);
