/** Archives of days, for operations. */

import type { OtherVenues, PerpDay } from '@barograph/contract';
import type { Clock } from '@barograph/sources';
import type { Observations, SampleDay, SampleDays, VenueDay, VenueDays } from '@barograph/store';
import { perpSamplesSeries } from '../perp/archive.ts';

/** Stores of the archives. */
export interface VenueArchiveStore {
  readonly observations: Pick<Observations, 'firstTime'>;
  readonly sampleDays: SampleDays;
  readonly venueDays: Pick<VenueDays, 'read' | 'first'>;
}

function ofVenue({ day, numbers }: VenueDay): PerpDay {
  const { funding, settlements, openInterest, openInterestUsd, longShare } = numbers;
  return {
    day,
    funding: funding ?? null,
    fundingCount: settlements ?? 0,
    openInterest: openInterest ?? null,
    openInterestUsd: openInterestUsd ?? null,
    longShare: longShare ?? null,
  };
}

function ofSamples({ day, samples, fundingRate, openInterest, mark }: SampleDay): PerpDay {
  return {
    day,
    funding: fundingRate === null ? null : fundingRate * 24,
    fundingCount: samples,
    openInterest,
    openInterestUsd: openInterest === null || mark === null ? null : openInterest * mark,
    longShare: null,
  };
}

/** Both archives. */
export function createVenueArchive(
  { observations, sampleDays, venueDays }: VenueArchiveStore,
  clock: Clock,
  timeline: string,
): Pick<OtherVenues, 'cexaDays' | 'perpdexDays'> {
  return {
    cexaDays: async (symbol, from) => {
      const key = { venue: 'cexa', symbol, asOf: clock.now() };
      const [days, first] = await Promise.all([
        venueDays.read(timeline, { ...key, from }),
        venueDays.first(timeline, key),
      ]);
      return { days: days.map(ofVenue), archiveStart: first ?? null };
    },
    perpdexDays: async (coin, from) => {
      const series = perpSamplesSeries(timeline);
      const now = clock.now();
      const [days, first] = await Promise.all([
        sampleDays.read(series, coin, from, now),
        observations.firstTime(series, coin, now),
      ]);
      return { days: days.map(ofSamples), archiveStart: first ?? null };
    },
  };
}
