/** Listings and delistings, from our own hourly checks of each venue. */

import { bucketOpen } from '@barograph/core';
import { coinOfSymbol, universeDiff, type NewsItem } from '@barograph/stress/news';
import { VENUES, type Listing, type Venue } from '@barograph/sources';
import { NEWS_INGEST_V1 } from './ingest-config.ts';

/** Source of listings. */
export const UNIVERSE_SOURCE = 'universe';

/** Symbols of each venue at its last check. Plain JSON. */
export interface KnownUniverse {
  /** Open of the hour of the check, epoch ms. */
  readonly hour: number;
  readonly symbols: Readonly<Partial<Record<Venue, readonly string[]>>>;
}

/** Result of a check. */
export interface UniverseLook {
  readonly known: KnownUniverse;
  readonly items: readonly NewsItem[];
}

/** Whether an hour has begun since the last check. */
export function isLookDue(before: KnownUniverse | undefined, asOf: number): boolean {
  return before === undefined || bucketOpen(asOf, NEWS_INGEST_V1.universeMs) > before.hour;
}

/**
 * Items for symbols added or removed since the last check. A new or empty venue gives no items, and an empty one keeps its known
 * symbols. A renamed symbol counts as the same one.
 *
 * @param listings symbols that trade now.
 * @param named perps that items may name; symbols of other venues must match one, with any multiple of the coin.
 */
export function lookAtUniverse(
  before: KnownUniverse | undefined,
  listings: readonly Listing[],
  named: readonly string[],
  asOf: number,
): UniverseLook {
  const hour = bucketOpen(asOf, NEWS_INGEST_V1.universeMs);
  const renamed = new Map(
    listings.flatMap(({ symbol, formerly }) => (formerly === undefined ? [] : [[formerly, symbol]])),
  );
  const symbols: Partial<Record<Venue, readonly string[]>> = { ...before?.symbols };
  const perpOf = new Map(named.map((perp) => [coinOfSymbol(perp), perp]));
  const items: NewsItem[] = [];
  for (const venue of VENUES) {
    const now = new Set(listings.filter((listing) => listing.venue === venue).map(({ symbol }) => symbol));
    const then = before?.symbols[venue];
    const known = then === undefined ? null : new Set(then.map((symbol) => renamed.get(symbol) ?? symbol));
    const diff = universeDiff(known, now, { venue, domain: venue.replace('_', '-'), at: asOf });
    items.push(
      ...diff.flatMap((item): readonly NewsItem[] => {
        // A removed perp is known by its earlier name.
        if (venue === 'perpdex_perp') return [item];
        const symbol = perpOf.get(coinOfSymbol(item.stated!.symbol));
        if (symbol === undefined) return [];
        return [{ ...item, title: item.title.replace('perpetual', 'spot'), stated: { ...item.stated!, symbol } }];
      }),
    );
    if (now.size > 0) symbols[venue] = [...now].toSorted();
  }
  return { known: { hour, symbols }, items };
}
