/** Prometheus metrics of one host: latency, freshness and resources. */

import type { HealthAnswer, ProducerHealth } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { watchersOf } from '../http/watch.ts';
import type { UpstreamReading } from '@barograph/sources';
import type { BookReading } from '@barograph/runtime';
import { addBookMetrics } from './book-metrics.ts';
import { addFlowMetrics } from './flow-metrics.ts';
import { addUpstreamMetrics } from './upstream-metrics.ts';

/** Path of the metrics. Outside `/api`: they serve the operator and are not in the contract. */
export const METRICS_PATH = '/metrics';

/** Seconds, from a ready answer to the longest operation. Each bucket is a line for every route and job. */
const DURATION_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

/** Sources that are read at each scrape. */
export interface MetricsSources {
  readonly health: () => HealthAnswer;
  /** Published snapshots with their times. */
  readonly snapshots?: (() => readonly { readonly name: string; readonly asOf: number }[]) | undefined;
  /** Connections of the database pool: all, idle, and waiting callers. undefined without a database. */
  readonly pool?: (() => { readonly total: number; readonly idle: number; readonly waiting: number }) | undefined;
  /** Read replica of the database. */
  readonly readReplica?: (() => { readonly lagMs: number | null; readonly isUsed: boolean }) | undefined;
  /** Open event streams of this replica. */
  readonly streams?: (() => number) | undefined;
  /** Heavy archive reads of this replica. */
  readonly archiveReads?: (() => { readonly running: number; readonly waiting: number }) | undefined;
  /** Whether this replica holds the ingest lease. */
  readonly leads?: (() => boolean) | undefined;
  /** Clock of this replica minus that of the database, ms. */
  readonly skewMs?: (() => number) | undefined;
  /** Counts of the book sampler. */
  readonly books?: (() => BookReading) | undefined;
  /** Trades that the taker flow dropped so far, by reason; undefined before its first run. */
  readonly droppedTrades?: (() => Readonly<Record<string, number>> | undefined) | undefined;
  /** Counts of the sources that this replica requests. */
  readonly upstreams?: (() => readonly UpstreamReading[]) | undefined;
}

/** Metrics of a server. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a run of a scheduled job. */
  readonly jobDone: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
}

/** Measures every request of a server and serves the metrics. Call before the server listens. */
export function addMetrics(server: FastifyInstance, sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'barograph_http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  // Each combination of labels is a line. Clients choose method and status: both with the route would add a
  // megabyte.
  const answers = new Counter({
    name: 'barograph_http_answers_total',
    help: 'Answers, by route and class of the status.',
    labelNames: ['route', 'class'],
    registers,
  });
  const statuses = new Counter({
    name: 'barograph_http_statuses_total',
    help: 'Answers, by status.',
    labelNames: ['status'],
    registers,
  });
  const jobs = new Histogram({
    name: 'barograph_job_duration_seconds',
    help: 'Clocked work, by job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const problems = new Counter({
    name: 'barograph_http_server_errors_total',
    help: 'Answers with a status of 500 and above.',
    registers,
  });
  gauges(registers, sources);
  if (sources.books !== undefined) addBookMetrics(registry, sources.books);
  if (sources.droppedTrades !== undefined) addFlowMetrics(registry, sources.droppedTrades);
  if (sources.upstreams !== undefined) addUpstreamMetrics(registry, sources.upstreams);

  watchersOf(server).push(({ route = 'none', status, ms }) => {
    requests.observe({ route }, ms / 1000);
    answers.inc({ route, class: `${Math.floor(status / 100)}xx` });
    statuses.inc({ status });
    if (status >= 500) problems.inc();
  });
  server.get(METRICS_PATH, async (_request, reply) => {
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(Buffer.from(text));
  });
  return { registry, jobDone: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds) };
}

/** Adds a gauge that is read at each scrape. */
type AddGauge = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => void) => Gauge;

