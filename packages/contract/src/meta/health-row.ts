/** Health on the wire. */

import { INTERVALS, type Interval } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { DATA_SOURCES, VENUES, type DataSource, type Venue } from '../parameters.ts';
import { isoTime, nullable } from '../scalar.ts';
import type { FeedKind } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { FEEDS, feedOnWire } from '../shapes/provenance.ts';
import { API_VERSION } from '../version.ts';

/** Health of a source, in the host's form. */
export interface SourceHealth {
  readonly venue: Venue;
  readonly kind: DataSource;
  readonly symbols: number;
  readonly bars: number;
  readonly interval: Interval | null;
  readonly lastClose: number | null;
  readonly pullWeight: number;
}
interface SourceAt extends SourceHealth {
  /** Clock of the service, epoch ms. */
  readonly now: number;
}
const KINDS = 'Where the numbers come from: bar files, the seeded simulator, or a venue.';
const venue = fieldsOf<SourceAt>();
const sourceHealth = record('SourceHealth', {
  venue: venue.choice(VENUES, 'The venue.', (source) => source.venue),
  kind: venue.choice(DATA_SOURCES, KINDS, (source) => source.kind),
  symbols: venue.integer('Symbols with at least one closed bar.', (source) => source.symbols, { minimum: 0 }),
  bars: venue.integer('Closed bars at hand.', (source) => source.bars, { minimum: 0 }),
  interval: venue.textOrNull(
    `Shortest interval of those bars, one of ${INTERVALS.join(', ')}.`,
    (source) => source.interval,
  ),
  last_bar_at: venue.custom(
    nullable(Type.Integer(), 'Close of the newest closed bar, epoch ms; null before one.'),
    (source) => source.lastClose,
  ),
  lag_s: venue.numberOrNull('Seconds from that close to the clock.', ({ lastClose, now }) =>
    lastClose === null ? null : (now - lastClose) / 1000,
  ),
  pull_weight: venue.number('Venue weight spent on candle pulls since the start.', (source) => source.pullWeight, {
    minimum: 0,
  }),
});

const PRODUCER_STATUSES = ['never_run', 'warming', 'ok', 'late', 'failing', 'unavailable'] as const;
/**
 * Status of a producer. `never_run`: the first run has not started; `warming`: the first run is in progress; `late`: a full
 * slot behind; `failing`: the last run failed; `unavailable`: the service has no source for its inputs.
 */
export type ProducerStatus = (typeof PRODUCER_STATUSES)[number];

/** Health of a producer, in the host's form. Moments are epoch ms. */
export interface ProducerHealth {
  readonly name: string;
  readonly status: ProducerStatus;
  /** Reason for `failing` and `unavailable`, in words. */
  readonly cause: string | null;
  readonly lastSuccess: number | null;
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  readonly lagMs: number | null;
  readonly isFailing: boolean;
}
const failed = fieldsOf<NonNullable<ProducerHealth['lastFailure']>>();
const failure = record(null, {
  at: failed.custom(Type.Integer({ description: 'Epoch ms.' }), (failure) => failure.at),
  error: failed.text('Class of the error.', (failure) => failure.error),
});
const work = fieldsOf<ProducerHealth>();
const producerHealth = record('ProducerHealth', {
  name: work.text('Name of the producer: scheduled work that computes what is served.', (health) => health.name),
  last_success: work.custom(
    nullable(Type.Integer(), 'The newest run that succeeded, on any replica, epoch ms; null before the first.'),
    (health) => health.lastSuccess,
  ),
  last_failure: work.innerOrNull(
    failure,
    'The last run that failed on this replica; null when none has.',
    (health) => health.lastFailure,
  ),
  lag_ms: work.integerOrNull(
    'Time since the oldest run that is due and not known to be done; null before the first success.',
    (health) => health.lagMs,
    { minimum: 0 },
  ),
  failing: work.flag('Nothing has succeeded since the last failure.', (health) => health.isFailing),
  status: work.choice(
    PRODUCER_STATUSES,
    'never_run: its first run has not begun; warming: it is under way; late: a whole run behind; failing: the last run failed; unavailable: the service has no source of anything that it reads.',
    (health) => health.status,
  ),
  cause: work.textOrNull('Why it is failing or unavailable; null otherwise.', (health) => health.cause),
});

