/** Market with its clock, and data from files. */

import type { Clock } from './clock.ts';
import { FEED_NAMES, type FeedName } from './market/feeds.ts';
import type { Market } from './market/market.ts';
import type { Source } from './market/source.ts';

/** Market with its clock. */
export interface Opened {
  readonly market: Market;
  readonly clock: Clock;
  /** Skipped files, a line each. */
  readonly skipped: readonly string[];
}

/** Data of files other than bars: reference data, and flows of spot ETFs. */
export interface Brought {
  readonly sources: readonly Source[];
  /** Time when the last reference row became known, epoch ms; undefined without reference data. */
  readonly lastKnownAt: number | undefined;
  /** Dropped rows, a line per kind and reason. */
  readonly skipped: readonly string[];
}

/** Feeds that files provide, which replace other sources. Coins, categories and unlocks belong together. */
export function heldBy({ sources }: Brought): ReadonlySet<FeedName> {
  const served = FEED_NAMES.filter((name) => sources.some(({ feeds }) => feeds[name] !== undefined));
  const coins = ['coins', 'categories', 'unlocks'] as const;
  return new Set([...served, ...(coins.some((name) => served.includes(name)) ? coins : [])]);
}

/** Formats a time for messages. @param time epoch ms. */
export function isoOf(time: number): string {
  return new Date(time).toISOString();
}
