/** One symbol of the universe: its trackers, each fed exactly its missing bars, and its facts. */

import {
  barAt,
  createBucketer,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  quoteVolume,
  seriesQuality,
  sliceCandles,
  type Bar,
  type Candles,
} from '@barograph/core';
import { isPegged } from '@barograph/indicators';
import type { Listing } from '@barograph/sources';
import { barFaults, type AnyEngine, type BarFault, type EngineTracker, type SymbolFacts } from '@barograph/contract';
import { NO_BARS, recentDays, type PulledBars } from './pull.ts';

/** Lifetime of rows after their last bars. */
export interface StaleConfig {
  readonly version: `stale/${string}`;
  /** Hours without new bars after which a symbol is dropped. */
  readonly maxCycles: number;
}

/** A changed number is a new constant. */
export const STALE_V1: StaleConfig = Object.freeze({ version: 'stale/1', maxCycles: 8 });

/** Tracker of one engine, and its progress. */
export interface Tracked {
  readonly engine: AnyEngine;
  readonly tracker: EngineTracker;
  /** Open of its last hour, or of the last hour of its last day; null before the first. */
  readonly lastHour: number | null;
  /** Whether it has new bars since it was stored. */
  readonly isChanged: boolean;
}

/** Facts of a symbol that depend on no other. */
type OwnFacts = Omit<SymbolFacts, 'perps' | 'perpsNow'>;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Resumed tracker, and whether the store lacks it under the current name. */
export type Resumed = Pick<Tracked, 'tracker' | 'lastHour'> & Partial<Pick<Tracked, 'isChanged'>>;

export interface TrackedSymbol {
  /** In the order of the engines. */
  readonly tracked: readonly Tracked[];
  /** Open of the last hour that all trackers have processed; null when one has processed nothing. */
  readonly lastHour: number | null;
  /** Resets trackers with bars that close after `asOf`: the clock was set back. */
  rewind(asOf: number): void;
  /** Feeds every tracker its missing bars. @returns the number of bars that were new to at least one of them. */
  take(bars: PulledBars, asOf: number): number;
  /** Facts and their moment; undefined without bars, or when they are too old. */
  facts(asOf: number): { readonly about: OwnFacts; readonly at: number } | undefined;
  /** The same trackers under another name; do not use this object afterwards. */
  renamed(listing: Listing): TrackedSymbol;
  /** Marks the current trackers as stored. */
  stored(): void;
}

/** @returns 1 when one of the trackers has ingested a bar, else 0. */
function ingest(
  tracked: readonly Mutable<Tracked>[],
  lastHour: number,
  hour: Bar | undefined,
  day: Bar | undefined,
): number {
  let fresh = 0;
  for (const entry of tracked) {
    if (entry.lastHour !== null && lastHour <= entry.lastHour) continue;
    const { tracker } = entry;
    entry.lastHour = lastHour;
    if (hour !== undefined && tracker.hour !== undefined) {
      tracker.hour(hour);
      entry.isChanged = true;
      fresh = 1;
    }
    if (day !== undefined && tracker.day !== undefined) {
      tracker.day(day);
      entry.isChanged = true;
      fresh = 1;
    }
  }
  return fresh;
}

function ingestHours(tracked: readonly Mutable<Tracked>[], hours: Candles): number {
  const days = createBucketer(HOUR_MS, DAY_MS);
  let fresh = 0;
  for (let i = 0; i < hours.length; i++) {
    const hour = barAt(hours, i);
    fresh += ingest(tracked, hour.time, hour, days.next(hour));
  }
  return fresh;
}

function ingestDays(tracked: readonly Mutable<Tracked>[], days: Candles): number {
  let fresh = 0;
  for (let i = 0; i < days.length; i++) {
    const day = barAt(days, i);
    fresh += ingest(tracked, day.time + DAY_MS - HOUR_MS, undefined, day);
  }
  return fresh;
}

/** Faults in the last day's hours and the last month's days, the same after a cold start as in a running process. */
function faultsOf({ hours = NO_BARS, days }: PulledBars, asOf: number): readonly BarFault[] {
  const lastDay = sliceCandles(hours, firstAtOrAfter(hours, asOf - DAY_MS));
  const reports = [
    seriesQuality(lastDay, { step: HOUR_MS, asOf }),
    seriesQuality(recentDays(days, asOf), { step: DAY_MS, asOf }),
  ];
  return barFaults(reports.flatMap(({ findings }) => findings.map(({ code }) => code)));
}

/**
 * Creates the trackers of one symbol.
 * @param resume returns the stored tracker of an engine, or a new one.
 */
export function createTrackedSymbol(
  { symbol, venue }: Listing,
  engines: readonly AnyEngine[],
  resume: (engine: AnyEngine) => Resumed,
): TrackedSymbol {
  const tracked = engines.map((engine): Mutable<Tracked> => ({ isChanged: false, ...resume(engine), engine }));
  const seen = tracked.flatMap(({ lastHour }) => lastHour ?? []);
  // After a restart: the last bars came when they closed, or later.
  let pulledAt = seen.length === 0 ? undefined : Math.max(...seen) + HOUR_MS;
  let pegged = isPegged(symbol, NO_BARS);
  let volume24h: number | null = null;
  let faults: readonly BarFault[] = [];

  return {
    tracked,
    get lastHour() {
      return tracked.some(({ lastHour }) => lastHour === null)
        ? null
        : Math.min(...tracked.map(({ lastHour }) => lastHour!));
    },
    rewind: (asOf) => {
      if (pulledAt !== undefined && pulledAt > asOf) pulledAt = undefined;
      for (const entry of tracked) {
        if (entry.lastHour === null || entry.lastHour + HOUR_MS <= asOf) continue;
        entry.tracker = entry.engine.create();
        entry.lastHour = null;
        entry.isChanged = false;
      }
    },
    take: (bars, asOf) => {
      const { hours, days, olderDays } = bars;
      faults = faultsOf(bars, asOf);
      pegged = isPegged(symbol, days);
      volume24h = hours === undefined ? null : quoteVolume(hours, asOf - DAY_MS);
      pulledAt = asOf;
      return hours === undefined
        ? ingestDays(tracked, days)
        : ingestDays(tracked, olderDays) + ingestHours(tracked, hours);
    },
    facts: (asOf) => {
      if (pulledAt === undefined) return undefined;
      const staleCycles = Math.floor(asOf / HOUR_MS) - Math.floor(pulledAt / HOUR_MS);
      if (staleCycles > STALE_V1.maxCycles) return undefined;
      const at = staleCycles === 0 ? asOf : pulledAt;
      const about = { symbol, source: venue, pegged, volume24h, staleCycles };
      return { about: faults.length === 0 ? about : { ...about, faults }, at };
    },
    renamed: (listing) => {
      const known = new Map(tracked.map((tracker) => [tracker.engine, tracker]));
      return createTrackedSymbol(listing, engines, (engine) => ({ ...known.get(engine)!, isChanged: true }));
    },
    stored: () => {
      for (const tracker of tracked) tracker.isChanged = false;
    },
  };
}
