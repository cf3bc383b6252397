/** Health, changelog and index on the wire. */

import type { Interval } from '@barograph/core';
import { Type, type Static } from 'typebox';
import type { ChangelogEntry } from '../changelog.ts';
import type { Endpoint } from '../endpoint.ts';
import { DATA_SOURCES, DataSourceSchema, VenueSchema, type DataSource } from '../parameters.ts';
import { MINT_URL } from '../problem.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { TIERS, unlocks, type Tier } from '../tiers.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';

const Count = Type.Integer({ minimum: 0 });

/** One data source of the host. */
export const SourceHealthWire = Type.Object(
  {
    venue: VenueSchema,
    kind: DataSourceSchema,
    symbols: Count,
    bars: Type.Integer({ minimum: 0, description: 'Closed bars at hand.' }),
    interval: nullable(Type.String({ description: 'Shortest interval of those bars.' })),
    last_bar_at: nullable(Type.Integer({ description: 'Close of the newest closed bar, epoch ms.' })),
    lag_s: nullable(Type.Number({ description: 'Seconds from that close to the clock.' })),
    pull_weight: Type.Number({ minimum: 0, description: 'Venue weight spent on candle pulls since the start.' }),
  },
  { title: 'SourceHealth' },
);
export type SourceHealthWire = Static<typeof SourceHealthWire>;

/** A producer: scheduled work that computes what is served. Moments are of the clock of the service. */
export const ProducerHealthWire = Type.Object(
  {
    name: Type.String(),
    last_success: nullable(
      Type.Integer({ description: 'The newest run that succeeded, on any replica, epoch ms; null before the first.' }),
    ),
    last_failure: nullable(
      Type.Object(
        {
          at: Type.Integer({ description: 'Epoch ms.' }),
          error: Type.String({ description: 'Class of the error.' }),
        },
        { description: 'The last run that failed on this replica; null when none has.' },
      ),
    ),
    lag_ms: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Time since the oldest run that is due and not known to be done; null before the first success.',
      }),
    ),
    failing: Type.Boolean({ description: 'Nothing has succeeded since the last failure.' }),
  },
  { title: 'ProducerHealth' },
);
export type ProducerHealthWire = Static<typeof ProducerHealthWire>;

/** One kind of data of one source. */
export const FeedHealthWire = Type.Object(
  {
    source: Type.String({ description: 'Name of the source.' }),
    kind: DataSourceSchema,
    feed: Type.Enum(['bars', 'funding', 'open_interest'], { type: 'string' }),
    status: Type.Enum(['ok', 'warming', 'stale', 'unavailable'], {
      type: 'string',
      description: 'warming: nothing yet; stale: the last good value; unavailable: nothing will come.',
    }),
    since: nullable(Type.Integer({ description: 'When this status began, epoch ms; null when it always was so.' })),
    reason: nullable(Type.String({ description: 'Cause of any status but ok.' })),
    as_of: nullable(Type.Integer({ description: 'Moment of the newest data, epoch ms; null before any.' })),
  },
  { title: 'FeedHealth' },
);
export type FeedHealthWire = Static<typeof FeedHealthWire>;

/** The event stream, as far as this replica sees it. */
export const StreamHealthWire = Type.Object(
  {
    last_id: Count,
    last_event_at: nullable(Type.Integer({ description: 'When the newest event happened, epoch ms.' })),
    open_streams: Type.Integer({ minimum: 0, description: 'On this replica.' }),
    price_moves: Type.Enum(['starting', 'running', 'no_minutes'], {
      type: 'string',
      description: 'no_minutes: the source has no 1m bars, so no price moves can be told.',
    }),
    derivative_moves: Type.Enum(['no_source', 'starting', 'running'], {
      type: 'string',
      description: 'no_source: nothing brings open interest and funding, so no moves of them can be told.',
    }),
  },
  { title: 'StreamHealth' },
);
export type StreamHealthWire = Static<typeof StreamHealthWire>;

/** The answer of health. */
export const HealthWire = Type.Object(
  {
    status: Type.Enum(['ok', 'warming', 'degraded'], { type: 'string' }),
    version: Type.String(),
    api_version: Type.String(),
    uptime_s: Type.Number({ minimum: 0 }),
    now: Type.Integer({
      minimum: 0,
      description: 'The clock of the service, epoch ms; in a replay, the replayed time.',
    }),
    clock: Type.Enum(['system', 'replay', 'manual'], { type: 'string' }),
    signum_as_of: nullable(EpochMsSchema),
    signum_rows: Count,
    sources: Type.Array(SourceHealthWire),
    producers: Type.Array(ProducerHealthWire),
    feeds: Type.Optional(
      Type.Array(FeedHealthWire, { description: 'Of a host with a live source, or with several sources.' }),
    ),
    event_stream: Type.Optional(StreamHealthWire),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'Health' },
);
export type HealthWire = Static<typeof HealthWire>;

/** One source as the host knows it. */
export interface SourceHealth {
  readonly venue: SourceHealthWire['venue'];
  readonly kind: DataSource;
  readonly symbols: number;
  readonly bars: number;
  readonly interval: Interval | null;
  readonly lastClose: number | null;
  readonly pullWeight: number;
}

/** A producer as the host knows it. Moments are epoch ms. */
export interface ProducerHealth {
  readonly name: string;
  readonly lastSuccess: number | null;
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  readonly lagMs: number | null;
  readonly isFailing: boolean;
}

/** One kind of data of one source, as the host knows it. Moments are epoch ms. */
export interface FeedHealth {
  readonly source: string;
  readonly kind: DataSource;
  readonly feed: 'bars' | 'funding' | 'openInterest';
  readonly status: FeedHealthWire['status'];
  readonly since: number | null;
  readonly reason: string | null;
  readonly asOf: number | null;
}

