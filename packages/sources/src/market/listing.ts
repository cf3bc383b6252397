/** Symbols of venues. */

/** Venue names of the contract. */
export type Venue = 'perpdex_perp' | 'cexa_spot';

/** Venues in the order in which they are listed. */
export const VENUES: readonly Venue[] = ['perpdex_perp', 'cexa_spot'];

/** One symbol on one venue. */
export interface Listing {
  readonly symbol: string;
  readonly venue: Venue;
  /** The name until a rename: state that was kept under it continues under `symbol`. */
  readonly formerly?: string;
  /** Notional of the last 24 hours, USD: the largest are computed first. */
  readonly dayNotional?: number;
}

/** Unique text of a listing. */
export function listingKey({ symbol, venue }: Pick<Listing, 'symbol' | 'venue'>): string {
  return `${venue}:${symbol}`;
}
