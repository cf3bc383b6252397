/** Retention of perp samples: deletes those that neither answers nor day files need. */

import { DAY_MS } from '@barograph/core';
import type { SeriesRetention } from '../../retention.ts';
import { perpSamplesSeries } from './archive.ts';

/** Retention of funding and open interest. A changed number is a new constant. */
export const SAMPLE_RETENTION_V1: {
  readonly version: 'sample-retention/1';
  /** Default, days: as many as the days of other venues. */
  readonly days: number;
  /** Minimum, days: one more than the range of `derivatives/perpdex/history`, for corrections of files. */
  readonly least: number;
} = Object.freeze({ version: 'sample-retention/1', days: 400, least: 181 });

/**
 * Returns the retention of the samples of perps.
 * @param days retention.
 */
export function sampleRetention(timeline: string, days: number): SeriesRetention {
  return { series: [perpSamplesSeries(timeline)], keptMs: days * DAY_MS, heldBy: 'funding' };
}
