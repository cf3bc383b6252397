/** Origin of market data: a venue, a folder of files, the simulator. */

import type { DataSource } from '@barograph/contract';
import type { Interval } from '@barograph/core';
import { FEED_NAMES, type FeedName, type Feeds } from './feeds.ts';
import type { Venue } from './listing.ts';
import type { UpstreamReading } from '../upstream/meter.ts';

/** Coverage of a venue's bars. */
export interface VenueCoverage {
  readonly venue: Venue;
  readonly symbols: number;
  readonly bars: number;
  /** Shortest interval; null without bars. */
  readonly interval: Interval | null;
  /** Close of the newest closed bar, epoch ms; null without bars. */
  readonly lastClose: number | null;
}

/** Status of a feed. `warming`: no data yet; `stale`: serves the last good value; `unavailable`: no data will come. */
export type FeedStatus = 'ok' | 'warming' | 'stale' | 'unavailable';

/** State of a feed of a source. */
export interface FeedState {
  readonly feed: FeedName;
  readonly status: FeedStatus;
  /** Start of this status, epoch ms; null when it never changed. */
  readonly since: number | null;
  /** Cause of any status but `ok`. */
  readonly reason: string | null;
  /** Time of the newest data, epoch ms; null before the first. */
  readonly asOf: number | null;
  /** Time of the first data, epoch ms, expected while warming; only of feeds that know it. */
  readonly readyAt?: number;
  /** Coverage by venue; only for the bars feed. */
  readonly coverage?: readonly VenueCoverage[];
}

/** A source of market data. */
export interface Source {
  /** `files`, `simulated`, or the name of a venue; unique in a market. */
  readonly id: string;
  readonly kind: DataSource;
  readonly feeds: Partial<Feeds>;
  /** Opens connections. Resolves without waiting for data. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** State of each feed at `asOf`, epoch ms by the market clock. */
  state(asOf: number): readonly FeedState[];
  /** Set when requests count against a limit, so that only the leader of a replica group sends them. */
  readonly countsRequests?: true;
  /** Expected time until the data of this many more symbols are fetched, after waiting requests, ms. Only with `countsRequests`. */
  backlogMs?(symbols: number): number;
  /** Perps by contract address of their coins: `chain address` → symbol. */
  perpTokens?(): ReadonlyMap<string, string>;
  /** Counts of outside requests, for the metrics. */
  upstreams?(): readonly UpstreamReading[];
}

/** States of a source that always knows everything up to `asOf`: files and the simulator. */
export function settledState(
  feeds: readonly FeedName[],
  asOf: number,
  coverage: readonly VenueCoverage[],
): readonly FeedState[] {
  return feeds.map((feed) => {
    const state = { feed, status: 'ok', since: null, reason: null, asOf } as const;
    return feed === 'bars' ? { ...state, coverage } : state;
  });
}

/** Removes feeds from a source. Returns the source itself when it has no such feed. */
export function withoutFeeds(source: Source, names: ReadonlySet<FeedName>): Source {
  const had = FEED_NAMES.filter((name) => source.feeds[name] !== undefined);
  const kept = had.filter((name) => !names.has(name));
  if (kept.length === had.length) return source;
  const feeds = Object.fromEntries(kept.map((name) => [name, source.feeds[name]]));
  return { ...source, feeds, state: (asOf) => source.state(asOf).filter(({ feed }) => !names.has(feed)) };
}
