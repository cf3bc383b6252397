/** The services behind the ports of the contract's features. */

import {
  ACCOUNTS,
  apiDocument,
  ARCHIVE_FILES,
  BACKTESTING,
  CANDLE_PULLS,
  CATALOG,
  CYCLE_ARCHIVE,
  DEX,
  endpointsOf,
  ETF_SOURCES,
  EVENT_STREAM,
  FORCED_SOURCES,
  HEALTH,
  KEY_SALES,
  LINKED_FILES,
  LIQUIDITY,
  OPTIONS_SOURCES,
  OTHER_VENUES,
  OWN_COMPOSITES,
  PERP_VENUE,
  POSITIONING,
  POSITION_CHANGES,
  QUANT,
  REFERENCE_SOURCES,
  RISK_SOURCES,
  SCORE_ARCHIVE,
  TEST_LEDGER,
  TRADE_FLOW,
  VENUE_DIRECTORY,
  NEUTRAL_VENUES,
  NEWS,
  WEBHOOKS,
  WIKI,
  TRADERS,
  type ArchiveFiles,
  type Catalog,
  paymentsDisabled,
  type HealthAnswer,
  type NoModel,
  type Port,
  type RunningModel,
  type VenueDirectory,
  type WikiState,
  type Service,
  type StatusGap,
} from '@barograph/contract';
import { err, UsageError } from '@barograph/core';
import type { Logger } from 'pino';
import { createAccounts } from '../accounts/accounts.ts';
import type { Callers } from '../accounts/callers.ts';
import type { ClientNetwork } from '../accounts/client-network.ts';
import {
  createBoundedLog,
  type SnapshotArchive,
  type Blobs,
  createArchiveReaders,
  createCandleService,
  createOwnComposites,
  type NamedComposite,
  createCycleArchive,
  createDex,
  createFlowArchive,
  hasForced,
  createHealth,
  createDepthSamples,
  createLiquidityArchive,
  createPerpVenue,
  accountsStatus,
  createPositioningArchive,
  createKeptChanges,
  type Histories,
  createQuantArchive,
  type ModelState,
  createScoreArchive,
  hasRisk,
  createTraders,
  createNewsArchive,
  hasNews,
  createOtherVenues,
  shippedWiki,
  type HostWork,
  type SnapshotStore,
} from '@barograph/runtime';
import type { Confirmer } from '../accounts/confirmer.ts';
import type { MintLimits } from '../accounts/mint-limits.ts';
import { type Clock, FEED_NAMES, type Market, sourcesNow } from '@barograph/sources';
import type { OpenPayments } from '@barograph/payments';
import type { Store } from '@barograph/store';
import { streamEntitlement } from '../stream/entitled.ts';
import { createStreamService, type StreamService } from '../stream/service.ts';
import type { Send } from '../webhooks/sender.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import { createWebhookService } from '../webhooks/service.ts';

/** Parts of the services. */
export interface PortParts {
  readonly service: Service;
  readonly market: Market;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly store: Store;
  readonly timeline: string;
  readonly log: Logger;
  readonly model: ModelState;
  readonly version: string;
  readonly publicUrl: () => string;
  readonly pricingUrl: string;
  readonly snapshots: SnapshotStore;
  readonly archive: Pick<SnapshotArchive, 'status'>;
  readonly work: HostWork;
  /** Computes histories of the nowcast; this thread when left out. */
  readonly histories?: Histories | undefined;
  /** Times in which feeds were silent, the newest first; the same list until one changes. */
  readonly gaps: () => readonly StatusGap[];
  readonly callers: Callers;
  readonly confirmer: Confirmer | undefined;
  readonly mintLimits: MintLimits;
  /** Client network of a request. */
  readonly networkOf: ClientNetwork;
  /** Sells; nothing is sold when undefined. */
  readonly payments: Pick<OpenPayments, 'keySales' | 'testLedger'> | undefined;
  /** Finds the files that are sold; those of the archive when left out. */
  readonly soldFiles?: ArchiveFiles | undefined;
  /** Place of the files of archived days; none are kept when left out. */
  readonly files?: Blobs | undefined;
  /** Sends deliveries of webhooks. */
  readonly send: Send;
  readonly secrets: WebhookSecrets;
  /** Whether they may go to private addresses. */
  readonly webhooksPrivate?: boolean | undefined;
  /** False: positions of accounts are switched off. */
  readonly positioning?: boolean | undefined;
  /** None when left out. */
  readonly composites?: readonly NamedComposite[] | undefined;
  /** The neutral one when left out. */
  readonly venues?: VenueDirectory | undefined;
  /** The one of the package when left out. */
  readonly wiki?: { readonly state: () => WikiState } | undefined;
}

/** The services by the names of their ports, and those that the host itself drives. */
export interface Ports {
  readonly ports: ReadonlyMap<string, unknown>;
  readonly stream: StreamService;
  readonly health: () => HealthAnswer;
}

/** Nothing is sold. */
const NO_PAYMENTS: Pick<OpenPayments, 'keySales' | 'testLedger'> = {
  keySales: {
    draft: () => {
      throw new UsageError('"sale" expected of a host that takes payments');
    },
  },
  testLedger: { fill: async () => err(paymentsDisabled()) },
};

function streamOf({ market, clock, wall, store, log, gaps }: PortParts): StreamService {
  return createStreamService({
    events: store.events,
    tail: store.tail,
    leases: store.leases,
    clock,
    wall,
    log,
    dataSource: market.kind,
    sources: () => sourcesNow(market, clock.now()),
    gaps,
    isEntitled: streamEntitlement(store.keys, wall),
  });
}

