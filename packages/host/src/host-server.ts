/** Server of a host: its operations and all other routes. */

import { tradeFlowPublication, type TradeFlowHead } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { HostServices, WholeParts } from './host-services.ts';
import { createGate } from './http/access.ts';
import { createBulkhead, type Bulkhead } from './http/bulkhead.ts';
import { addReference } from './http/reference.ts';
import { createServer } from './http/server.ts';
import { addMcp } from './mcp/route.ts';
import { addMetrics, type Metrics } from './operations/metrics.ts';
import { addReadiness, isNothingPublished, READY_PROBE } from './operations/readiness.ts';
import { addStatus } from './operations/status.ts';
import { addSold } from './http/well-known.ts';
import { addDocs } from './page/docs.ts';
import { addPage } from './page/routes.ts';
import { withPageSessions } from './page/sessions.ts';

/** A server that does not listen yet. */
export interface HostServer {
  readonly server: FastifyInstance;
  readonly metrics: Metrics;
  /** Writes the counts of the status to the store and stops counting. */
  readonly endStatus: () => Promise<void>;
}

function gateOf({ store, wall, pricingUrl, page, ...parts }: WholeParts, { callers }: HostServices) {
  const ofKeys = parts.gate ?? createGate({ callers, usage: store.usage, rates: store.rates, wall, pricingUrl });
  return page?.sessions === undefined ? ofKeys : withPageSessions(ofKeys, page.sessions);
}

function metered(server: FastifyInstance, parts: WholeParts, services: HostServices, bulkhead: Bulkhead): Metrics {
  const { store, skewMs, market, service } = parts;
  const { health, snapshots, stream, work } = services;
  return addMetrics(server, {
    health,
    snapshots: () =>
      service.publications.flatMap(({ name }) => {
        const snapshot = snapshots.latest(name);
        return snapshot === undefined ? [] : [{ name, asOf: snapshot.asOf }];
      }),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    readReplica: store.readReplica === undefined ? undefined : () => store.readReplica!.state(),
    streams: () => stream.state().open,
    archiveReads: () => bulkhead.state(),
    leads: () => work.leads(),
    books: () => work.books(),
    skewMs,
    droppedTrades: () => snapshots.latest<never, TradeFlowHead>(tradeFlowPublication.name)?.head.dropped,
    upstreams: () => market.sources.flatMap((source) => source.upstreams?.() ?? []),
  });
}

/**
 * Creates the server of a host, without listening.
 * @param isStopping whether a stop has begun; the host is not ready then.
 */
export function createHostServer(parts: WholeParts, services: HostServices, isStopping: () => boolean): HostServer {
  const { service, store, wall, log, corsOrigins, edgeGuard } = parts;
  const { contexts, past, payments, snapshots, status, work } = services;
  const bulkhead = createBulkhead({ places: store.archivePlaces, log });
  const server = createServer({
    operations: service.operations,
    contexts,
    past,
    bulkhead,
    gate: gateOf(parts, services),
    seller: payments?.seller,
    dataSource: work.market.kinds.join(', '),
    log,
    corsOrigins,
    edgeGuard,
  });
  addReference(server, service);
  addSold(server, service, payments?.rail, parts.publicUrl);
  addMcp(server, { ...parts, log });
  if (parts.page !== undefined) addPage(server, parts.page);
  addDocs(server, parts.docs ?? '');
  const metrics = metered(server, parts, services, bulkhead);
  addReadiness(server, {
    // As in a counted call, one row is written and flushed to disk.
    probe: async () => store.brakes.take([READY_PROBE], wall.now()),
    isWarming: () => isNothingPublished(service.engines, (name) => snapshots.latest(name)),
    isStopping,
    log,
  });
  const endStatus = addStatus(server, status);
  parts.tracing?.addTo(server);
  return { server, metrics, endStatus };
}
