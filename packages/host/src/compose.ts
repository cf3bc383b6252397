/** The composition root: store, market, work and server of one host. */

import { SERVICE, tradeFlowPublication, type TradeFlowHead } from '@barograph/contract';
import { createClientNetwork } from './accounts/client-network.ts';
import {
  dailyText,
  ARCHIVE_V1,
  createSnapshotArchive,
  createSharedSnapshotStore,
  NO_MODEL,
  createHostWork,
} from '@barograph/runtime';
import { createCallers } from './accounts/callers.ts';
import { CONFIRMATION_TASK, openConfirmer } from './accounts/confirmer.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import { createGate } from './http/access.ts';
import { createBulkhead } from './http/bulkhead.ts';
import type { Host, HostParts } from './host.ts';
import { createContexts } from '@barograph/runtime';
import { addReference } from './http/reference.ts';
import { createPast } from '@barograph/runtime';
import { createServer } from './http/server.ts';
import { addMcp } from './mcp/route.ts';
import { addMetrics } from './operations/metrics.ts';
import { addReadiness, isNothingPublished, READY_PROBE } from './operations/readiness.ts';
import { addDocs } from './page/docs.ts';
import { addPage } from './page/routes.ts';
import { withPageSessions } from './page/sessions.ts';
import { once, type Worker } from '@barograph/store';
import { createStatus } from './operations/status-recorder.ts';
import { addStatus } from './operations/status.ts';
import { createPorts } from './ports/ports.ts';
import { createDeliverer, WEBHOOKS_V1 } from './webhooks/deliverer.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import { createSender } from './webhooks/sender.ts';
import { keepTickShape } from './tick-shape.ts';

export type { Host, HostParts } from './host.ts';

/** A host that serves nothing yet. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the wiring of all parts, in one place
export function composeHost(given: HostParts): Host {
  const { model = NO_MODEL, service = SERVICE, mintLimits = MINT_LIMITS_V1 } = given;
  const parts = { ...given, model, service, mintLimits };
  const { clock, wall, store, timeline, log, pricingUrl } = parts;
  const { operations, publications } = parts.service;
  const archive = createSnapshotArchive({
    history: store.snapshotHistory,
    timeline,
    publications: new Map(publications.map((one) => [one.name, one])),
    clock,
    config: parts.archive ?? ARCHIVE_V1,
    log,
  });
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log, publications, archive);
  const latest = (name: string) => snapshots.latest(name);
  const work = createHostWork({
    ...parts,
    snapshots,
    archive,
    daily: async () => dailyText(contexts),
  });
  const { market } = work;
  const callers = createCallers(store, wall);
  const confirmer = openConfirmer(parts);
  const pace = parts.webhooks ?? WEBHOOKS_V1;
  const send = createSender({ isPrivateAllowed: parts.webhooksPrivate === true, timeoutMs: pace.timeoutMs });
  const { events, listener, replica, webhooks } = store;
  const secrets = parts.webhookSecrets ?? createWebhookSecrets();
  const deliverer = createDeliverer({ webhooks, secrets, events, listener, replica, send, wall, log, config: pace });
  const status = createStatus({
    state: (at) => market.state(at),
    producers: () => work.runner.standings(),
    whaleTransfers: () => work.whaleTransfers(),
    health: () => health().status,
    now: () => clock.now(),
    wallNow: () => wall.now(),
    records: store.serviceRecords,
    timeline,
    log,
  });
  const networkOf = createClientNetwork(parts.trustedProxies);
  const payments = parts.payments?.({ ...parts, networkOf });
  const { ports, stream, health } = createPorts({
    ...parts,
    networkOf,
    payments,
    gaps: () => status.gaps(),
    send,
    secrets,
    market,
    snapshots,
    archive,
    work,
    callers,
    confirmer,
  });
  const now = (): number => clock.now();
  const refresh = async (name: string) => work.refresh(name);
  const retryAfter = (name: string): number => work.retryAfter(name);
  const contextParts = { now, market, latest, retryAfter, refresh, ports };
  const contexts = createContexts(contextParts);
  const past = createPast(contextParts, archive);
  const ofKeys = parts.gate ?? createGate({ callers, usage: store.usage, rates: store.rates, wall, pricingUrl });
  const sessions = parts.page?.sessions;
  const gate = sessions === undefined ? ofKeys : withPageSessions(ofKeys, sessions);
  const bulkhead = createBulkhead({ places: store.archivePlaces, log });
  const dataSource = market.kinds.join(', ');
  const { corsOrigins, edgeGuard } = parts;
  const server = createServer({
    operations,
    contexts,
    past,
    bulkhead,
    gate,
    seller: payments?.seller,
    dataSource,
    log,
    corsOrigins,
    edgeGuard,
  });
  addReference(server, parts.service);
  addMcp(server, { ...parts, log });
  if (parts.page !== undefined) addPage(server, parts.page);
  addDocs(server, parts.docs ?? '');
  const metrics = addMetrics(server, {
    health,
    snapshots: () => publications.flatMap(({ name }) => ageOf(name, latest(name))),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    archiveReads: () => bulkhead.state(),
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
  const endStatus = addStatus(server, status);
  parts.tracing?.addTo(server);
  let worker: Worker | undefined;

  return {
    server,
    health,
    start: async (retry = once) => {
      keepTickShape();
      await retry(async () => snapshots.open());
      await retry(async () => snapshots.rewind(clock.now()));
      await retry(async () => archive.open(snapshots.all()));
      await retry(async () => stream.start());
      deliverer.start();
      payments?.resolver.start();
      if (confirmer !== undefined) {
        const tasks = { [CONFIRMATION_TASK]: confirmer.task };
        worker = await retry(async () => store.jobs.startWorker(tasks));
      }
      await retry(async () => work.start(metrics.jobDone));
    },
    ready: async () => work.ready(),
    stop: async () => {
      isStopping = true;
      await work.stop();
      await deliverer.stop();
      await payments?.resolver.stop();
      await stream.stop(); // before the server: it waits for streams that are open
      await server.close();
      await endStatus();
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
