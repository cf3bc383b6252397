/** The composition root: the only place where adapters meet engines. */

import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { createAccounts } from './accounts/accounts.ts';
import { createCallers } from './accounts/callers.ts';
import { createClientNetwork } from './accounts/client-network.ts';
import { CONFIRMATION_TASK, createConfirmer, type Confirmer } from './accounts/confirmer.ts';
import { MINT_LIMITS_V1, type MintLimits } from './accounts/mint-limits.ts';
import { createSharedSnapshotStore } from './adapters/shared/snapshot-store.ts';
import type { Clock } from './clock.ts';
import { createGate, type Gate } from './http/access.ts';
import { accountHandlers } from './http/handlers/accounts.ts';
import { indicatorHandlers } from './http/handlers/indicators.ts';
import { memeHandlers } from './http/handlers/meme.ts';
import { metaHandlers } from './http/handlers/meta.ts';
import { perpdexHandlers } from './http/handlers/perpdex.ts';
import { quantHandlers } from './http/handlers/quant.ts';
import { regimeHandlers } from './http/handlers/regimes.ts';
import { streamHandlers } from './http/handlers/stream.ts';
import { volatilityHandlers } from './http/handlers/volatility.ts';
import { volumeHandlers } from './http/handlers/volume.ts';
import { createServer } from './http/server.ts';
import { createSmtpMailer } from './mail/mailer.ts';
import { addMetrics, type Metrics } from './operations/metrics.ts';
import { addReadiness, READY_PROBE } from './operations/readiness.ts';
import type { Tracing } from './operations/tracing.ts';
import type { CandleSource } from './ports/candle-source.ts';
import type { DerivativeObservations } from './ports/derivative-observations.ts';
import { NO_DERIVATIVES, type DerivativesSource } from './ports/derivatives-source.ts';
import type { SnapshotName } from './ports/snapshot-store.ts';
import type { Services } from './services.ts';
import { createCandleService } from './services/candles.ts';
import { createCycleService } from './services/cycle/answers.ts';
import { createCycleRefresh } from './services/cycle/refresh.ts';
import { ENGINES } from './services/engines/all.ts';
import { createHealth } from './services/health.ts';
import { createHeatmapList } from './services/heatmap-list.ts';
import { createMemeDetail } from './services/meme-detail.ts';
import { createMemeList } from './services/meme-list.ts';
import { createMemeScore } from './services/meme-score.ts';
import { createQuantService } from './services/quant/answers.ts';
import { NO_MODEL, type ModelState } from './services/quant/model.ts';
import { createQuantRefresh } from './services/quant/refresh.ts';
import { createRefresh } from './services/refresh.ts';
import { createSignumDetail } from './services/signum-detail.ts';
import { createSignumList } from './services/signum-list.ts';
import { createTechnicalDetail } from './services/technical-detail.ts';
import { createTechnicalList } from './services/technical-list.ts';
import { createUniverse } from './services/universe/universe.ts';
import { createVolatilityDetail } from './services/volatility-detail.ts';
import { createVolatilityList } from './services/volatility-list.ts';
import { createVolatilityMarket } from './services/volatility-market.ts';
import { createVolumeDetail } from './services/volume-detail.ts';
import { createVolumeList } from './services/volume-list.ts';
import type { Worker } from './store/jobs.ts';
import type { Store } from './store/open-store.ts';
import { streamEntitlement } from './stream/entitled.ts';
import { createStreamJobs } from './stream/jobs.ts';
import { createStreamService } from './stream/service.ts';
import { CADENCES_V1 } from './work/cadence.ts';
import { standForLeader, type Leader } from './work/leader.ts';
import { createScheduler, type Job } from './work/scheduler.ts';
import { keepTickShape } from './tick-shape.ts';
import { wallJobs } from './work/wall-jobs.ts';