function gauges(registers: Registry[], sources: MetricsSources): void {
  const { health } = sources;
  const gauge: AddGauge = (name, help, labelNames, read) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        read(this);
      },
    });
  gauge('barograph_source_lag_seconds', 'Age of the newest closed bar of a venue.', ['venue'], (gauge) => {
    const { sources, now } = health();
    for (const { venue, lastClose } of sources) if (lastClose !== null) gauge.set({ venue }, (now - lastClose) / 1000);
  });
  gauge('barograph_source_symbols', 'Symbols of a venue.', ['venue'], (gauge) => {
    for (const { venue, symbols } of health().sources) gauge.set({ venue }, symbols);
  });
  const producer = (name: string, help: string, value: (health: ProducerHealth) => number | null): void => {
    gauge(`barograph_producer_${name}`, help, ['producer'], (gauge) => {
      for (const producer of health().producers) {
        const known = value(producer);
        if (known !== null) gauge.set({ producer: producer.name }, known);
      }
    });
  };
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  producer('last_success_timestamp_seconds', 'Moment of the newest run that succeeded on any replica.', (health) =>
    seconds(health.lastSuccess),
  );
  producer('last_failure_timestamp_seconds', 'Moment of the last run that failed here.', (health) =>
    seconds(health.lastFailure?.at ?? null),
  );
  producer('lag_seconds', 'Time since the oldest slot that is due and not known to be done.', (health) =>
    seconds(health.lagMs),
  );
  producer('failing', '1 while nothing has succeeded since the last failure.', (health) => Number(health.isFailing));
  const feedLabels = ['source', 'kind', 'feed'];
  gauge('barograph_feed_status', '1 for the status that a feed is in.', [...feedLabels, 'status'], (gauge) => {
    for (const { source, kind, feed, status } of health().feeds ?? []) gauge.set({ source, kind, feed, status }, 1);
  });
  gauge('barograph_feed_status_since_seconds', 'Moment when the status of a feed began.', feedLabels, (gauge) => {
    for (const { source, kind, feed, since } of health().feeds ?? []) {
      if (since !== null) gauge.set({ source, kind, feed }, since / 1000);
    }
  });
  gauge('barograph_feed_lag_seconds', 'Age of the newest data of a feed.', feedLabels, (gauge) => {
    const { feeds = [], now } = health();
    for (const { source, kind, feed, asOf } of feeds) {
      if (asOf !== null) gauge.set({ source, kind, feed }, (now - asOf) / 1000);
    }
  });
  ofReplica(gauge, sources);
}

/** Gauges of this replica. */
function ofReplica(gauge: AddGauge, sources: MetricsSources): void {
  const { health, snapshots, pool, streams, readReplica, archiveReads, leads, skewMs } = sources;
  if (snapshots !== undefined) {
    gauge('barograph_snapshot_age_seconds', 'Age of the rows that are served.', ['snapshot'], (gauge) => {
      const { now } = health();
      for (const { name, asOf } of snapshots()) gauge.set({ snapshot: name }, (now - asOf) / 1000);
    });
  }
  if (pool !== undefined) {
    gauge('barograph_database_connections', 'Connections of the pool, by state.', ['state'], (gauge) => {
      for (const [state, count] of Object.entries(pool())) gauge.set({ state }, count);
    });
  }
  if (readReplica !== undefined) {
    gauge('barograph_read_replica_lag_seconds', 'Lag of the read replica; NaN while unknown.', [], (gauge) =>
      gauge.set((readReplica().lagMs ?? NaN) / 1000),
    );
    gauge('barograph_read_replica_used', '1 while reads of the past go to the read replica.', [], (gauge) =>
      gauge.set(Number(readReplica().isUsed)),
    );
  }
  if (archiveReads !== undefined) {
    gauge('barograph_archive_reads', 'Heavy reads of the archive of this replica, by state.', ['state'], (gauge) => {
      for (const [state, reads] of Object.entries(archiveReads())) gauge.set({ state }, reads);
    });
  }
  if (leads !== undefined) {
    gauge('barograph_ingest_leader', '1 on the replica that holds the ingest lease.', [], (gauge) =>
      gauge.set(Number(leads())),
    );
  }
  if (skewMs !== undefined) {
    gauge('barograph_clock_skew_seconds', "This replica's own clock minus the database's.", [], (gauge) =>
      gauge.set(skewMs() / 1000),
    );
  }
  if (streams !== undefined) {
    gauge('barograph_open_streams', 'Event streams that are open here.', [], (gauge) => gauge.set(streams()));
  }
}
