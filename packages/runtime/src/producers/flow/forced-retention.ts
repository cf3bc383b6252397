/** Retention of forced closes: those that no answer and no day file needs any more are forgotten. */

import { FORCED_VENUES } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { SeriesRetention } from '../../retention.ts';
import { LIQUIDATIONS_V2 } from './forced-config.ts';
import { liquidationsSeries } from './forced-memory.ts';

/** Days of forced closes that are kept when nothing else is said. A changed number is a new constant. */
export const FORCED_RETENTION_V1: { readonly version: 'forced-retention/1'; readonly days: number } = Object.freeze({
  version: 'forced-retention/1',
  days: 30,
});

/** @param days that are kept; what the totals need stays in any case. */
export function forcedRetention(timeline: string, days: number): SeriesRetention {
  return {
    series: FORCED_VENUES.map((venue) => liquidationsSeries(timeline, venue)),
    keptMs: Math.max(days * DAY_MS, LIQUIDATIONS_V2.windowMs + LIQUIDATIONS_V2.catchUpMs),
    heldBy: 'liquidations',
  };
}
