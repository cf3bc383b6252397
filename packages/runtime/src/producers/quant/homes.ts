/** Assignment of coins to the partitions that keep their memory. */

import type { Listing } from '@barograph/sources';

/** Homes of coins. A coin never changes its home. */
export interface Homes {
  /** Listings by partition, in the given order. New coins go to the partition with the fewest of these listings. */
  among(listings: readonly Listing[]): readonly (readonly Listing[])[];
}

/** Homes in a number of partitions. */
export function createHomes(count: number): Homes {
  const homes = new Map<string, number>();
  return {
    among: (listings) => {
      const partitions = Array.from({ length: count }, (): Listing[] => []);
      const isNew = ({ symbol, formerly }: Listing): boolean =>
        !homes.has(symbol) && (formerly === undefined || !homes.has(formerly));
      const at = new Map<Listing, number>();
      const sizes = Array.from({ length: count }, () => 0);
      const settle = (listing: Listing, home: number): void => {
        const { symbol, formerly } = listing;
        homes.set(symbol, home);
        // The renamed coin and a new coin with its former name stay in one partition, so that only the renamed one resumes from the old state.
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
      for (const listing of listings) partitions[at.get(listing)!]!.push(listing);
      return partitions;
    },
  };
}
