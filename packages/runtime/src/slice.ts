/** Time slice of a fetching run: it publishes what is there, and the next run continues. */

import { deadlines, within, VENUES, type Listing } from '@barograph/sources';

/** Length of a run. */
export interface SliceConfig {
  readonly version: `slice/${string}`;
  /**
   * Fetching time after which a run leaves the rest to the next one, real ms. A venue with a request budget takes half an hour
   * for the years of all its symbols; the largest are served after the first run.
   */
  readonly fetchMs: number;
}

/** A changed number is a new constant. */
export const SLICE_V1: SliceConfig = Object.freeze({ version: 'slice/1', fetchMs: 20_000 });

/** Time slice of one run. */
export interface Slice {
  /** Whether to leave the rest to the next run; false until the first item is done. */
  isOver(): boolean;
  /** Records that an item is done. */
  step(): void;
  /**
   * Waits for a fetch until the end of the slice; undefined when the slice ends first. The fetch continues, and the next run
   * shares its result when fetches are shared.
   */
  within<T>(fetch: Promise<T>): Promise<{ readonly value: T } | undefined>;
}

/** Starts a time slice at the current moment. */
export function beginSlice(config: SliceConfig = SLICE_V1): Slice {
  const until = deadlines.now() + config.fetchMs;
  let steps = 0;
  return {
    isOver: () => steps > 0 && deadlines.now() >= until,
    step: () => {
      steps++;
    },
    within: async (fetch) => {
      const fetched = fetch.then((value) => ({ value }));
      // Without a first item the run would publish nothing.
      if (steps === 0) return fetched;
      return within(Math.max(0, until - deadlines.now()), fetched);
    },
  };
}

/** Sorts perps first, and perps of a venue by size when known. */
export function largestFirst(listings: readonly Listing[]): readonly Listing[] {
  const size = ({ dayNotional = 0 }: Listing): number => dayNotional;
  return VENUES.flatMap((venue) =>
    listings.filter((listing) => listing.venue === venue).sort((a, b) => size(b) - size(a)),
  );
}
