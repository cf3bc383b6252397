/** Health on the wire, a line per field. */

import { INTERVALS, type Interval } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { DATA_SOURCES, VENUES, type DataSource, type Venue } from '../parameters.ts';
import { isoTime, nullable } from '../scalar.ts';
import type { FeedKind } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { FEEDS, feedOnWire } from '../shapes/provenance.ts';
import { API_VERSION } from '../version.ts';

/** One venue as the host knows it. */
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
  /** The clock of the service, epoch ms. */
  readonly now: number;
}
const KINDS = 'Where the numbers come from: bar files, the seeded simulator, or a venue.';
const venue = fieldsOf<SourceAt>();
const sourceHealth = record('SourceHealth', {
  venue: venue.choice(VENUES, 'The venue.', (of) => of.venue),
  kind: venue.choice(DATA_SOURCES, KINDS, (of) => of.kind),
  symbols: venue.integer('Symbols with at least one closed bar.', (of) => of.symbols, { minimum: 0 }),
  bars: venue.integer('Closed bars at hand.', (of) => of.bars, { minimum: 0 }),
  interval: venue.textOrNull(`Shortest interval of those bars, one of ${INTERVALS.join(', ')}.`, (of) => of.interval),
  last_bar_at: venue.custom(
    nullable(Type.Integer(), 'Close of the newest closed bar, epoch ms; null before one.'),
    (of) => of.lastClose,
  ),
  lag_s: venue.numberOrNull('Seconds from that close to the clock.', ({ lastClose, now }) =>
    lastClose === null ? null : (now - lastClose) / 1000,
  ),
  pull_weight: venue.number('Venue weight spent on candle pulls since the start.', (of) => of.pullWeight, {
    minimum: 0,
  }),
});

/**
 * Standing of a producer. `never_run`: its first run has not begun; `warming`: it is under way; `late`: a whole slot behind;
 * `failing`: its last run failed; `unavailable`: the service has no source of anything that it reads.
 */
const PRODUCER_STATUSES = ['never_run', 'warming', 'ok', 'late', 'failing', 'unavailable'] as const;
/** A standing. */
export type ProducerStatus = (typeof PRODUCER_STATUSES)[number];

/** A producer as the host knows it. Moments are epoch ms. */
export interface ProducerHealth {
  readonly name: string;
  readonly status: ProducerStatus;
  /** Reason of `failing` and `unavailable`, in words. */
  readonly cause: string | null;
  readonly lastSuccess: number | null;
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  readonly lagMs: number | null;
  readonly isFailing: boolean;
}
const failed = fieldsOf<NonNullable<ProducerHealth['lastFailure']>>();
const failure = record(null, {
  at: failed.custom(Type.Integer({ description: 'Epoch ms.' }), (of) => of.at),
  error: failed.text('Class of the error.', (of) => of.error),
});
const work = fieldsOf<ProducerHealth>();
const producerHealth = record('ProducerHealth', {
  name: work.text('Name of the producer: scheduled work that computes what is served.', (of) => of.name),
  last_success: work.custom(
    nullable(Type.Integer(), 'The newest run that succeeded, on any replica, epoch ms; null before the first.'),
    (of) => of.lastSuccess,
  ),
  last_failure: work.innerOrNull(
    failure,
    'The last run that failed on this replica; null when none has.',
    (of) => of.lastFailure,
  ),
  lag_ms: work.integerOrNull(
    'Time since the oldest run that is due and not known to be done; null before the first success.',
    (of) => of.lagMs,
    { minimum: 0 },
  ),
  failing: work.flag('Nothing has succeeded since the last failure.', (of) => of.isFailing),
  status: work.choice(
    PRODUCER_STATUSES,
    'never_run: its first run has not begun; warming: it is under way; late: a whole run behind; failing: the last run failed; unavailable: the service has no source of anything that it reads.',
    (of) => of.status,
  ),
  cause: work.textOrNull('Why it is failing or unavailable; null otherwise.', (of) => of.cause),
});

/** A history that the backfill job fills, as this replica knows it. */
export interface BackfillHealth {
  readonly name: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failing';
  /** Opens of the first and last day that are filled, epoch ms; null before the first. */
  readonly from: number | null;
  readonly to: number | null;
  readonly done: number;
  readonly total: number;
  /** Class of the error that stopped the last run; null without one. */
  readonly error: string | null;
}
const filled = fieldsOf<BackfillHealth>();
const dayText = (day: number | null): string | null => (day === null ? null : isoTime(day).slice(0, 10));
const backfillHealth = record('BackfillHealth', {
  name: filled.text('Name of the history.', (of) => of.name),
  status: filled.choice(
    ['waiting', 'running', 'done', 'failing'],
    'waiting: before the first run of this replica; done: no day is left; failing: a day failed, and is tried again within the hour.',
    (of) => of.status,
  ),
  from: filled.textOrNull('First day that was looked at, YYYY-MM-DD; null before it.', (of) => dayText(of.from)),
  to: filled.textOrNull('Last day that was looked at, YYYY-MM-DD; null before it.', (of) => dayText(of.to)),
  done_days: filled.integer('Days that were looked at.', (of) => of.done, { minimum: 0 }),
  total_days: filled.integer('Days that the history should have.', (of) => of.total, { minimum: 0 }),
  error: filled.textOrNull('Class of the error of the last run; null without one.', (of) => of.error),
});

