/** Query and rows of the bars feed. */

import type { Bar, Candles, Interval } from '@barograph/core';
import type { Listing } from './listing.ts';

/** Bars by count, or those that open within `[from, to]`, epoch ms. */
export type BarsWindow =
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** Query of the bars feed. */
export interface BarsRequest extends Listing {
  readonly interval: Interval;
  readonly window: BarsWindow;
  /** Time of the query, epoch ms. Bars that close later are not returned as closed. */
  readonly asOf: number;
  /** `bulk` marks scheduled work, which waits behind callers in a source with a budget. */
  readonly urgency?: 'bulk';
}

/** Rows of the bars feed. */
export interface Bars {
  /** Oldest first, all closed by `asOf`. May be views of the source's memory: read only. */
  readonly closed: Candles;
  /** Bar open at `asOf`, up to its known part; undefined when unknown. */
  readonly forming: Bar | undefined;
}
