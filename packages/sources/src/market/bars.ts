/** Bars: what is asked for, and what a source gives. */

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
  /** Moment of the question, epoch ms. No bar that closes later is in the answer as closed. */
  readonly asOf: number;
  /** `bulk`: scheduled work, which a source with a budget lets wait behind callers. */
  readonly urgency?: 'bulk';
}

/** Rows of the bars feed. */
export interface Bars {
  /** Oldest first, all closed by `asOf`. May be views on memory of the source: read only. */
  readonly closed: Candles;
  /** The bar that is open at `asOf`, as far as it is known; undefined when nothing of it is. */
  readonly forming: Bar | undefined;
}
