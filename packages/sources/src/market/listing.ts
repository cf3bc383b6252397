/** Symbols of venues. */

/** Venue names of the contract. */
export type Venue = 'perpdex_perp' | 'cexa_spot';

/** Venues in listing order. */
export const VENUES: readonly Venue[] = ['perpdex_perp', 'cexa_spot'];

/** One symbol on one venue. */
export interface Listing {
  readonly symbol: string;
  readonly venue: Venue;
  /** Name before a rename; its stored state continues under `symbol`. */
  readonly formerly?: string;
  /** 24-hour notional, USD. The largest listings are computed first. */
  readonly dayNotional?: number;
}

/** Unique key of a listing. */
export function listingKey({ symbol, venue }: Pick<Listing, 'symbol' | 'venue'>): string {
  return `${venue}:${symbol}`;
}
