/** Surroundings of the market, read from files, each as far as a moment knew it. */

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

/** A release with the move of rates that is expected. */
export type KnownRelease = Pick<ScheduledRelease, 'print' | 'name' | 'time' | 'knownAt' | 'withdrawnAt'> & {
  readonly expectedMoveBp: number | null;
};

/** Everything of a folder. What it does not have is null, or empty. */
export interface Surroundings {
  readonly fearGreed: readonly PublishedIndex[];
  readonly macro: readonly (DatedSeries & { readonly name: string })[];
  readonly releases: readonly KnownRelease[];
  /** Value of all stablecoins, USD. */
  readonly total: DatedSeries | null;
  readonly supplies: readonly StablecoinSeries[];
  readonly prices: readonly StablecoinSeries[];
  /** Oldest first; no row for weeks is the end of a list, not a quiet market. */
  readonly hacks: readonly HackEvent[];
  readonly headlines: readonly RawHeadline[];
  /** Unlocks that a moment knew; null where no table of coins or no schedule was known. */
  readonly unlocksAt: (asOf: number, windowDays: number) => readonly UnlockEvent[] | null;
}

/** Spans before a moment that the readings look at, with room: what is older changes nothing. */
const SPANS = {
  pegs: 60 * DAY_MS,
  supplies: 10 * DAY_MS,
  macro: 450 * DAY_MS,
  headlines: 14 * DAY_MS,
  releases: 3 * DAY_MS,
} as const;
/** Time after a row for which a list still says that nothing happened: longer silences are its end. */
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

/** The part of a series that became known after `from` and by `to`. */
export function sliceSeries<S extends DatedSeries>(series: S, from: number, to: number): S {
  const [first, end] = [firstAfter(series.time, from), firstAfter(series.time, to)];
  return {
    ...series,
    time: Array.prototype.slice.call(series.time, first, end),
    value: Array.prototype.slice.call(series.value, first, end),
  };
}

/** Events of a list at a moment; null where its newest one by then is old: lists of several files have gaps. */
function speaks<Event extends { readonly time: number }>(
  events: readonly Event[],
  asOf: number,
  silentMs: number,
): readonly Event[] | null {
  const newest = events.findLast(({ time }) => time <= asOf);
  return newest === undefined || asOf - newest.time > silentMs ? null : events;
}

/** Releases that stood in the calendars at a moment; null where the list does not reach it. */
function releasesAt(releases: readonly KnownRelease[], asOf: number): readonly ReleaseEvent[] | null {
  const known = releases.filter((one) => isScheduled(one, asOf));
  // A list whose last date lies behind says nothing about what is ahead.
  if (!known.some(({ time }) => time > asOf)) return null;
  return known.filter(({ time }) => time > asOf - SPANS.releases);
}

/** The feeds of the risks at a moment. Media volume and exchange flow have no files: they are not available. */
export function riskFeedsAt(
  surroundings: Surroundings,
  btc: DatedSeries | null,
  asOf: number,
  windowDays: number,
): RiskFeeds {
  const cut = <S extends DatedSeries>(series: readonly S[], span: number): readonly S[] | null => {
    const found = series.map((one) => sliceSeries(one, asOf - span, asOf));
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

/** Moments at which something of the surroundings became known: the first and the last, epoch ms; null without any. */
export function spanOf({ fearGreed, macro, total, supplies, prices }: Surroundings): readonly [number, number] | null {
  const all = [...fearGreed, ...macro, ...(total === null ? [] : [total]), ...supplies, ...prices].filter(
    ({ time }) => time.length > 0,
  );
  if (all.length === 0) return null;
  return [Math.min(...all.map(({ time }) => time[0]!)), Math.max(...all.map(({ time }) => time[time.length - 1]!))];
}

/** Moment of the row of a day: five minutes after midnight UTC, as the service archives it. */
export function rowMoment(day: number): number {
  return day * DAY_MS + HOUR_MS / 12;
}
