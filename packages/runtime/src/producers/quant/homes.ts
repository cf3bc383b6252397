/** Homes of coins: the share that has the memory of each. */

import type { Listing } from '@barograph/sources';

/** Homes. A coin keeps its own for good. */
export interface Homes {
  /** Listings by share, each in the order given. Coins that are new go where the fewest of these are. */
  among(listings: readonly Listing[]): readonly (readonly Listing[])[];
}

/** Homes in so many shares. */
export function createHomes(count: number): Homes {
  const homes = new Map<string, number>();
  return {
    among: (listings) => {
      const shares = Array.from({ length: count }, (): Listing[] => []);
      const isNew = ({ symbol, formerly }: Listing): boolean =>
        !homes.has(symbol) && (formerly === undefined || !homes.has(formerly));
      const at = new Map<Listing, number>();
      const sizes = Array.from({ length: count }, () => 0);
      const settle = (listing: Listing, home: number): void => {
        const { symbol, formerly } = listing;
        homes.set(symbol, home);
        // A renamed coin goes on from the state of its former name, and what takes that name begins anew: one share sees to both.
        if (formerly !== undefined && !homes.has(formerly)) homes.set(formerly, home);
        at.set(listing, home);
        sizes[home]!++;
      };
      const homeOf = ({ symbol, formerly }: Listing): number | undefined =>
        homes.get(symbol) ?? (formerly === undefined ? undefined : homes.get(formerly));
      for (const listing of listings) if (!isNew(listing)) settle(listing, homeOf(listing)!);
      for (const listing of listings) {
        if (!at.has(listing)) settle(listing, homeOf(listing) ?? sizes.indexOf(Math.min(...sizes)));
      }
      for (const listing of listings) shares[at.get(listing)!]!.push(listing);
      return shares;
    },
  };
}