/** State of a history that the backfill job fills, as known to this replica. */
export interface BackfillHealth {
  readonly name: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failing';
  /** Opens of the first and last filled day, epoch ms; null before the first. */
  readonly from: number | null;
  readonly to: number | null;
  readonly done: number;
  readonly total: number;
  /** Class of the error that ended the last run; null without an error. */
  readonly error: string | null;
}
const filled = fieldsOf<BackfillHealth>();
const dayText = (day: number | null): string | null => (day === null ? null : isoTime(day).slice(0, 10));
const backfillHealth = record('BackfillHealth', {
  name: filled.text('Name of the history.', (health) => health.name),
  status: filled.choice(
    ['waiting', 'running', 'done', 'failing'],
    'waiting: before the first run of this replica; done: no day is left; failing: a day failed, and is tried again within the hour.',
    (health) => health.status,
  ),
  from: filled.textOrNull('First day that was looked at, YYYY-MM-DD; null before it.', (health) =>
    dayText(health.from),
  ),
  to: filled.textOrNull('Last day that was looked at, YYYY-MM-DD; null before it.', (health) => dayText(health.to)),
  done_days: filled.integer('Days that were looked at.', (health) => health.done, { minimum: 0 }),
  total_days: filled.integer('Days that the history should have.', (health) => health.total, { minimum: 0 }),
  error: filled.textOrNull('Class of the error of the last run; null without one.', (health) => health.error),
});

/** State of a source's feed. Times are epoch ms. */
export interface FeedHealth {
  readonly source: string;
  readonly kind: DataSource;
  readonly feed: FeedKind;
  readonly status: 'ok' | 'warming' | 'stale' | 'unavailable';
  readonly since: number | null;
  readonly reason: string | null;
  readonly asOf: number | null;
}
const data = fieldsOf<FeedHealth>();
const feedHealth = record('FeedHealth', {
  source: data.text('Name of the source.', (health) => health.source),
  kind: data.choice(DATA_SOURCES, KINDS, (health) => health.kind),
  feed: data.choice(FEEDS, 'Kind of data.', ({ feed }) => feedOnWire(feed)),
  status: data.choice(
    ['ok', 'warming', 'stale', 'unavailable'],
    'warming: nothing yet; stale: the last good value; unavailable: nothing will come.',
    (health) => health.status,
  ),
  since: data.custom(
    nullable(Type.Integer(), 'When this status began, epoch ms; null when it always was so.'),
    (health) => health.since,
  ),
  reason: data.textOrNull('Cause of any status but ok.', (health) => health.reason),
  as_of: data.custom(
    nullable(Type.Integer(), 'Moment of the newest data, epoch ms; null before any.'),
    (health) => health.asOf,
  ),
});

/** States of the reader of large transfers. */
const TRANSFER_STATES = ['not_configured', 'starting', 'running'] as const;
/** State of that reader; `starting` before the first transfers were read. */
export type WhaleTransferState = (typeof TRANSFER_STATES)[number];

/** State of the event stream, in the host's form. */
export interface StreamHealth {
  readonly lastId: number;
  readonly lastEventAt: number | null;
  readonly open: number;
  readonly priceMoves: 'starting' | 'running' | 'no_minutes';
  readonly derivativeMoves: 'no_source' | 'starting' | 'running';
  readonly whaleTransfers: WhaleTransferState;
}
const events = fieldsOf<StreamHealth>();
const streamHealth = record('StreamHealth', {
  last_id: events.integer('The last id of the stream; 0 before any.', (health) => health.lastId, { minimum: 0 }),
  last_event_at: events.custom(
    nullable(Type.Integer(), 'When the newest event happened, epoch ms; null before one.'),
    (health) => health.lastEventAt,
  ),
  open_streams: events.integer('On this replica.', (health) => health.open, { minimum: 0 }),
  price_moves: events.choice(
    ['starting', 'running', 'no_minutes'],
    'no_minutes: the source has no 1m bars, so no price moves can be told.',
    (health) => health.priceMoves,
  ),
  derivative_moves: events.choice(
    ['no_source', 'starting', 'running'],
    'no_source: nothing brings open interest and funding, so no moves of them can be told.',
    (health) => health.derivativeMoves,
  ),
  whale_transfers: events.choice(
    TRANSFER_STATES,
    'not_configured: no node of a chain is set, so no transfers to and from exchanges can be told.',
    (health) => health.whaleTransfers,
  ),
});

