/** The composition root: store, market, work and server of one host. */

import { ENGINES, OPERATIONS, PUBLICATIONS, type HealthAnswer } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { createCallers } from './accounts/callers.ts';
import { CONFIRMATION_TASK, createConfirmer } from './accounts/confirmer.ts';
import { MINT_LIMITS_V1, type MintLimits } from './accounts/mint-limits.ts';
import { createSharedSnapshotStore } from './adapters/shared/snapshot-store.ts';
import type { Clock } from './clock.ts';
import { createGate, type Gate } from './http/access.ts';
import { createContexts } from './http/context.ts';
import { createServer } from './http/server.ts';
import { createSmtpMailer } from './mail/mailer.ts';
import type { Market } from './market/market.ts';
import { addMetrics } from './operations/metrics.ts';
import { addReadiness, READY_PROBE } from './operations/readiness.ts';
import type { Tracing } from './operations/tracing.ts';
import { createPorts } from './ports/ports.ts';
import { NO_MODEL, type ModelState } from './services/quant/model.ts';
import type { Worker } from './store/jobs.ts';
import type { Store } from './store/open-store.ts';
import { keepTickShape } from './tick-shape.ts';
import type { Computation } from './work/computation.ts';
import { createHostWork } from './work/host-work.ts';

/** Parts of a host. */
export interface HostParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The present, the same on all replicas: keys, limits, leases. */
  readonly wall: Clock;
  /** This replica's own clock minus the database's, ms; for the metrics. */
  readonly skewMs?: (() => number) | undefined;
  readonly store: Store;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Of the nowcast; none when left out. */
  readonly model?: ModelState;
  readonly version: string;
  /** Public base URL of the service; read when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  /** Limits of keys and mails for strangers; the newest version's when left out. */
  readonly mintLimits?: MintLimits;
  /** Proxies whose X-Forwarded-For is believed; none when left out. */
  readonly trustedProxies?: BlockList | undefined;
  readonly tracing?: Tracing | undefined;
  /** Executor of heavy producers: a worker thread; this thread when left out. */
  readonly heavy?: Computation | undefined;
  /** Replaces the gate of keys, tiers and limits: for tests of what is behind it. */
  readonly gate?: Gate;
}

export interface Host {
  readonly server: FastifyInstance;
  health(): HealthAnswer;
  /** Serves what is published, and begins the cold start of the rest; never waits for a source. */
  start(): Promise<void>;
  /** Resolves when the cold start after {@link Host.start} has ended: everything that the sources allow is there. */
  ready(): Promise<void>;
  /** Takes no more requests, finishes what is in hand, and stops all work. The store stays open. */
  stop(): Promise<void>;
}

/** A host that serves nothing yet. */
export function composeHost(given: HostParts): Host {
  const parts = { ...given, model: given.model ?? NO_MODEL, mintLimits: given.mintLimits ?? MINT_LIMITS_V1 };
  const { clock, wall, store, timeline, log, pricingUrl, model } = parts;
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log);
  const latest = (name: string) => snapshots.latest(name);
  const work = createHostWork({
    ...parts,
    model: model.kind === 'loaded' ? model : undefined,
    snapshots,
    heavy: parts.heavy,
  });
  const { market } = work;
  const callers = createCallers(store, wall);
  const confirmer = confirmerOf(parts, parts.mintLimits);
  const { ports, stream, health } = createPorts({ ...parts, market, snapshots, work, callers, confirmer });
  const now = (): number => clock.now();
  const refresh = async (name: string) => work.refresh(name);
  const contexts = createContexts({ now, market, latest, retryAfter: work.retryAfter, refresh, ports });
  const gate = parts.gate ?? createGate({ callers, usage: store.usage, wall, pricingUrl });
  const dataSource = market.kinds.join(', ');
  const server = createServer({ operations: OPERATIONS, contexts, gate, dataSource, log });
  const metrics = addMetrics(server, {
    health,
    snapshots: () => PUBLICATIONS.flatMap(({ name }) => ageOf(name, latest(name))),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    leads: () => work.leads(),
    skewMs: parts.skewMs,
  });
  let isStopping = false;
  addReadiness(server, {
    // What a counted call does: one row is written, and the write is on the disk.
    probe: async () => store.brakes.take([READY_PROBE], wall.now()),
    isWarming: () => ENGINES.every(({ name }) => latest(name) === undefined),
    isStopping: () => isStopping,
    log,
  });
  parts.tracing?.addTo(server);
  let worker: Worker | undefined;

  return {
    server,
    health,
    start: async () => {
      keepTickShape();
      await snapshots.open();
      await snapshots.rewind(clock.now());
      await stream.start();
      if (confirmer !== undefined) worker = await store.jobs.startWorker({ [CONFIRMATION_TASK]: confirmer.task });
      await work.start(metrics.jobDone);
    },
    ready: async () => work.ready(),
    stop: async () => {
      isStopping = true;
      await work.stop();
      await stream.stop(); // before the server: it waits for streams that are open
      await server.close();
      await worker?.stop();
      callers.close();
      snapshots.close();
      await parts.tracing?.close();
    },
  };
}

function ageOf(name: string, snapshot: { readonly asOf: number } | undefined) {
  return snapshot === undefined ? [] : [{ name, asOf: snapshot.asOf }];
}

function confirmerOf({ mail, store, wall, publicUrl: baseUrl }: HostParts, limits: MintLimits) {
  if (mail === undefined) return undefined;
  return createConfirmer({ store, mailer: createSmtpMailer(mail.url, mail.from), wall, baseUrl, limits });
}
