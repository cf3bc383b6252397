/** Where bars come from: files, the simulator, a venue. */

import type { Bar, Candles, Interval, Result } from '@barograph/core';
import type { DataSource } from '@barograph/contract';

/** Venue names of the contract. */
export type Venue = 'perpdex_perp' | 'cexa_spot';

/** One symbol on one venue. */
export interface Listing {
  readonly symbol: string;
  readonly venue: Venue;
}

/** Which bars: the last ones, or those that open within `[from, to]`. */
export type BarsWindow =
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** A question for bars. */
export interface BarsRequest extends Listing {
  readonly interval: Interval;
  readonly window: BarsWindow;
  /** The moment of the question, epoch ms. No bar that closes later is in the answer as closed. */
  readonly asOf: number;
}

/** The answer to it. */
export interface Bars {
  /** Oldest first, all closed by `asOf`. May be views on the source's own memory: read, do not write. */
  readonly closed: Candles;
  /** The bar that is open at `asOf`, as far as it is known then; undefined when nothing of it is. */
  readonly forming: Bar | undefined;
}

/** Why there are no bars. `unavailable`: never of this kind; `stale_source`: not now. */
export interface BarsProblem {
  readonly code: 'unknown_symbol' | 'unavailable' | 'stale_source';
  readonly reason: string;
}

/** Thrown where there is no going on without bars: the answer is then 503, and the log has the reason. */
export class SourceError extends Error {}

/** What one venue of a source has at a moment. */
export interface SourceState {
  readonly symbols: number;
  readonly bars: number;
  /** Shortest interval of those bars; null when there are none. */
  readonly interval: Interval | null;
  /** Close of the newest closed bar, epoch ms; null when there is none. */
  readonly lastClose: number | null;
}

/** A source of bars: files, the simulator, or a venue. */
export interface CandleSource {
  readonly kind: DataSource;
  /** What has at least one closed bar at `asOf`, in order of venue and symbol. */
  listings(asOf: number): readonly Listing[];
  /** Bars, as soon as they are there. A slow venue may take its time: callers set their own deadline. */
  bars(request: BarsRequest): Promise<Result<Bars, BarsProblem>>;
  state(venue: Venue, asOf: number): SourceState;
}

/** The venues in the order in which they are listed. */
export const VENUES: readonly Venue[] = ['perpdex_perp', 'cexa_spot'];