/** The event stream as the host knows it. */
export interface StreamHealth {
  readonly lastId: number;
  readonly lastEventAt: number | null;
  readonly open: number;
  readonly priceMoves: StreamHealthWire['price_moves'];
  readonly derivativeMoves: StreamHealthWire['derivative_moves'];
}

/** The state of the service as the host knows it. */
export interface HealthAnswer {
  readonly status: HealthWire['status'];
  readonly version: string;
  readonly uptimeMs: number;
  readonly now: number;
  readonly clock: HealthWire['clock'];
  readonly signum: { readonly asOf: number; readonly rows: number } | undefined;
  readonly sources: readonly SourceHealth[];
  readonly producers: readonly ProducerHealth[];
  /** Left out by a host of one source that knows everything at any time. */
  readonly feeds?: readonly FeedHealth[];
  readonly stream?: StreamHealth;
  readonly dataSource: DataSource;
}

function encodeFeedHealth({ source, kind, feed, status, since, reason, asOf }: FeedHealth): FeedHealthWire {
  return { source, kind, feed: feed === 'openInterest' ? 'open_interest' : feed, status, since, reason, as_of: asOf };
}

function encodeStreamHealth(stream: StreamHealth): StreamHealthWire {
  return {
    last_id: stream.lastId,
    last_event_at: stream.lastEventAt,
    open_streams: stream.open,
    price_moves: stream.priceMoves,
    derivative_moves: stream.derivativeMoves,
  };
}

/** Health on the wire; durations become seconds. */
export function encodeHealth(health: HealthAnswer): HealthWire {
  return {
    status: health.status,
    version: health.version,
    api_version: API_VERSION,
    uptime_s: Math.round(health.uptimeMs) / 1000,
    now: health.now,
    clock: health.clock,
    signum_as_of: health.signum?.asOf ?? null,
    signum_rows: health.signum?.rows ?? 0,
    sources: health.sources.map((source) => ({
      venue: source.venue,
      kind: source.kind,
      symbols: source.symbols,
      bars: source.bars,
      interval: source.interval,
      last_bar_at: source.lastClose,
      lag_s: source.lastClose === null ? null : (health.now - source.lastClose) / 1000,
      pull_weight: source.pullWeight,
    })),
    producers: health.producers.map(({ name, lastSuccess, lastFailure, lagMs, isFailing }) => {
      return { name, last_success: lastSuccess, last_failure: lastFailure, lag_ms: lagMs, failing: isFailing };
    }),
    ...(health.feeds === undefined ? {} : { feeds: health.feeds.map(encodeFeedHealth) }),
    ...(health.stream === undefined ? {} : { event_stream: encodeStreamHealth(health.stream) }),
    data_source: health.dataSource,
    source: health.dataSource,
  };
}

/** The answer of the changelog. */
export const ChangelogWire = Type.Object(
  {
    api_version: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    entries: Type.Array(
      Type.Object({
        date: Type.String(),
        breaking: Type.Boolean(),
        summary: Type.String(),
        changes: Type.Array(Type.String()),
      }),
      { description: 'Newest first.' },
    ),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'Changelog' },
);
export type ChangelogWire = Static<typeof ChangelogWire>;

/** The changelog on the wire, under the current version. */
export function encodeChangelog(entries: readonly ChangelogEntry[], dataSource: DataSource): ChangelogWire {
  return {
    api_version: API_VERSION,
    entries: entries.map(({ date, breaking, summary, changes }) => ({
      date,
      breaking,
      summary,
      changes: [...changes],
    })),
    data_source: dataSource,
    source: dataSource,
  };
}

/** The answer of the index. */
export const IndexWire = Type.Object(
  {
    name: Type.String(),
    api_version: Type.String(),
    openapi_url: Type.String(),
    changelog_url: Type.String(),
    health_url: Type.String(),
    mint_url: Type.String({ description: 'Where a key is made, with one call.' }),
    tier: nullable(
      Type.Enum([...TIERS], {
        type: 'string',
        description: 'Tier of the key that was sent; null without a valid one.',
      }),
    ),
    endpoints: Type.Array(
      Type.Object({
        id: Type.String(),
        method: Type.String(),
        path: Type.String(),
        family: Type.String(),
        summary: Type.String(),
        access: Type.String({ description: 'none, key, pro or pro_plus' }),
        unlocked: Type.Boolean({ description: 'This caller may use it.' }),
      }),
    ),
    data_source: Type.Enum([...DATA_SOURCES], { type: 'string' }),
    source: DataSourceSchema,
  },
  { title: 'Index' },
);
export type IndexWire = Static<typeof IndexWire>;

/** The index of every operation, as a caller of that tier sees it; undefined: one without a key. */
export function encodeIndex(
  endpoints: readonly (readonly [string, Endpoint])[],
  dataSource: DataSource,
  tier: Tier | undefined,
): IndexWire {
  return {
    name: 'Barograph',
    api_version: API_VERSION,
    openapi_url: '/api/openapi.json',
    changelog_url: `${API_PREFIX}/changelog`,
    health_url: `${API_PREFIX}/health`,
    mint_url: MINT_URL,
    tier: tier ?? null,
    endpoints: endpoints.map(([id, { method, path, family, summary, access }]) => {
      return { id, method, path, family, summary, access, unlocked: unlocks(tier, access) };
    }),
    data_source: dataSource,
    source: dataSource,
  };
}

/** The OpenAPI document, which has a schema of its own elsewhere. */
export const OpenApiWire = Type.Object(
  { openapi: Type.String(), info: Type.Object({ title: Type.String(), version: Type.String() }) },
  { title: 'OpenApiDocument', additionalProperties: true },
);