/** What a host is made of. */
export interface HostParts {
  readonly source: CandleSource;
  /** Funding and open interest, hour by hour, for the nowcast; none when left out. */
  readonly derivatives?: DerivativesSource;
  /** The same as it is observed, for the event stream; none when left out. */
  readonly derivativeObservations?: DerivativeObservations;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The present, the same on all replicas: keys, limits, leases. */
  readonly wall: Clock;
  /** This replica's own clock minus the database's, ms; for the metrics. */
  readonly skewMs?: () => number;
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
  /** undefined: no mail is sent. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined;
  /** How many keys and mails there are for strangers; the newest version's when left out. */
  readonly mintLimits?: MintLimits;
  /** Proxies whose X-Forwarded-For is believed; none when left out. */
  readonly trustedProxies?: BlockList | undefined;
  readonly tracing?: Tracing | undefined;
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

export function composeHost(parts: HostParts): Host {
  const { source, clock, wall, store, timeline, log, version, pricingUrl } = parts;
  const { model = NO_MODEL, derivatives = NO_DERIVATIVES } = parts;
  const snapshots = createSharedSnapshotStore(store.snapshots, store.listener, timeline, log);
  const universe = createUniverse({ source, engines: ENGINES, timeline, states: store.engineStates, log });
  const refresh = createRefresh<SnapshotName>({ universe, clock, store: snapshots, log });
  const refreshCycle = createCycleRefresh({
    source,
    states: store.engineStates,
    observations: store.observations,
    snapshots,
    timeline,
    log,
  });
  const refreshQuant =
    model.kind === 'loaded'
      ? createQuantRefresh({
          loaded: model,
          source,
          derivatives,
          states: store.engineStates,
          observations: store.observations,
          snapshots,
          timeline,
          log,
        })
      : undefined;
  const candles = createCandleService(source, clock, (error) => log.error({ err: error }, 'a candle pull failed'));

  let worker: Worker | undefined;
  let ingest: Leader | undefined;
  const callers = createCallers(store, wall);
  const confirmer = confirmerOf(parts);
  const streamJobs = createStreamJobs({
    source,
    clock,
    events: store.events,
    derivatives:
      parts.derivativeObservations === undefined
        ? undefined
        : { source: parts.derivativeObservations, states: store.engineStates, timeline },
  });
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
    isFailing: () => refresh.isFailing(),
    stream: () => ({
      ...stream.state(),
      priceMoves: streamJobs.priceMoves(),
      derivativeMoves: streamJobs.derivativeMoves(),
    }),
  });
  const services: Services = {
    clock,
    accounts: createAccounts({
      vault: store,
      callers,
      confirmer,
      wall,
      pricingUrl,
      networkOf: createClientNetwork(parts.trustedProxies),
      limits: parts.mintLimits ?? MINT_LIMITS_V1,
    }),
    dataSource: source.kind,
    candles,
    signum: {
      list: createSignumList(snapshots, source.kind),
      detail: createSignumDetail(source, clock, snapshots),
      refresh: async () => refresh.of('signum'),
    },
    volatility: {
      market: createVolatilityMarket(snapshots, source.kind),
      list: createVolatilityList(snapshots, source.kind),
      detail: createVolatilityDetail(source, snapshots),
      refresh: async () => refresh.of('volatility'),
    },
    heatmap: createHeatmapList(snapshots, source.kind),
    volume: {
      list: createVolumeList(snapshots, source.kind),
      detail: createVolumeDetail(snapshots, source.kind),
    },
    cycle: createCycleService(snapshots, store.observations, timeline, source.kind),
    quant: createQuantService({
      state: model,
      snapshots,
      observations: store.observations,
      source,
      timeline,
      states: store.engineStates,
      wall,
      publicUrl: parts.publicUrl,
      refresh: refreshQuant === undefined ? undefined : async () => refreshQuant(clock.now()),
    }),
    technical: {
      list: createTechnicalList(snapshots, source.kind),
      detail: createTechnicalDetail(source, snapshots),
      refresh: async () => refresh.of('technical'),
    },
    meme: {
      list: createMemeList(snapshots, source.kind),
      score: createMemeScore(snapshots, source.kind),
      detail: createMemeDetail(source, snapshots),
      refresh: async () => refresh.of('meme'),
    },
    stream,
    health,
  };
  const handlers = {
    ...metaHandlers(services),
    ...accountHandlers(services),
    ...perpdexHandlers(services),
    ...indicatorHandlers(services),
    ...volatilityHandlers(services),
    ...volumeHandlers(services),
    ...regimeHandlers(services),
    ...quantHandlers(services),
    ...memeHandlers(services),
    ...streamHandlers(services),
  };
  const gate = parts.gate ?? createGate({ callers, usage: store.usage, wall, pricingUrl });
  const server = createServer({ handlers, gate, dataSource: source.kind, log });
  const metrics = addMetrics(server, {
    health,
    snapshots: () =>
      ENGINES.flatMap(({ name }) => {
        const snapshot = snapshots.latest(name);
        return snapshot === undefined ? [] : [{ name, asOf: snapshot.asOf }];
      }),
    pool: () => ({ total: store.pool.totalCount, idle: store.pool.idleCount, waiting: store.pool.waitingCount }),
    streams: () => stream.state().open,
    leads: () => ingest?.leads() ?? false,
    skewMs: parts.skewMs,
  });
  let isStopping = false;
  addReadiness(server, {
    // What a counted call does: one row is written, and the write is on the disk.
    probe: async () => store.brakes.take([READY_PROBE], wall.now()),
    isWarming: () => snapshots.latest('signum') === undefined,
    isStopping: () => isStopping,
    log,
  });
  parts.tracing?.addTo(server);

  const owner = randomUUID();
  const wallNow = (): number => wall.now();
  const common = { wall: wallNow, slots: store.slots, owner, log };
  const market = createScheduler({
    ...common,
    clock,
    timeline,
    jobs: measured(metrics, [
      {
        name: 'engines',
        cadence: CADENCES_V1.hourly,
        makeUp: { kind: 'latest' },
        run: async () => {
          await refresh.all();
        },
      },
      {
        name: 'cycle',
        cadence: CADENCES_V1.every15Minutes,
        makeUp: { kind: 'latest' },
        run: async () => refreshCycle(clock.now()),
      },
      ...(refreshQuant === undefined
        ? []
        : [
            {
              name: 'quant',
              cadence: CADENCES_V1.every15Minutes,
              makeUp: { kind: 'latest' },
              run: async () => {
                await refreshQuant(clock.now());
              },
            } as const,
          ]),
      ...streamJobs.jobs,
    ]),
  });
  const house = createScheduler({
    ...common,
    clock: wall,
    timeline: 'wall',
    jobs: measured(metrics, wallJobs(store, wallNow)),
  });

  return {
    server,
    services,
    start: async () => {
      keepTickShape();
      await snapshots.open();
      await snapshots.rewind(clock.now());
      await stream.start();
      await market.start();
      // Another replica has the slot, or did it for a snapshot that we cannot read: no request may find nothing.
      if (ENGINES.some(({ name }) => snapshots.latest(name) === undefined)) await refresh.all();
      if (snapshots.latest('cycle') === undefined) await refreshCycle(clock.now());
      // A snapshot of another model speaks in another's name.
      const isStale = model.kind === 'loaded' && snapshots.latest('quant')?.head.sha256 !== model.sha256;
      if (isStale) await refreshQuant?.(clock.now());
      await house.start();
      // Whoever holds it may talk to a venue that counts requests; no source of today does.
      ingest = await standForLeader({ leases: store.leases, scope: 'ingest', owner, wall: wallNow, log });
      if (confirmer !== undefined) worker = await store.jobs.startWorker({ [CONFIRMATION_TASK]: confirmer.task });
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([market.stop(), house.stop(), ingest?.stop()]);
      await stream.stop(); // before the server: it waits for streams that are open
      await server.close();
      await worker?.stop();
      callers.close();
      snapshots.close();
      await parts.tracing?.close();
    },
  };
}

function confirmerOf(parts: HostParts): Confirmer | undefined {
  const { mail, store, wall, publicUrl: baseUrl, mintLimits: limits = MINT_LIMITS_V1 } = parts;
  if (mail === undefined) return undefined;
  return createConfirmer({ store, mailer: createSmtpMailer(mail.url, mail.from), wall, baseUrl, limits });
}

/** The jobs, each run of them told to the metrics. */
function measured({ jobDone }: Metrics, jobs: readonly Job[]): readonly Job[] {
  return jobs.map((job) => ({
    ...job,
    run: async (slot) => {
      const began = performance.now();
      const tell = (outcome: 'done' | 'failed'): void => jobDone(job.name, outcome, (performance.now() - began) / 1000);
      try {
        await job.run(slot);
        tell('done');
      } catch (error) {
        tell('failed');
        throw error;
      }
    },
  }));
}
