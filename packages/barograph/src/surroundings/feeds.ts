/** Market surroundings from files, limited to what was known at a moment. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { DatedSeries, PublishedIndex } from '@barograph/stress';
import {
  isScheduled,
  type HackEvent,
  type RawHeadline,
  type ReleaseEvent,
  type RiskFeeds,
  type ScheduledRelease,
  type StablecoinSeries,
  type UnlockEvent,
} from '@barograph/stress/risk';

/** A scheduled release with the expected rate move. */
export type KnownRelease = Pick<ScheduledRelease, 'print' | 'name' | 'time' | 'knownAt' | 'withdrawnAt'> & {
  readonly expectedMoveBp: number | null;
};

/** Contents of a reference folder; null or empty when missing. */
export interface Surroundings {
  readonly fearGreed: readonly PublishedIndex[];
  readonly macro: readonly (DatedSeries & { readonly name: string })[];
  readonly releases: readonly KnownRelease[];
  /** Total stablecoin supply, USD. */
  readonly total: DatedSeries | null;
  readonly supplies: readonly StablecoinSeries[];
  readonly prices: readonly StablecoinSeries[];
  /** Oldest first. Weeks without a row mean that the list ended, not that nothing happened. */
  readonly hacks: readonly HackEvent[];
  readonly headlines: readonly RawHeadline[];
  /** Unlocks known at a moment; null without a coin table or schedule. */
  readonly unlocksAt: (asOf: number, windowDays: number) => readonly UnlockEvent[] | null;
}

/** Look-back spans of the readings, with margin: older data changes nothing. */
const SPANS = {
  pegs: 60 * DAY_MS,
  supplies: 10 * DAY_MS,
  macro: 450 * DAY_MS,
  headlines: 14 * DAY_MS,
  releases: 3 * DAY_MS,
} as const;
/** Silence after which a list counts as ended instead of quiet. */
const SILENT_MS = { hacks: 30 * DAY_MS, headlines: 3 * DAY_MS } as const;

/** Index of the first moment after `at`. */
export function firstAfter(time: ArrayLike<number>, at: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Part of a series that became known in `(from, to]`. */
export function sliceSeries<S extends DatedSeries>(series: S, from: number, to: number): S {
  const [first, end] = [firstAfter(series.time, from), firstAfter(series.time, to)];
  return {
    ...series,
    time: Array.prototype.slice.call(series.time, first, end),
    value: Array.prototype.slice.call(series.value, first, end),
  };
}

/** Events of a list at a moment; null when its newest event by then is too old, because lists have gaps. */
function speaks<Event extends { readonly time: number }>(
  events: readonly Event[],
  asOf: number,
  silentMs: number,
): readonly Event[] | null {
  const newest = events.findLast(({ time }) => time <= asOf);
  return newest === undefined || asOf - newest.time > silentMs ? null : events;
}

/** Releases in the calendars at a moment; null when the list ends before it. */
function releasesAt(releases: readonly KnownRelease[], asOf: number): readonly ReleaseEvent[] | null {
  const known = releases.filter((release) => isScheduled(release, asOf));
  // A list without a future date cannot tell what is ahead.
  if (!known.some(({ time }) => time > asOf)) return null;
  return known.filter(({ time }) => time > asOf - SPANS.releases);
}

/** Risk feeds at a moment. Media volume and exchange flow have no files and are unavailable. */
export function riskFeedsAt(
  surroundings: Surroundings,
  btc: DatedSeries | null,
  asOf: number,
  windowDays: number,
): RiskFeeds {
  const cut = <S extends DatedSeries>(series: readonly S[], span: number): readonly S[] | null => {
    const found = series.map((series) => sliceSeries(series, asOf - span, asOf));
    return found.some(({ time }) => time.length > 0) ? found : null;
  };
  const headlines = speaks(surroundings.headlines, asOf, SILENT_MS.headlines);
  return {
    unlocks: surroundings.unlocksAt(asOf, windowDays),
    releases: releasesAt(surroundings.releases, asOf),
    prices: cut(surroundings.prices, SPANS.pegs),
    supplies: cut(surroundings.supplies, SPANS.supplies),
    hacks: speaks(surroundings.hacks, asOf, SILENT_MS.hacks),
    flows: null,
    media: null,
    macro: cut(surroundings.macro, SPANS.macro),
    btc: btc === null ? null : sliceSeries(btc, asOf - SPANS.macro, asOf),
    headlines: headlines?.filter(({ time }) => time > asOf - SPANS.headlines && time <= asOf) ?? null,
  };
}

/** First and last time that any data became known, epoch ms; null without data. */
export function spanOf({ fearGreed, macro, total, supplies, prices }: Surroundings): readonly [number, number] | null {
  const all = [...fearGreed, ...macro, ...(total === null ? [] : [total]), ...supplies, ...prices].filter(
    ({ time }) => time.length > 0,
  );
  if (all.length === 0) return null;
  return [Math.min(...all.map(({ time }) => time[0]!)), Math.max(...all.map(({ time }) => time[time.length - 1]!))];
}

/** Time of a day's row: five minutes after midnight UTC, as the service archives it. */
export function rowMoment(day: number): number {
  return day * DAY_MS + HOUR_MS / 12;
}
