/** Implied volatility of coins with options: history of the 30-day index, and current options. */

import type { OptionQuote } from '@barograph/volatility';

/** Query for the values of a coin's index that became known after `from`, up to and including `to`, epoch ms. */
export interface ImpliedRange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** Time between two values. A source without hourly values returns daily values. */
  readonly step: '1h' | '1d';
}

/** Rows of the implied feed, oldest first, one per moment. */
export interface ImpliedIndex {
  /** Epoch ms, when each became known: the end of its hour or day. */
  readonly time: Float64Array;
  /** Implied volatility of 30-day options, annualised percent. */
  readonly implied: Float64Array;
}

/** Query for the options of a coin at a time, epoch ms. */
export interface OptionsQuery {
  readonly symbol: string;
  readonly asOf: number;
}

/** Rows of the options feed: every listed option, in any order. */
export interface OptionQuotes {
  readonly quotes: readonly OptionQuote[];
}