/** One kind of data of one source, as the host knows it. Moments are epoch ms. */
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
  source: data.text('Name of the source.', (of) => of.source),
  kind: data.choice(DATA_SOURCES, KINDS, (of) => of.kind),
  feed: data.choice(FEEDS, 'Kind of data.', ({ feed }) => feedOnWire(feed)),
  status: data.choice(
    ['ok', 'warming', 'stale', 'unavailable'],
    'warming: nothing yet; stale: the last good value; unavailable: nothing will come.',
    (of) => of.status,
  ),
  since: data.custom(
    nullable(Type.Integer(), 'When this status began, epoch ms; null when it always was so.'),
    (of) => of.since,
  ),
  reason: data.textOrNull('Cause of any status but ok.', (of) => of.reason),
  as_of: data.custom(
    nullable(Type.Integer(), 'Moment of the newest data, epoch ms; null before any.'),
    (of) => of.asOf,
  ),
});

/** States of the reading of large transfers. */
const TRANSFER_STATES = ['not_configured', 'starting', 'running'] as const;
/** One of them; `starting` before the first transfers were read. */
export type WhaleTransferState = (typeof TRANSFER_STATES)[number];

/** The event stream as the host knows it. */
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
  last_id: events.integer('The last id of the stream; 0 before any.', (of) => of.lastId, { minimum: 0 }),
  last_event_at: events.custom(
    nullable(Type.Integer(), 'When the newest event happened, epoch ms; null before one.'),
    (of) => of.lastEventAt,
  ),
  open_streams: events.integer('On this replica.', (of) => of.open, { minimum: 0 }),
  price_moves: events.choice(
    ['starting', 'running', 'no_minutes'],
    'no_minutes: the source has no 1m bars, so no price moves can be told.',
    (of) => of.priceMoves,
  ),
  derivative_moves: events.choice(
    ['no_source', 'starting', 'running'],
    'no_source: nothing brings open interest and funding, so no moves of them can be told.',
    (of) => of.derivativeMoves,
  ),
  whale_transfers: events.choice(
    TRANSFER_STATES,
    'not_configured: no node of a chain is set, so no transfers to and from exchanges can be told.',
    (of) => of.whaleTransfers,
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
    (of) => of.since,
  ),
  snapshots: kept.integer('Published snapshots that are kept.', (of) => of.lines, { minimum: 0 }),
  bytes: kept.integer('Packed bytes of their texts; those that did not change are counted once.', (of) => of.bytes, {
    minimum: 0,
  }),
  keep_days: kept.number('Days that are kept; 0 keeps nothing.', (of) => of.keepDays, { minimum: 0 }),
  most_bytes: kept.number('Most bytes; the oldest make room.', (of) => of.mostBytes, { minimum: 0 }),
});

/** The state of the service as the host knows it. */
export interface HealthAnswer {
  readonly status: 'ok' | 'warming' | 'degraded';
  readonly version: string;
  readonly uptimeMs: number;
  readonly now: number;
  readonly clock: 'system' | 'replay' | 'manual';
  readonly signum: { readonly asOf: number; readonly rows: number } | undefined;
  readonly sources: readonly SourceHealth[];
  readonly producers: readonly ProducerHealth[];
  /** Left out by a host of one source that knows everything at any time. */
  readonly feeds?: readonly FeedHealth[];
  readonly stream?: StreamHealth;
  readonly archive?: ArchiveHealth;
  readonly backfill?: readonly BackfillHealth[];
  readonly dataSource: DataSource;
}
const of = fieldsOf<HealthAnswer>();

/** The answer of health; durations are seconds. */
export const health = record('Health', {
  status: of.choice(
    ['ok', 'warming', 'degraded'],
    'warming: not everything is computed yet; degraded: bars are late, or a producer fails.',
    (h) => h.status,
  ),
  version: of.text('Version of the host.', (h) => h.version),
  api_version: of.text('Version of the contract.', () => API_VERSION),
  uptime_s: of.number('Seconds since the start.', (h) => Math.round(h.uptimeMs) / 1000, { minimum: 0 }),
  now: of.integer('The clock of the service, epoch ms; in a replay, the replayed time.', (h) => h.now, { minimum: 0 }),
  clock: of.choice(['system', 'replay', 'manual'], 'Kind of that clock.', (h) => h.clock),
  signum_as_of: of.momentOrNull('Moment of the SIGNUM_RGG rows; null before the first.', (h) => h.signum?.asOf),
  signum_rows: of.integer('SIGNUM_RGG rows that are served.', (h) => h.signum?.rows ?? 0, { minimum: 0 }),
  sources: of.items(sourceHealth, 'The venues.', (h) => h.sources.map((one) => ({ ...one, now: h.now }))),
  producers: of.items(producerHealth, 'Scheduled work that computes what is served.', (h) => h.producers),
  feeds: of.ifKnown(
    Type.Array(feedHealth.schema, { description: 'Of a host with a live source, or with several sources.' }),
    (h) => h.feeds?.map(feedHealth.encode),
  ),
  event_stream: of.ifKnown(streamHealth.schema, (h) =>
    h.stream === undefined ? undefined : streamHealth.encode(h.stream),
  ),
  point_in_time: of.ifKnown(archiveHealth.schema, (h) =>
    h.archive === undefined ? undefined : archiveHealth.encode(h.archive),
  ),
  backfill: of.ifKnown(
    Type.Array(backfillHealth.schema, {
      description: 'Histories that are filled in the background after a cold start.',
    }),
    (h) => h.backfill?.map(backfillHealth.encode),
  ),
  ...sourceFields,
});
/** Health on the wire. */
export type HealthWire = WireOf<typeof health>;
