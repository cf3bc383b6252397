/** Retention of forced closes: deletes those that neither answers nor day files need. */

import { FORCED_VENUES } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { SeriesRetention } from '../../retention.ts';
import { LIQUIDATIONS_V2 } from './forced-config.ts';
import { liquidationsSeries } from './forced-memory.ts';

/** Default retention, days. A changed number is a new constant. */
export const FORCED_RETENTION_V1: { readonly version: 'forced-retention/1'; readonly days: number } = Object.freeze({
  version: 'forced-retention/1',
  days: 30,
});

/**
 * Returns the retention of the series of forced closes.
 * @param days retention; closes that the totals need stay in any case.
 */
export function forcedRetention(timeline: string, days: number): SeriesRetention {
  return {
    series: FORCED_VENUES.map((venue) => liquidationsSeries(timeline, venue)),
    keptMs: Math.max(days * DAY_MS, LIQUIDATIONS_V2.windowMs + LIQUIDATIONS_V2.catchUpMs),
    heldBy: 'liquidations',
  };
}
