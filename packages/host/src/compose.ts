/** The composition root: store, market, work and server of one host. */

import { OPERATIONS, PUBLICATIONS, type HealthAnswer } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createCallers } from './accounts/callers.ts';
import { CONFIRMATION_TASK, createConfirmer } from './accounts/confirmer.ts';
import { createSharedSnapshotStore } from './adapters/shared/snapshot-store.ts';
import type { Clock } from './clock.ts';
import { createGate, type Gate } from './http/access.ts';
import { createContexts } from './http/context.ts';
import { createServer } from './http/server.ts';
import { createSmtpMailer } from './mail/mailer.ts';
import type { Market } from './market/market.ts';
import { addMetrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import { createPorts } from './ports/ports.ts';
import { NO_MODEL, type ModelState } from './services/quant/model.ts';
import type { Worker } from './store/jobs.ts';
import type { Store } from './store/open-store.ts';
import { keepTickShape } from './tick-shape.ts';
import type { Computation } from './work/computation.ts';
import { createHostWork } from './work/host-work.ts';

/** What a host is made of. */
export interface HostParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The machine's time: keys, limits, leases. */
  readonly wall: Clock;
  readonly store: Store;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Of the nowcast; none when left out. */
  readonly model?: ModelState;
  readonly version: string;
  /** Where the service is reached from outside; asked when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** Pages that may read answers; none when left out. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  readonly tracing?: Tracing | undefined;
  /** Where heavy producers run: a worker thread; in this thread when left out. */
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
  const parts = { ...given, model: given.model ?? NO_MODEL };
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
  const confirmer = confirmerOf(parts);
  const { ports, stream, health } = createPorts({ ...parts, market, snapshots, work, callers, confirmer });
  const now = (): number => clock.now();
  const refresh = async (name: string) => work.refresh(name);
  const contexts = createContexts({ now, market, latest, retryAfter: work.retryAfter, refresh, ports });
  const gate = parts.gate ?? createGate({ callers, usage: store.usage, wall, pricingUrl });
  const dataSource = market.kinds.join(', ');
  const server = createServer({
    operations: OPERATIONS,
    contexts,
    gate,
    dataSource,
    log,
    corsOrigins: parts.corsOrigins,
  });
  const metrics = addMetrics(server, {
    health,
    snapshots: () => PUBLICATIONS.flatMap(({ name }) => ageOf(name, latest(name))),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    leads: () => work.leads(),
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

function confirmerOf({ mail, store, wall, publicUrl }: HostParts) {
  if (mail === undefined) return undefined;
  return createConfirmer({ store, mailer: createSmtpMailer(mail.url, mail.from), wall, baseUrl: publicUrl });
}
