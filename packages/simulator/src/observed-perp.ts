/** Perp of a market, observed by the minute. Hours are computed as a whole, so any window gives the same bits. */

import { bucketOpen, DAY_MS, HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import type { DerivativesColumns } from './derivatives.ts';
import { kept } from './kept.ts';
import type { ListingConfig } from './listings.ts';
import { MINUTES } from './minutes.ts';
import type { ObservationsConfig } from './observations-config.ts';
import { observeHour, type ObservedHour } from './observed-hour.ts';

/** Closed minutes, oldest first. */
export interface ObservationColumns {
  readonly length: number;
  /** End of the minute, epoch ms: the time of the observation. */
  readonly time: Float64Array;
  /** Funding, fraction of the notional per hour. */
  readonly fundingRate: Float64Array;
  /** Open interest, units of the listing. */
  readonly openInterest: Float64Array;
  /** Mark price, the close of the minute. */
  readonly mark: Float64Array;
  /** Oracle price, mark / (1 + premium), to seven digits. */
  readonly oracle: Float64Array;
  /** Mid price, half a tick above or below the mark. */
  readonly mid: Float64Array;
  /** Premium, fraction of the oracle price. */
  readonly premium: Float64Array;
  /** Sum of close × volume over the minutes of the last 24 hours, quote units. */
  readonly dayNotional: Float64Array;
}

/** Parts of a perp. */
export interface PerpParts {
  /** Key of the market and the perp for generators. */
  readonly key: string;
  readonly listing: ListingConfig;
  /** Open of the market's first hour, epoch ms. */
  readonly start: number;
  readonly config: ObservationsConfig;
  /** Minute bars of an hour. */
  readonly bars: (hour: number) => Candles;
  readonly derivatives: (from: number, to: number) => DerivativesColumns;
}

/** Observed perp. */
export interface ObservedPerp {
  readonly key: string;
  readonly listing: ListingConfig;
  /** Open of its first hour and end of its last one, epoch ms. */
  readonly first: number;
  readonly end: number;
  /** Minutes that ended after `from` and by `to`. */
  minutes(from: number, to: number): ObservationColumns;
  /** Mark at the end of a traded minute. */
  markAt(time: number): number;
  /** Open of its first bar. */
  firstPrice(): number;
}

/**
 * Cached hours of a perp: observations of a third of a day, which consecutive requests share (open interest, then
 * funding), and the hours of the day before each, whose notional they sum. With one hour less, each request would
 * recompute all of them.
 */
const KEPT_OBSERVED = 8;
const KEPT_TRADED: number = KEPT_OBSERVED + DAY_MS / HOUR_MS + 1;

/** Closes of an hour's minutes, and the running sum of their notional. */
interface Traded {
  readonly close: Float64Array;
  readonly notional: Float64Array;
}
const NOTHING: Traded = { close: new Float64Array(MINUTES).fill(NaN), notional: new Float64Array(MINUTES) };
const OBSERVED = ['fundingRate', 'openInterest', 'oracle', 'mid', 'premium'] as const;

function emptyColumns(length: number): ObservationColumns {
  const column = (): Float64Array => new Float64Array(length);
  return {
    length,
    time: column(),
    fundingRate: column(),
    openInterest: column(),
    mark: column(),
    oracle: column(),
    mid: column(),
    premium: column(),
    dayNotional: column(),
  };
}

/** Creates a perp; hours are computed on demand. */
export function observePerp({ key, listing, start, config, bars, derivatives }: PerpParts): ObservedPerp {
  const first = start + listing.listedAfter;
  const end = listing.delistedAfter === null ? Infinity : start + listing.delistedAfter;

  const traded = kept(KEPT_TRADED, (hour): Traded => {
    if (hour < first || hour >= end) return NOTHING;
    const { close, volume } = bars(hour);
    let sum = 0;
    return { close: close.slice(), notional: close.map((price, i) => (sum += price * volume[i]!)) };
  });
  const notional = (hour: number): Float64Array => traded(hour).notional;

  const observed = kept(KEPT_OBSERVED, (hour): ObservedHour => {
    const { fundingRate, openInterest } = derivatives(Math.max(first, hour - HOUR_MS), hour + HOUR_MS);
    // The first hour has no previous one: it starts with its end values.
    const ends = (values: Float64Array) => ({ from: values[0]!, to: values[values.length - 1]! });
    return observeHour(
      `${key}|observations|${hour}`,
      traded(hour).close,
      ends(fundingRate),
      ends(openInterest),
      config,
    );
  });

  /** Whole hours inside the day of every minute of an hour. */
  const wholeHours = (hour: number): number => {
    let sum = 0;
    for (let at = hour - DAY_MS + HOUR_MS; at < hour; at += HOUR_MS) sum += notional(at)[MINUTES - 1]!;
    return sum;
  };

  /** Writes minutes `from` … `to - 1` of an hour into rows starting at `row`. */
  const fill = (columns: ObservationColumns, row: number, hour: number, from: number, to: number): void => {
    const source = observed(hour);
    // Day of a minute: the rest of the hour a day ago, the hours between, and this one so far.
    const before = notional(hour - DAY_MS);
    const between = wholeHours(hour);
    const { close, notional: now } = traded(hour);
    for (let minute = from; minute < to; minute++) {
      const i = row + minute - from;
      columns.time[i] = hour + (minute + 1) * MINUTE_MS;
      columns.mark[i] = close[minute]!;
      for (const name of OBSERVED) columns[name][i] = source[name][minute]!;
      columns.dayNotional[i] = before[MINUTES - 1]! - before[minute]! + between + now[minute]!;
    }
  };

  return {
    key,
    listing,
    first,
    end,
    markAt: (time) => {
      const hour = bucketOpen(time - MINUTE_MS, HOUR_MS);
      return traded(hour).close[(time - hour) / MINUTE_MS - 1]!;
    },
    firstPrice: () => bars(first).open[0]!,
    minutes: (from, to) => {
      const open = Math.max(first, bucketOpen(from, MINUTE_MS));
      const close = Math.min(end, bucketOpen(to, MINUTE_MS));
      const columns = emptyColumns(Math.max(0, (close - open) / MINUTE_MS));
      for (let at = open; at < close;) {
        const hour = bucketOpen(at, HOUR_MS);
        const until = Math.min(close, hour + HOUR_MS);
        fill(columns, (at - open) / MINUTE_MS, hour, (at - hour) / MINUTE_MS, (until - hour) / MINUTE_MS);
        at = until;
      }
      return columns;
    },
  };
}