/** Archive of published snapshots. */
export interface ArchiveHealth {
  readonly since: number | null;
  readonly lines: number;
  readonly bytes: number;
  readonly keepDays: number;
  readonly mostBytes: number;
}
const kept = fieldsOf<ArchiveHealth>();
const archiveHealth = record('PointInTimeHealth', {
  since: kept.custom(
    nullable(Type.Integer(), 'From this moment on as_of is answered, epoch ms; null while nothing is kept.'),
    (health) => health.since,
  ),
  snapshots: kept.integer('Published snapshots that are kept.', (health) => health.lines, { minimum: 0 }),
  bytes: kept.integer(
    'Packed bytes of their texts; those that did not change are counted once.',
    (health) => health.bytes,
    {
      minimum: 0,
    },
  ),
  keep_days: kept.number('Days that are kept; 0 keeps nothing.', (health) => health.keepDays, { minimum: 0 }),
  most_bytes: kept.number('Most bytes; the oldest make room.', (health) => health.mostBytes, { minimum: 0 }),
});

/** Health of the service, in the host's form. */
export interface HealthAnswer {
  readonly status: 'ok' | 'warming' | 'degraded';
  readonly version: string;
  readonly uptimeMs: number;
  readonly now: number;
  readonly clock: 'system' | 'replay' | 'manual';
  readonly signum: { readonly asOf: number; readonly rows: number } | undefined;
  readonly sources: readonly SourceHealth[];
  readonly producers: readonly ProducerHealth[];
  /** Absent for a host with one source that always has complete data. */
  readonly feeds?: readonly FeedHealth[];
  readonly stream?: StreamHealth;
  readonly archive?: ArchiveHealth;
  readonly backfill?: readonly BackfillHealth[];
  readonly dataSource: DataSource;
}
const field = fieldsOf<HealthAnswer>();

/** Health answer; durations are in seconds. */
export const health = record('Health', {
  status: field.choice(
    ['ok', 'warming', 'degraded'],
    'warming: not everything is computed yet; degraded: bars are late, or a producer fails.',
    (h) => h.status,
  ),
  version: field.text('Version of the host.', (h) => h.version),
  api_version: field.text('Version of the contract.', () => API_VERSION),
  uptime_s: field.number('Seconds since the start.', (h) => Math.round(h.uptimeMs) / 1000, { minimum: 0 }),
  now: field.integer('The clock of the service, epoch ms; in a replay, the replayed time.', (h) => h.now, {
    minimum: 0,
  }),
  clock: field.choice(['system', 'replay', 'manual'], 'Kind of that clock.', (h) => h.clock),
  signum_as_of: field.momentOrNull('Moment of the SIGNUM_RGG rows; null before the first.', (h) => h.signum?.asOf),
  signum_rows: field.integer('SIGNUM_RGG rows that are served.', (h) => h.signum?.rows ?? 0, { minimum: 0 }),
  sources: field.items(sourceHealth, 'The venues.', (h) => h.sources.map((source) => ({ ...source, now: h.now }))),
  producers: field.items(producerHealth, 'Scheduled work that computes what is served.', (h) => h.producers),
  feeds: field.ifKnown(
    Type.Array(feedHealth.schema, { description: 'Of a host with a live source, or with several sources.' }),
    (h) => h.feeds?.map(feedHealth.encode),
  ),
  event_stream: field.ifKnown(streamHealth.schema, (h) =>
    h.stream === undefined ? undefined : streamHealth.encode(h.stream),
  ),
  point_in_time: field.ifKnown(archiveHealth.schema, (h) =>
    h.archive === undefined ? undefined : archiveHealth.encode(h.archive),
  ),
  backfill: field.ifKnown(
    Type.Array(backfillHealth.schema, {
      description: 'Histories that are filled in the background after a cold start.',
    }),
    (h) => h.backfill?.map(backfillHealth.encode),
  ),
  ...sourceFields,
});
/** Body of `/health`. */
export type HealthWire = WireOf<typeof health>;
