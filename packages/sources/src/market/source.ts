/** Origin of market data: a venue, a folder of files, the simulator. */

import type { DataSource } from '@barograph/contract';
import type { Interval } from '@barograph/core';
import { FEED_NAMES, type FeedName, type Feeds } from './feeds.ts';
import type { Venue } from './listing.ts';
import type { UpstreamReading } from '../upstream/meter.ts';

/** Bars of one venue at a moment. */
export interface VenueCoverage {
  readonly venue: Venue;
  readonly symbols: number;
  readonly bars: number;
  /** Shortest interval of those bars; null when there are none. */
  readonly interval: Interval | null;
  /** Close of the newest closed bar, epoch ms; null when there is none. */
  readonly lastClose: number | null;
}

/** Condition of a feed. `warming`: nothing yet; `stale`: the last good value; `unavailable`: nothing will come. */
export type FeedStatus = 'ok' | 'warming' | 'stale' | 'unavailable';

/** Condition of one feed of a source. */
export interface FeedState {
  readonly feed: FeedName;
  readonly status: FeedStatus;
  /** Start of this condition, epoch ms; null when it always held. */
  readonly since: number | null;
  /** Cause of any status but `ok`. */
  readonly reason: string | null;
  /** Moment of the newest data, epoch ms; null before any. */
  readonly asOf: number | null;
  /** Expected moment of the first data of a feed that takes minutes to begin, epoch ms; only while it warms. */
  readonly readyAt?: number;
  /** Of the bars feed. */
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
  /** Condition of each feed at a moment of the market, epoch ms. */
  state(asOf: number): readonly FeedState[];
  /** Set where each request spends a budget: only the leader of a group of replicas sends any. */
  readonly countsRequests?: true;
  /** Expected ms until everything of so many more symbols is fetched, behind all that waits; of one that counts requests. */
  backlogMs?(symbols: number): number;
  /** Perps by the contract addresses of their coins, `chain address` → symbol, of a source that knows them. */
  perpTokens?(): ReadonlyMap<string, string>;
  /** Counts of what it asked outside, for the metrics. */
  upstreams?(): readonly UpstreamReading[];
}

/** Conditions of a source that knows everything up to `asOf` at any time: of files and of the simulator. */
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

/** A source without some of its feeds; itself where it has none of them. */
export function withoutFeeds(source: Source, names: ReadonlySet<FeedName>): Source {
  const had = FEED_NAMES.filter((name) => source.feeds[name] !== undefined);
  const kept = had.filter((name) => !names.has(name));
  if (kept.length === had.length) return source;
  const feeds = Object.fromEntries(kept.map((name) => [name, source.feeds[name]]));
  return { ...source, feeds, state: (asOf) => source.state(asOf).filter(({ feed }) => !names.has(feed)) };
}
