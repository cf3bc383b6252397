/** The composition root: the only place where adapters meet engines. */

import { ACCOUNTS, CANDLE_PULLS, CYCLE_ARCHIVE, EVENT_STREAM } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAccounts } from './accounts/accounts.ts';
import { createCallers } from './accounts/callers.ts';
import { CONFIRMATION_TASK, createConfirmer, type Confirmer } from './accounts/confirmer.ts';
import { createSharedSnapshotStore } from './adapters/shared/snapshot-store.ts';
import type { Clock } from './clock.ts';
import { createContexts } from './http/context.ts';
import { createGate, type Gate } from './http/access.ts';
import { indicatorHandlers } from './http/handlers/indicators.ts';
import { metaHandlers } from './http/handlers/meta.ts';
import { quantHandlers } from './http/handlers/quant.ts';
import { volatilityHandlers } from './http/handlers/volatility.ts';
import { volumeHandlers } from './http/handlers/volume.ts';
import { createServer } from './http/server.ts';
import { createSmtpMailer } from './mail/mailer.ts';
import { addMetrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import type { Market } from './market/market.ts';
import type { SnapshotName } from './ports/snapshot-store.ts';
import type { Services } from './services.ts';
import { createCycleArchive } from './services/cycle/producer.ts';
import { createCandleService } from './services/candles.ts';
import { ENGINES } from './services/engines/all.ts';
import { createHealth } from './services/health.ts';
import { createHeatmapList } from './services/heatmap-list.ts';
import { createQuantService } from './services/quant/answers.ts';
import { NO_MODEL, type ModelState } from './services/quant/model.ts';
import { createSignumDetail } from './services/signum-detail.ts';
import { createSignumList } from './services/signum-list.ts';
import { createTechnicalDetail } from './services/technical-detail.ts';
import { createTechnicalList } from './services/technical-list.ts';
import { createVolatilityDetail } from './services/volatility-detail.ts';
import { createVolatilityList } from './services/volatility-list.ts';
import { createVolatilityMarket } from './services/volatility-market.ts';
import { createVolumeDetail } from './services/volume-detail.ts';
import { createVolumeList } from './services/volume-list.ts';
import type { Worker } from './store/jobs.ts';
import type { Refreshed } from './work/producer.ts';
import type { Store } from './store/open-store.ts';
import { streamEntitlement } from './stream/entitled.ts';
import { createStreamService } from './stream/service.ts';
import { ENGINES_PRODUCER } from './services/universe/producer.ts';
import { QUANT_PRODUCER } from './services/quant/producer.ts';
import type { Computation } from './work/computation.ts';
import { createHostWork } from './work/host-work.ts';
import { keepTickShape } from './tick-shape.ts';

const WARMING_SECONDS = 5;

/** Parts of a host. */
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
  /** Public base URL of the service; read when a mail is written. */
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  readonly tracing?: Tracing | undefined;
  /** Executor of heavy producers: a worker thread; this thread when left out. */
  readonly heavy?: Computation | undefined;
  /** Replaces the gate of keys, tiers and limits: for tests of what is behind it. */
  readonly gate?: Gate;
}

export interface Host {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** Has rows to serve, computed or taken over, and keeps them fresh from then on. Rejects when there are none. */
  start(): Promise<void>;
  /** Takes no more requests, finishes what is in hand, and stops all work. The store stays open. */
  stop(): Promise<void>;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- the composition root; it is cut when the features are in
export function composeHost(parts: HostParts): Host {
  const { market: source, clock, wall, store, timeline, log, version, pricingUrl } = parts;
  const { model = NO_MODEL } = parts;
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log);
  const work = createHostWork({
    market: source,
    clock,
    wall,
    store,
    snapshots,
    timeline,
    model: model.kind === 'loaded' ? model : undefined,
    heavy: parts.heavy,
    log,
  });
  const refresh = (snapshot: string) => async (): Promise<Refreshed> => work.runner.refresh(ENGINES_PRODUCER, snapshot);
  const candles = createCandleService(source, clock, (error) => log.error({ err: error }, 'failed to fetch candles'));

