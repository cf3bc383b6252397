/** Retention of samples of perps: those that no answer and no day file needs any more are forgotten. */

import { DAY_MS } from '@barograph/core';
import type { SeriesRetention } from '../../retention.ts';
import { perpSamplesSeries } from './archive.ts';

/** Days of funding and open interest that are kept. A changed number is a new constant. */
export const SAMPLE_RETENTION_V1: {
  readonly version: 'sample-retention/1';
  /** The default: as many as the days of other venues. */
  readonly days: number;
  /** The least: a day more than `derivatives/perpdex/history` reaches back to, for corrections of files. */
  readonly least: number;
} = Object.freeze({ version: 'sample-retention/1', days: 400, least: 181 });

/** @param days that are kept. */
export function sampleRetention(timeline: string, days: number): SeriesRetention {
  return { series: [perpSamplesSeries(timeline)], keptMs: days * DAY_MS, heldBy: 'funding' };
}
