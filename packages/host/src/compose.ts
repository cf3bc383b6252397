/** The composition root: store, market, work and server of one host. */

import { SERVICE, tradeFlowPublication, type TradeFlowHead } from '@barograph/contract';
import { createCallers } from './accounts/callers.ts';
import { CONFIRMATION_TASK, openConfirmer } from './accounts/confirmer.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import { createSharedSnapshotStore } from './adapters/shared/snapshot-store.ts';
import { createGate } from './http/access.ts';
import type { Host, HostParts } from './host.ts';
import { createContexts } from './http/context.ts';
import { addReference } from './http/reference.ts';
import { createServer } from './http/server.ts';
import { addMcp } from './mcp/route.ts';
import { addMetrics } from './operations/metrics.ts';
import { addReadiness, isNothingPublished, READY_PROBE } from './operations/readiness.ts';
import { addPage } from './page/routes.ts';
import { withPageSessions } from './page/sessions.ts';
import { createPorts } from './ports/ports.ts';
import { NO_MODEL } from './services/quant/model.ts';
import type { Worker } from './store/jobs.ts';
import { keepTickShape } from './tick-shape.ts';
import { createHostWork } from './work/host-work.ts';

export type { Host, HostParts } from './host.ts';

/** A host that serves nothing yet. */
export function composeHost(given: HostParts): Host {
  const { model = NO_MODEL, service = SERVICE, mintLimits = MINT_LIMITS_V1 } = given;
  const parts = { ...given, model, service, mintLimits };
  const { clock, wall, store, timeline, log, pricingUrl } = parts;
  const { operations, publications } = parts.service;
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log, publications);
  const latest = (name: string) => snapshots.latest(name);
  const work = createHostWork({ ...parts, snapshots });
  const { market } = work;
  const callers = createCallers(store, wall);
  const confirmer = openConfirmer(parts);
  const { ports, stream, health } = createPorts({ ...parts, market, snapshots, work, callers, confirmer });
  const now = (): number => clock.now();
  const refresh = async (name: string) => work.refresh(name);
  const retryAfter = (name: string): number => work.retryAfter(name);
  const contexts = createContexts({ now, market, latest, retryAfter, refresh, ports });
  const ofKeys = parts.gate ?? createGate({ callers, usage: store.usage, wall, pricingUrl });
  const sessions = parts.page?.sessions;
  const gate = sessions === undefined ? ofKeys : withPageSessions(ofKeys, sessions);
  const dataSource = market.kinds.join(', ');
  const { corsOrigins } = parts;
  const server = createServer({ operations, contexts, gate, dataSource, log, corsOrigins });
  addReference(server, parts.service);
  addMcp(server, { ...parts, log });
  if (parts.page !== undefined) addPage(server, parts.page);
  const metrics = addMetrics(server, {
    health,
    snapshots: () => publications.flatMap(({ name }) => ageOf(name, latest(name))),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    leads: () => work.leads(),
    books: () => work.books(),
    skewMs: parts.skewMs,
    droppedTrades: () => snapshots.latest<never, TradeFlowHead>(tradeFlowPublication.name)?.head.dropped,
    upstreams: () => parts.market.sources.flatMap((source) => source.upstreams?.() ?? []),
  });
  let isStopping = false;
  addReadiness(server, {
    // What a counted call does: one row is written, and the write is on the disk.
    probe: async () => store.brakes.take([READY_PROBE], wall.now()),
    isWarming: () => isNothingPublished(parts.service.engines, latest),
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
