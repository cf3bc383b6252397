/** Numbers of the book sampler, by version. */

/** Sampling of the books of the largest perps. */
export interface LiquiditySamplerConfig {
  readonly version: `liquidity-sampler/${string}`;
  /** Perps that are tracked: the largest by notional of 24 hours. */
  readonly coins: number;
  /** Factor by which the notional of a tracked perp counts: two of nearly one size do not take turns. */
  readonly incumbency: number;
  /** Hours for which the samples of a perp that left stay readable. */
  readonly readableHours: number;
  /** Aggregated books that are asked for one after the other while a band is cut, in significant figures. */
  readonly figures: readonly (2 | 3 | 4 | 5)[];
  /** Books that are asked for at once. */
  readonly atOnce: number;
  /** Minutes for which a sample is a current one. */
  readonly currentMinutes: number;
  /** Days of samples that a state is made of, where none was kept: those of the hours, and one for their changes. */
  readonly rebuildDays: number;
}

/**
 * Version 1. Twenty levels of 4 figures reach 20 to 200 bps from mid, of 3 figures 200 to 2,000 (by the first digits of the
 * price): the finer one comes first, because a level is a lower bound within a step. 25 coins take 150 weight every 2
 * minutes at most, of 2,400.
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
