/** A market with its clock, and what files bring to it. */

import type { Clock } from './clock.ts';
import { FEED_NAMES, type FeedName } from './market/feeds.ts';
import type { Market } from './market/market.ts';
import type { Source } from './market/source.ts';

/** A market, and the clock that fits it. */
export interface Opened {
  readonly market: Market;
  readonly clock: Clock;
  /** Files that were left out, one line each. */
  readonly skipped: readonly string[];
}

/** Files beside the bars: reference data, and flows of spot ETFs. */
export interface Brought {
  readonly sources: readonly Source[];
  /** Moment at which the last of the reference data became known, epoch ms; undefined without any. */
  readonly lastKnownAt: number | undefined;
  /** Rows that were left out, one line for each kind and reason. */
  readonly skipped: readonly string[];
}

/** Feeds that files have: no other source is asked for them. Coins, their categories and unlocks go together. */
export function heldBy({ sources }: Brought): ReadonlySet<FeedName> {
  const held = FEED_NAMES.filter((name) => sources.some(({ feeds }) => feeds[name] !== undefined));
  const coins = ['coins', 'categories', 'unlocks'] as const;
  return new Set([...held, ...(coins.some((name) => held.includes(name)) ? coins : [])]);
}

/** A moment in a message. @param time epoch ms. */
export function isoOf(time: number): string {
  return new Date(time).toISOString();
}