  let worker: Worker | undefined;
  const callers = createCallers(store, wall);
  const confirmer = confirmerOf(parts);
  const stream = createStreamService({
    events: store.events,
    tail: store.tail,
    leases: store.leases,
    clock,
    wall,
    dataSource: source.kind,
    log,
    isEntitled: streamEntitlement(store.keys, wall),
  });
  const health = createHealth({
    source,
    clock,
    store: snapshots,
    version,
    pullWeight: () => candles.weight(),
    producers: () => work.runner.standings(),
    stream: () => ({
      ...stream.state(),
      priceMoves: work.events.priceMoves(),
      derivativeMoves: work.events.derivativeMoves(),
    }),
  });
  const services: Services = {
    clock,
    dataSource: source.kind,
    signum: {
      list: createSignumList(snapshots, source.kind),
      detail: createSignumDetail(source, clock, snapshots),
      refresh: refresh('signum'),
    },
    volatility: {
      market: createVolatilityMarket(snapshots, source.kind),
      list: createVolatilityList(snapshots, source.kind),
      detail: createVolatilityDetail(source, snapshots),
      refresh: refresh('volatility'),
    },
    heatmap: createHeatmapList(snapshots, source.kind),
    volume: {
      list: createVolumeList(snapshots, source.kind),
      detail: createVolumeDetail(snapshots, source.kind),
    },
    quant: createQuantService({
      state: model,
      snapshots,
      observations: store.observations,
      source,
      timeline,
      states: store.engineStates,
      wall,
      publicUrl: parts.publicUrl,
      refresh: async () => work.runner.refresh(QUANT_PRODUCER, 'quant'),
    }),
    technical: {
      list: createTechnicalList(snapshots, source.kind),
      detail: createTechnicalDetail(source, snapshots),
      refresh: refresh('technical'),
    },
    health,
  };
  const handlers = {
    ...metaHandlers(services),
    ...indicatorHandlers(services),
    ...volatilityHandlers(services),
    ...volumeHandlers(services),
    ...quantHandlers(services),
  };
  const gate = parts.gate ?? createGate({ callers, usage: store.usage, wall, pricingUrl });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every publication of the contract has a snapshot here
  const latest = (name: string) => snapshots.latest(name as SnapshotName);
  const contexts = createContexts({
    now: () => clock.now(),
    market: source,
    latest,
    retryAfter: () => WARMING_SECONDS,
    refresh: async (name) => work.runner.refresh(ENGINES_PRODUCER, name),
    ports: new Map<string, unknown>([
      [ACCOUNTS.name, createAccounts({ vault: store, callers, confirmer, wall, pricingUrl })],
      [CANDLE_PULLS.name, candles],
      [CYCLE_ARCHIVE.name, createCycleArchive(store.observations, timeline)],
      [EVENT_STREAM.name, stream],
    ]),
  });
  const server = createServer({ handlers, contexts, gate, dataSource: source.kinds.join(', '), log });
  const metrics = addMetrics(server, {
    health,
    snapshots: () =>
      ENGINES.flatMap(({ name }) => {
        const snapshot = latest(name);
        return snapshot === undefined ? [] : [{ name, asOf: snapshot.asOf }];
      }),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    leads: () => work.leads(),
  });
  parts.tracing?.addTo(server);

  return {
    server,
    services,
    start: async () => {
      keepTickShape();
      await source.start();
      await snapshots.open();
      await snapshots.rewind(clock.now());
      await stream.start();
      await work.start(metrics.jobDone);
      if (confirmer !== undefined) worker = await store.jobs.startWorker({ [CONFIRMATION_TASK]: confirmer.task });
    },
    stop: async () => {
      await work.stop();
      await stream.stop(); // before the server: it waits for streams that are open
      await server.close();
      await worker?.stop();
      callers.close();
      snapshots.close();
      await source.close();
      await parts.tracing?.close();
    },
  };
}

function confirmerOf({ mail, store, wall, publicUrl }: HostParts): Confirmer | undefined {
  if (mail === undefined) return undefined;
  return createConfirmer({ store, mailer: createSmtpMailer(mail.url, mail.from), wall, baseUrl: publicUrl });
}
