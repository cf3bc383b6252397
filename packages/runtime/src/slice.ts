/** Length of a run that fetches: it publishes what there is, and the next one goes on from there. */

import { deadlines, within, VENUES, type Listing } from '@barograph/sources';

/** Length of a run. */
export interface SliceConfig {
  readonly version: `slice/${string}`;
  /**
   * Real ms of fetching after which a run leaves the rest to the next one. A venue with a budget takes half an hour for the
   * years of all its symbols; the largest are served after the first run.
   */
  readonly fetchMs: number;
}

/** A changed number is a new constant. */
export const SLICE_V1: SliceConfig = Object.freeze({ version: 'slice/1', fetchMs: 20_000 });

/** The time of one run. */
export interface Slice {
  /** Whether the rest is left to the next run. Never before something was done. */
  isOver(): boolean;
  /** Something was done. */
  step(): void;
  /**
   * Waits for a fetch no longer than the time of the run; undefined when it was over before. The fetch goes on, and the
   * next run shares its outcome where fetches are shared.
   */
  within<T>(fetch: Promise<T>): Promise<{ readonly value: T } | undefined>;
}

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
      // Nothing would be published without the first.
      if (steps === 0) return fetched;
      return within(Math.max(0, until - deadlines.now()), fetched);
    },
  };
}

/** Perps first; of a venue the largest first, where it says how large they are. */
export function largestFirst(listings: readonly Listing[]): readonly Listing[] {
  const size = ({ dayNotional = 0 }: Listing): number => dayNotional;
  return VENUES.flatMap((venue) =>
    listings.filter((listing) => listing.venue === venue).sort((a, b) => size(b) - size(a)),
  );
}
