/** Services behind the ports of the contract's features. */

import {
  ACCOUNTS,
  apiDocument,
  ARCHIVE_FILES,
  BACKTESTING,
  CANDLE_PULLS,
  CATALOG,
  CYCLE_ARCHIVE,
  CYCLE_PAST,
  DEX,
  endpointsOf,
  ETF_SOURCES,
  EVENT_STREAM,
  FORCED_SOURCES,
  HEALTH,
  KEY_SALES,
  LEDGER,
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
  RISK_PANELS,
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
  type TableReader,
  createArchiveReaders,
  createCandleService,
  createOwnComposites,
  type NamedComposite,
  createCycleArchive,
  createCyclePast,
  createDex,
  createFlowArchive,
  hasForced,
  createHealth,
  createDepthSamples,
  createLedgerArchive,
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
  /** Computes histories of the nowcast; on this thread when left out. */
  readonly histories?: Histories | undefined;
  /** Times without data per feed, newest first; the same list object until one changes. */
  readonly gaps: () => readonly StatusGap[];
  readonly callers: Callers;
  readonly confirmer: Confirmer | undefined;
  readonly mintLimits: MintLimits;
  /** Client network of a request. */
  readonly networkOf: ClientNetwork;
  /** Sells keys; undefined: nothing is sold. */
  readonly payments: Pick<OpenPayments, 'keySales' | 'testLedger'> | undefined;
  /** Finds the files that are sold; uses the archive's files when left out. */
  readonly soldFiles?: ArchiveFiles | undefined;
  /** Location of the archived days' files; no files are kept when left out. */
  readonly files?: Blobs | undefined;
  /** Reads the rows of archive pages; in this process when left out. */
  readonly tables?: TableReader | undefined;
  /** Sends webhook deliveries. */
  readonly send: Send;
  readonly secrets: WebhookSecrets;
  /** Allows webhooks to private addresses. */
  readonly webhooksPrivate?: boolean | undefined;
  /** False disables positions of accounts. */
  readonly positioning?: boolean | undefined;
  /** No composites when left out. */
  readonly composites?: readonly NamedComposite[] | undefined;
  /** Neutral directory when left out. */
  readonly venues?: VenueDirectory | undefined;
  /** Wiki of the package when left out. */
  readonly wiki?: { readonly state: () => WikiState } | undefined;
}

/** Services by port name, and those that the host itself runs. */
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

function healthOf(
  { market, clock, snapshots, version, work, archive }: PortParts,
  stream: StreamService,
  candles: ReturnType<typeof createCandleService>,
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
    backfill: () => work.backfill(),
    stream: () => ({
      ...stream.state(),
      priceMoves: work.events.priceMoves(),
      derivativeMoves: work.events.derivativeMoves(),
      whaleTransfers: work.whaleTransfers(),
    }),
  });
}

function webhooksOf({ store, snapshots, secrets, wall, send, webhooksPrivate: isPrivateAllowed = false }: PortParts) {
  return createWebhookService({ webhooks: store.webhooks, secrets, wall, send, isPrivateAllowed, snapshots });
}

