/** Funding and open interest of perps: what is asked for, and what a source gives. */

/** Query for the observations of a perp after `from`, up to and including `to`, epoch ms. */
export interface ObservedRange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** Longest time between two observations that the caller can use, ms; any when left out. */
  readonly every?: number | undefined;
  /** `bulk`: scheduled work, for which what was sampled stands for what was settled. */
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
  /** Mark price of that moment, USD; NaN where it is not known. */
  readonly mark: Float64Array;
}
