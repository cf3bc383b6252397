/** Funding, open interest and account ratio files as feeds of the large exchange. */

import { DAY_MS, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { coinOfFile, type Series } from '@barograph/files';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import type { OtherVenue, VenueSamplesQuery } from '../market/venues.ts';
import { rowsWithin } from './rows-within.ts';

/** Age up to which the newest sample counts as current. */
const NOW_MS: number = 26 * HOUR_MS;
/** Maximum hours between settlements; a longer time means a missing settlement. */
const LONGEST_INTERVAL = 8;

/** Series of each coin by kind. */
export interface VenueFiles {
  readonly funding: ReadonlyMap<string, Series>;
  readonly openInterest: ReadonlyMap<string, Series>;
  readonly longShort: ReadonlyMap<string, Series>;
}

type VenueFeeds = Pick<Feeds, 'settlements' | 'venueOpenInterest' | 'longShort'>;

/** Finds the series of a symbol of the large exchange, or the problem. */
function found(
  files: ReadonlyMap<string, Series>,
  what: string,
  { venue, symbol }: { readonly venue: OtherVenue; readonly symbol: string },
): Result<Series, FeedProblem> {
  if (venue !== 'cexa') return err({ code: 'unavailable', reason: `no files of ${venue}` });
  const series = files.get(coinOfFile(symbol));
  return series === undefined ? err({ code: 'unknown_symbol', reason: `no file of ${what} of ${symbol}` }) : ok(series);
}

/** Samples at a step: every sample of the file, or the last of each day. */
function sampled(
  { time, value }: Series,
  { step, from, to }: VenueSamplesQuery,
): readonly [Float64Array, Float64Array] {
  const [first, end] = rowsWithin(time, step === 'now' ? to - NOW_MS : from, to);
  const start = step === 'now' ? Math.max(first, end - 1) : first;
  const isKept = (_: number, i: number): boolean => step !== '1d' || time[start + i]! % DAY_MS === 0;
  return [time.subarray(start, end).filter(isKept), value.subarray(start, end).filter(isKept)];
}

/** Creates the feeds of the kinds that have files. */
export function createFilesVenues({ funding, openInterest, longShort }: VenueFiles): Partial<VenueFeeds> {
  const settlements: VenueFeeds['settlements'] = {
    pull: async (range) => {
      const series = found(funding, 'funding', range);
      if (!series.ok) return series;
      const { time, value } = series.value;
      const [first, end] = rowsWithin(time, range.from, range.to);
      const hours = (i: number): number => {
        const since = i === 0 ? NaN : Math.round((time[i]! - time[i - 1]!) / HOUR_MS);
        return since >= 1 && since <= LONGEST_INTERVAL ? since : NaN;
      };
      const intervalHours = Float64Array.from({ length: end - first }, (_, i) => hours(first + i));
      const rows = { time: time.subarray(first, end), rate: value.subarray(first, end), intervalHours };
      return ok({ rows, asOf: range.to });
    },
  };
  const venueOpenInterest: VenueFeeds['venueOpenInterest'] = {
    pull: async (query) => {
      const series = found(openInterest, 'open interest', query);
      if (!series.ok) return series;
      const [time, contracts] = sampled(series.value, query);
      const notional = new Float64Array(time.length).fill(NaN);
      return ok({ rows: { time, contracts, notional }, asOf: query.to });
    },
  };
  const accounts: VenueFeeds['longShort'] = {
    pull: async (query) => {
      const series = found(longShort, 'account ratios', query);
      if (!series.ok) return series;
      const [time, long] = sampled(series.value, query);
      return ok({ rows: { time, long }, asOf: query.to });
    },
  };
  return {
    ...(funding.size === 0 ? {} : { settlements }),
    ...(openInterest.size === 0 ? {} : { venueOpenInterest }),
    ...(longShort.size === 0 ? {} : { longShort: accounts }),
  };
}

/** Error of the first row that is not a fraction of accounts; undefined when all are valid. */
export function badShare({ file, column, value }: Series): string | undefined {
  const bad = value.findIndex((share) => !(share >= 0 && share <= 1));
  if (bad < 0) return undefined;
  return `${file}: row ${bad + 1}, ${column}: expected the share of accounts that are long, 0 to 1, got ${value[bad]}`;
}
