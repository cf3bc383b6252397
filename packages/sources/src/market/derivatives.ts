/** Queries and rows of the funding and open interest feeds. */

/** Query for the observations of a perp after `from`, up to and including `to`, epoch ms. */
export interface ObservedRange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** Maximum time between two observations, ms. @default any */
  readonly every?: number | undefined;
  /** `bulk` marks scheduled work, which accepts sampled rates instead of settled rates. */
  readonly urgency?: 'bulk';
}

/** Rows of the funding feed, oldest first, one per moment. */
export interface FundingRates {
  /** Epoch ms, when each became known. */
  readonly time: Float64Array;
  /** Fraction of the notional per hour, independent of the interval of the venue; NaN where unknown. */
  readonly rate1h: Float64Array;
}

/** Rows of the open interest feed, oldest first, one per moment. */
export interface OpenInterest {
  /** Epoch ms, when each became known. */
  readonly time: Float64Array;
  /** Units of the coin. */
  readonly contracts: Float64Array;
  /** Mark price at that time, USD; NaN when unknown. */
  readonly mark: Float64Array;
}