/** Creates the services of a host. */
export function createPorts(parts: PortParts): Ports {
  const { market, clock, wall, store, timeline, log, callers, confirmer, pricingUrl, networkOf } = parts;
  const failures = createBoundedLog(log);
  const logged = (message: string) => (error: unknown) => failures.error({ err: error }, message);
  const candles = createCandleService(market, clock, logged('candle pull failed'));
  const stream = createStreamService({
    events: store.events,
    tail: store.tail,
    leases: store.leases,
    clock,
    wall,
    log,
    dataSource: market.kind,
    sources: () => sourcesNow(market, clock.now()),
    gaps: parts.gaps,
    isEntitled: streamEntitlement(store.keys, wall),
  });
  const health = healthOf(parts, stream, candles);
  const limits = parts.mintLimits;
  const isOff = parts.positioning === false;
  const asking = { market, clock, wall, usage: store.usage };
  const { payments = NO_PAYMENTS } = parts;
  const archived = createArchiveReaders({ ...parts, files: parts.files });
  const provided = [
    provide(ACCOUNTS, createAccounts({ vault: store, callers, confirmer, wall, pricingUrl, networkOf, limits })),
    provide(ARCHIVE_FILES, parts.soldFiles ?? archived.files),
    provide(BACKTESTING, archived.backtesting),
    provide(LINKED_FILES, archived.files),
    provide(CANDLE_PULLS, candles),
    provide(CATALOG, catalogOf(parts.service)),
    provide(CYCLE_ARCHIVE, createCycleArchive(store.observations, timeline)),
    provide(CYCLE_PAST, createCyclePast(market)),
    provide(DEX, createDex({ ...asking, report: logged('chain request failed') })),
    provide(ETF_SOURCES, { hasFlows: market.has('etfFlows') }),
    provide(EVENT_STREAM, stream),
    provide(FORCED_SOURCES, { hasForced: hasForced(market) }),
    provide(HEALTH, { read: health }),
    provide(KEY_SALES, payments.keySales),
    provide(LEDGER, createLedgerArchive(store.ledger, timeline)),
    provide(LIQUIDITY, createLiquidityArchive(market, createDepthSamples(store.observations, timeline))),
    provide(NEWS, createNewsArchive(store.news, timeline, hasNews(market))),
    provide(OPTIONS_SOURCES, { hasImplied: market.has('implied') }),
    provide(REFERENCE_SOURCES, { hasCoins: market.has('coins') }),
    provide(RISK_PANELS, parts.work.panels),
    provide(RISK_SOURCES, {
      has: (risk) => hasRisk(market, risk),
      hasHeadlines: market.has('headlines'),
      feeds: new Set(FEED_NAMES.filter((feed) => market.has(feed))),
    }),
    provide(SCORE_ARCHIVE, createScoreArchive(store.observations, timeline)),
    provide(OWN_COMPOSITES, createOwnComposites(parts.composites ?? [], parts.snapshots)),
    provide(
      OTHER_VENUES,
      createOtherVenues({
        market,
        clock,
        timeline,
        store,
        states: store.engineStates,
        report: logged('request of another venue failed'),
      }),
    ),
    provide(PERP_VENUE, createPerpVenue(market, clock, logged('perp venue request failed'))),
    provide(POSITIONING, createPositioningArchive(market, store, timeline, isOff)),
    provide(POSITION_CHANGES, createKeptChanges(store.positionCycles, timeline, accountsStatus(market, isOff))),
    provide(QUANT, runningModel(parts)),
    provide(TRADERS, createTraders({ ...asking, isOff, report: logged('account request failed') })),
    provide(TEST_LEDGER, payments.testLedger),
    provide(TRADE_FLOW, createFlowArchive(store.takerMinutes, timeline)),
    provide(VENUE_DIRECTORY, parts.venues ?? NEUTRAL_VENUES),
    provide(WEBHOOKS, webhooksOf(parts)),
    provide(WIKI, parts.wiki ?? shippedWiki(logged('wiki index not loaded'))),
  ];
  return { ports: new Map(provided), stream, health };
}

/** Operations and their document, which is built when it is read: it is large, and a start does not wait for it. */
function catalogOf(service: Service): Catalog {
  const { families } = service;
  let document: object | undefined;
  return {
    operations: endpointsOf(service),
    families,
    get document() {
      return (document ??= apiDocument(service));
    },
  };
}

/** Binds a service to its port; the compiler compares their types. */
function provide<Service>(port: Port<Service>, service: NoInfer<Service>): readonly [string, unknown] {
  return [port.name, service];
}

/** The model with its archive, or the reason that no model runs. */
function runningModel({ model, store, market, ...parts }: PortParts): RunningModel | NoModel {
  if (model.kind !== 'loaded') return model;
  const stored = { observations: store.observations, states: store.engineStates, source: market };
  return { ...model, archive: createQuantArchive(model, { ...parts, ...stored }) };
}
