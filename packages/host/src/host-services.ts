/** Services of a host behind its server: snapshots, scheduled work, accounts, webhooks, payments and ports. */

import { SERVICE } from '@barograph/contract';
import {
  ARCHIVE_V1,
  createChangeTelling,
  createContexts,
  createHostWork,
  createPast,
  createSharedSnapshotStore,
  createSnapshotArchive,
  dailyText,
  NO_MODEL,
  type Contexts,
  type HostWork,
  type Past,
  type SharedSnapshotStore,
  type SnapshotArchive,
} from '@barograph/runtime';
import type { OpenPayments } from '@barograph/payments';
import { createCallers, type Callers } from './accounts/callers.ts';
import { createClientNetwork } from './accounts/client-network.ts';
import { openConfirmer, type Confirmer } from './accounts/confirmer.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import type { HostParts } from './host.ts';
import { createStatus, type StatusRecorder } from './operations/status-recorder.ts';
import { createPorts, type Ports } from './ports/ports.ts';
import { createDeliverer, WEBHOOKS_V1, type Deliverer } from './webhooks/deliverer.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import { createSender } from './webhooks/sender.ts';
import { createWants } from './webhooks/wanted.ts';

/** Parts of a host with their defaults. */
export type WholeParts = HostParts & Required<Pick<HostParts, 'model' | 'service' | 'mintLimits'>>;

/**
 * Completes the parts of a host with defaults.
 * @param given parts from the caller; defaults fill the rest.
 */
export function wholeParts(given: HostParts): WholeParts {
  const { model = NO_MODEL, service = SERVICE, mintLimits = MINT_LIMITS_V1 } = given;
  return { ...given, model, service, mintLimits };
}

/** Services of a host. */
export interface HostServices extends Ports {
  readonly archive: SnapshotArchive;
  readonly snapshots: SharedSnapshotStore;
  readonly work: HostWork;
  readonly callers: Callers;
  readonly confirmer: Confirmer | undefined;
  readonly deliverer: Deliverer;
  readonly status: StatusRecorder;
  readonly payments: OpenPayments | undefined;
  readonly contexts: Contexts;
  readonly past: Past;
}

/** Published snapshots, the copies kept for `as_of`, and the work that publishes them. */
function publishing(parts: WholeParts, daily: () => Promise<string>) {
  const { clock, store, timeline, log, service } = parts;
  const { publications } = service;
  const archive = createSnapshotArchive({
    history: store.snapshotHistory,
    timeline,
    publications: new Map(publications.map((publication) => [publication.name, publication])),
    clock,
    config: parts.archive ?? ARCHIVE_V1,
    log,
  });
  const changes = createChangeTelling({ timeline, clock, dataSource: parts.market.kind, log });
  const keeping = { archive, changes };
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log, publications, keeping);
  return { archive, snapshots, work: createHostWork({ ...parts, snapshots, archive, daily }) };
}

/** Sends events to webhooks. */
function delivering({ store, wall, log, ...parts }: WholeParts, snapshots: SharedSnapshotStore) {
  const config = parts.webhooks ?? WEBHOOKS_V1;
  const send = createSender({ isPrivateAllowed: parts.webhooksPrivate === true, timeoutMs: config.timeoutMs });
  const { events, listener, replica, webhooks } = store;
  const secrets = parts.webhookSecrets ?? createWebhookSecrets();
  const wants = createWants(snapshots);
  return {
    send,
    secrets,
    deliverer: createDeliverer({ webhooks, secrets, events, listener, replica, send, wall, log, config, wants }),
  };
}

/** Creates the services of a host; none of them runs yet. */
export function createServices(parts: WholeParts): HostServices {
  const { clock, wall, store, timeline, log } = parts;
  const { archive, snapshots, work } = publishing(parts, async () => dailyText(contexts));
  const { market } = work;
  const callers = createCallers(store, wall);
  const confirmer = openConfirmer(parts);
  const { send, secrets, deliverer } = delivering(parts, snapshots);
  const status = createStatus({
    state: (at) => market.state(at),
    producers: () => work.runner.standings(),
    whaleTransfers: () => work.whaleTransfers(),
    health: () => served.health().status,
    now: () => clock.now(),
    wallNow: () => wall.now(),
    readReplica: () => store.readReplica?.state(),
    records: store.serviceRecords,
    timeline,
    log,
  });
  const networkOf = createClientNetwork(parts.trustedProxies);
  const payments = parts.payments?.({ ...parts, networkOf });
  const given = { networkOf, payments, send, secrets, market, snapshots, archive, work, callers, confirmer };
  const served = createPorts({ ...parts, ...given, gaps: () => status.gaps() });
  const contextParts = {
    now: () => clock.now(),
    market,
    latest: (name: string) => snapshots.latest(name),
    retryAfter: (name: string) => work.retryAfter(name),
    refresh: async (name: string) => work.refresh(name),
    ports: served.ports,
  };
  const contexts = createContexts(contextParts);
  const past = createPast(contextParts, archive);
  return { ...served, archive, snapshots, work, callers, confirmer, deliverer, status, payments, contexts, past };
}
