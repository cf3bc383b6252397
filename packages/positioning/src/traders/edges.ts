/** Edges: mean returns of groups with enough trips, whether they differ from 0 or not. */

import { HOUR_MS } from '@barograph/core';
import type { TradersConfig } from './config.ts';
import { meanError, studentQuantile } from './statistics.ts';
import { returnOf, type Trip } from './trips.ts';

/** Groupings of trips: by coin, by side, by UTC hour of the opening. */
export const EDGE_DIMENSIONS = ['coin', 'side', 'hour'] as const;
/** Grouping of trips. */
export type EdgeDimension = (typeof EDGE_DIMENSIONS)[number];

/** Mean return of a group of trips, including fees. */
export interface Edge {
  readonly dimension: EdgeDimension;
  /** Coin; `long` or `short`; or hour `0` … `23`. */
  readonly group: string;
  /** Number of trips in the group. */
  readonly trips: number;
  /** Mean return, fraction of the opened notional. */
  readonly meanReturn: number;
  /** Bounds of the interval: all groups of the dimension hold jointly at the config's confidence. */
  readonly low: number;
  readonly high: number;
  /** Whether the interval excludes 0. */
  readonly isSignificant: boolean;
}

const GROUP_OF: Readonly<Record<EdgeDimension, (trip: Trip) => string>> = {
  coin: ({ coin }) => coin,
  side: ({ side }) => side,
  hour: ({ opened }) => String(Math.floor(opened / HOUR_MS) % 24),
};

/**
 * Computes the edges of whole trips, dimension by dimension, groups by name.
 *
 * @source Student's t interval of a mean; C. E. Bonferroni: each of m groups at 1 − (1 − confidence) / m. Trips that
 * overlap in time are not independent, so the intervals of an account with many simultaneous trips are too narrow.
 */
export function edgesOf(trips: readonly Trip[], { confidence, leastEdgeTrips }: TradersConfig): readonly Edge[] {
  return EDGE_DIMENSIONS.flatMap((dimension) => {
    const groups = new Map<string, number[]>();
    for (const trip of trips) {
      const group = GROUP_OF[dimension](trip);
      const known = groups.get(group);
      if (known === undefined) groups.set(group, [returnOf(trip)]);
      else known.push(returnOf(trip));
    }
    const tested = [...groups].filter(([, returns]) => returns.length >= leastEdgeTrips);
    const level = 1 - (1 - confidence) / tested.length / 2;
    return tested
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([group, returns]): Edge => {
        const { mean, error } = meanError(returns);
        const half = error * studentQuantile(level, Math.max(3, returns.length - 1));
        const [low, high] = [mean - half, mean + half];
        return {
          dimension,
          group,
          trips: returns.length,
          meanReturn: mean,
          low,
          high,
          isSignificant: low > 0 || high < 0,
        };
      });
  });
}