function healthOf(
  { market, clock, snapshots, version, work, archive }: PortParts,
  candles: ReturnType<typeof createCandleService>,
  stream: StreamService,
): () => HealthAnswer {
  return createHealth({
    source: market,
    clock,
    store: snapshots,
    version,
    pullWeight: () => candles.weight(),
    producers: () => work.runner.standings(),
    isWarming: () => work.isWarming(),
    archive: () => archive.status(),
    stream: () => ({
      ...stream.state(),
      priceMoves: work.events.priceMoves(),
      derivativeMoves: work.events.derivativeMoves(),
      whaleTransfers: work.whaleTransfers(),
    }),
  });
}

type Provided = readonly [string, unknown];

/** Keys and what belongs to them: sales, webhooks. */
function ofAccounts(parts: PortParts): readonly Provided[] {
  const { store, callers, confirmer, wall, pricingUrl, networkOf, mintLimits: limits, payments = NO_PAYMENTS } = parts;
  return [
    provide(ACCOUNTS, createAccounts({ vault: store, callers, confirmer, wall, pricingUrl, networkOf, limits })),
    provide(KEY_SALES, payments.keySales),
    provide(TEST_LEDGER, payments.testLedger),
    provide(
      WEBHOOKS,
      createWebhookService({
        webhooks: store.webhooks,
        secrets: parts.secrets,
        wall,
        send: parts.send,
        isPrivateAllowed: parts.webhooksPrivate === true,
      }),
    ),
  ];
}

/** Services that ask a venue or a chain when a caller does. */
function onDemand(parts: PortParts, failures: ReturnType<typeof createBoundedLog>): readonly Provided[] {
  const { market, clock, wall, store, timeline } = parts;
  return [
    provide(
      DEX,
      createDex({
        market,
        clock,
        wall,
        usage: store.usage,
        report: (error) => failures.error({ err: error }, 'chain request failed'),
      }),
    ),
    provide(
      OTHER_VENUES,
      createOtherVenues({
        market,
        clock,
        timeline,
        store,
        states: store.engineStates,
        report: (error) => failures.error({ err: error }, 'request of another venue failed'),
      }),
    ),
    provide(
      PERP_VENUE,
      createPerpVenue(market, clock, (error) => failures.error({ err: error }, 'perp venue request failed')),
    ),
    provide(
      TRADERS,
      createTraders({
        market,
        clock,
        wall,
        usage: store.usage,
        isOff: parts.positioning === false,
        report: (error) => failures.error({ err: error }, 'account request failed'),
      }),
    ),
  ];
}

/** The services of a host. */
export function createPorts(parts: PortParts): Ports {
  const { market, clock, store, timeline, log } = parts;
  const failures = createBoundedLog(log);
  const candles = createCandleService(market, clock, (error) => failures.error({ err: error }, 'candle pull failed'));
  const stream = streamOf(parts);
  const health = healthOf(parts, candles, stream);
  const catalog: Catalog = { operations: endpointsOf(parts.service), document: apiDocument(parts.service) };
  const isOff = parts.positioning === false;
  const archived = createArchiveReaders({ ...parts, files: parts.files });
  const provided = [
    ...ofAccounts(parts),
    provide(ARCHIVE_FILES, parts.soldFiles ?? archived.files),
    provide(BACKTESTING, archived.backtesting),
    provide(LINKED_FILES, archived.files),
    provide(CANDLE_PULLS, candles),
    provide(CATALOG, catalog),
    provide(CYCLE_ARCHIVE, createCycleArchive(store.observations, timeline)),
    ...onDemand(parts, failures),
    provide(ETF_SOURCES, { hasFlows: market.has('etfFlows') }),
    provide(EVENT_STREAM, stream),
    provide(FORCED_SOURCES, { hasForced: hasForced(market) }),
    provide(HEALTH, { read: health }),
    provide(LIQUIDITY, createLiquidityArchive(market, createDepthSamples(store.observations, timeline))),
    provide(NEWS, createNewsArchive(store.news, timeline, hasNews(market))),
    provide(OPTIONS_SOURCES, { hasImplied: market.has('implied') }),
    provide(REFERENCE_SOURCES, { hasCoins: market.has('coins') }),
    provide(RISK_SOURCES, {
      has: (risk) => hasRisk(market, risk),
      hasHeadlines: market.has('headlines'),
      feeds: new Set(FEED_NAMES.filter((feed) => market.has(feed))),
    }),
    provide(SCORE_ARCHIVE, createScoreArchive(store.observations, timeline)),
    provide(OWN_COMPOSITES, createOwnComposites(parts.composites ?? [], parts.snapshots)),
    provide(POSITIONING, createPositioningArchive(market, store, timeline, isOff)),
    provide(POSITION_CHANGES, createKeptChanges(store.positionCycles, timeline, accountsStatus(market, isOff))),
    provide(QUANT, runningModel(parts)),
    provide(TRADE_FLOW, createFlowArchive(store.takerMinutes, timeline)),
    provide(VENUE_DIRECTORY, parts.venues ?? NEUTRAL_VENUES),
    provide(WIKI, parts.wiki ?? shippedWiki((error) => failures.error({ err: error }, 'wiki index not loaded'))),
  ];
  return { ports: new Map(provided), stream, health };
}

/** A service under its port; the compiler compares their types. */
function provide<Service>(of: Port<Service>, service: NoInfer<Service>): Provided {
  return [of.name, service];
}

/** The model with its archive, or why there is none. */
function runningModel({ model, store, market, ...parts }: PortParts): RunningModel | NoModel {
  if (model.kind !== 'loaded') return model;
  const stored = { observations: store.observations, states: store.engineStates, source: market };
  return { ...model, archive: createQuantArchive(model, { ...parts, ...stored }) };
}
