/** Implied volatility of coins that options are traded on: an index of 30 days over time, and the options of a moment. */

import type { OptionQuote } from '@barograph/volatility';

/** Query for the values of a coin's index that became known after `from`, up to and including `to`, epoch ms. */
export interface ImpliedRange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** Time between two values. A source that has no hours gives its days. */
  readonly step: '1h' | '1d';
}

/** Rows of the implied feed, oldest first, one per moment. */
export interface ImpliedIndex {
  /** Epoch ms, when each became known: the end of its hour or day. */
  readonly time: Float64Array;
  /** Volatility that options of 30 days imply, annualised percent. */
  readonly implied: Float64Array;
}

/** Query for the options of a coin at a moment, epoch ms. */
export interface OptionsQuery {
  readonly symbol: string;
  readonly asOf: number;
}

/** Rows of the options feed: every option that is listed, in any order. */
export interface OptionQuotes {
  readonly quotes: readonly OptionQuote[];
}
