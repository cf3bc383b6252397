/** Scheduled jobs of a host: producers on the market's clock, housekeeping on the machine's, the ingest lease. */

import type { Service } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { Logger } from 'pino';
import { createArchiver, type Archiver } from './archive/archiver.ts';
import type { Blobs } from './archive/blobs.ts';
import { ARCHIVER_V1 } from './archive/config.ts';
import { snapshotTypes } from './archive/snapshot-types.ts';
import type { SnapshotArchive } from './snapshots/shared/snapshot-archive.ts';
import type { SharedSnapshotStore } from './snapshots/shared/snapshot-store.ts';
import { type Clock, type FeedName, type Market, REAL_TIME, within } from '@barograph/sources';
import { createLedMarket } from './relay/lead.ts';
import type { StandingAt } from './standing.ts';
import { createDepthSamples, isSampled } from './producers/liquidity/archive.ts';
import { createBookCounts, type BookReading } from './producers/liquidity/book-counts.ts';
import { liquidityProducer } from './producers/liquidity/producer.ts';
import { hasAccounts } from './producers/positioning/archive.ts';
import { changeRetention } from './producers/positioning/kept-changes.ts';
import { POSITIONING_PRODUCER } from './producers/positioning/producer.ts';
import { TRADERS_PRODUCER } from './producers/traders/producer.ts';
import { createPerpSamples } from './producers/perp/archive.ts';
import { SAMPLE_RETENTION_V1, sampleRetention } from './producers/perp/retention.ts';
import { withArchivedInterest } from './producers/perp/archived-market.ts';
import { FORCED_RETENTION_V1, forcedRetention } from './producers/flow/forced-retention.ts';
import { flowProducers, minuteRetention } from './producers/flow/producers.ts';
import { exchangesProducers } from './producers/exchanges/producer.ts';
import { marketHealthProducers } from './producers/market-health/producer.ts';
import { NEWS_INGEST_PRODUCER, newsIngestProducer } from './producers/news/ingest.ts';
import { hasNews, newsProducer } from './producers/news/producer.ts';
import { optionsProducers } from './producers/options/producer.ts';
import { etfProducers } from './producers/etf/producer.ts';
import { outlookArchivers, remembering } from './producers/outlook/archive.ts';
import { referenceProducers } from './producers/reference/producer.ts';
import { riskProducers } from './producers/risk/producer.ts';
import { sentimentProducers } from './producers/sentiment/producer.ts';
import { venueArchiveProducers } from './producers/venues/archive.ts';
import { perpProducers } from './producers/perp/producers.ts';
import type { ModelState } from './producers/quant/model.ts';
import type { Store } from '@barograph/store';
import { newsRetention } from './producers/news/retention.ts';
import { createWhaleTransfers, flowRetention, type WhaleTransfers } from './producers/transfers/producer.ts';
import { createMinuteEvents, eventRetention, type MinuteEvents } from './events/jobs.ts';
import type { Computation } from './computation.ts';
import { marketReader } from './market-reader.ts';
import { beginColdStart, type ColdStart } from './cold-start.ts';
import { createWarmUp, type WarmUp } from './warm-up.ts';
import { firstRunAt } from './first-run.ts';
import { measured, type JobDone } from './measured.ts';
import type { Refreshed } from './producer.ts';
import { marketProducers } from './producers.ts';
import { createRunner, type Runner } from './runner.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';
import { untilStopped } from './until-stopped.ts';
import { archiveRetention } from './archive-retention.ts';
import { wallJobs } from './wall-jobs.ts';

/** Retry-After of what is missing although no cold start is under way. */
const RETRY_SECONDS = 5;
/** Real ms that a stop waits for scheduled work: a source that never answers must not keep the host alive. */
const STOP_WAIT_MS = 10_000;

export interface HostWorkParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The machine's time. */
  readonly wall: Clock;
  readonly store: Store;
  readonly snapshots: SharedSnapshotStore;
  readonly archive: Pick<SnapshotArchive, 'prune'>;
  /** Names the market in the store. */
  readonly timeline: string;
  /** Of the nowcast. */
  readonly model: ModelState;
  readonly service: Pick<Service, 'engines' | 'publications'>;
  /** Place of the files of archived days; undefined: none are written. */
  readonly files?: Blobs | undefined;
  /** JSON of the whole market now, for the daily snapshot. @throws where it is not there yet. */
  readonly daily: () => Promise<string>;
  /** Days of forced closes that are kept; the newest version's when left out. */
  readonly forcedDays?: number | undefined;
  /** Days of funding and open interest that are kept. */
  readonly sampleDays?: number | undefined;
  /** Whether positions of accounts are computed; where a source has them, when left out. */
  readonly positioning?: boolean | undefined;
  /** Executor of heavy producers; this thread when left out. A worker thread has the engines of all features alone. */
  readonly heavy?: Computation | undefined;
  readonly log: Logger;
}

export interface HostWork {
  /** The market behind the ingest lease: what everything on this replica reads from. */
  readonly market: Market;
  readonly runner: Runner;
  readonly events: Pick<MinuteEvents, 'priceMoves' | 'derivativeMoves'>;
  /** Availability of large transfers. */
  readonly whaleTransfers: WhaleTransfers['state'];
  /** Runs the producer of a snapshot now; calls during a run share that run. */
  refresh(snapshot: string): Promise<Refreshed>;
  /** Seconds after which what is not there yet of a snapshot is worth asking for again. */
  retryAfter(snapshot: string): number;
  /** Whether this replica holds the ingest lease. */
  leads(): boolean;
  /** Counts of the book sampler. */
  books(): BookReading;
  /** Progress of the cold start. */
  readonly warmUp: WarmUp;
  /** Whether a cold start is under way. */
  isWarming(): boolean;
  /** Begins the cold start: what is due, and what nothing is published of. Never waits for a source. */
  start(jobDone: JobDone): Promise<void>;
  /** Resolves when the cold start has ended. */
  ready(): Promise<void>;
  /** Begins nothing more, and waits for the work in hand. */
  stop(): Promise<void>;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- the wiring of lease, runner and schedulers, which name each other in callbacks
export function createHostWork(parts: HostWorkParts): HostWork {
  const { clock, wall, store, snapshots, timeline, log, forcedDays = FORCED_RETENTION_V1.days } = parts;
  const { sampleDays = SAMPLE_RETENTION_V1.days } = parts;
  const owner = store.replica;
  const wallNow = (): number => wall.now();
  let schedulers: readonly Scheduler[] = [];
  const led = createLedMarket({
    market: parts.market,
    store,
    timeline,
    owner,
    wall: wallNow,
    log,
    onLead: () => {
      const [onMarket] = schedulers;
      onMarket?.catchUp().catch((error: unknown) => log.error({ err: error }, 'scheduled jobs could not be caught up'));
    },
  });
  const perpSamples = createPerpSamples(store.observations, timeline);
  const market = withArchivedInterest(led.market, perpSamples);
  const isLive = market.sources.some(({ kind }) => kind === 'live');
  const samples = createDepthSamples(store.observations, timeline);
  const books = createBookCounts();
  const counted = parts.market.sources.find((source) => source.backlogMs !== undefined);
  const warmUp =
    counted === undefined
      ? createWarmUp()
      : createWarmUp(
          undefined,
          (symbols) => counted.backlogMs!(symbols),
          ({ venue }) => venue === 'perpdex_perp',
        );
  let coldStart: ColdStart | undefined;
  const stopping = new AbortController();
  const events = createMinuteEvents(clock, market);
  const transfers = createWhaleTransfers(market, timeline, store.exchangeFlows);
  const loaded = parts.model.kind === 'loaded' ? parts.model : undefined;
  const isPositioned = parts.positioning !== false && hasAccounts(market);
  const ofMarket = marketProducers(timeline, loaded, parts.service.engines).filter(
    ({ name }) => isPositioned || (name !== POSITIONING_PRODUCER && name !== TRADERS_PRODUCER),
  );
  const producers = [
    // First: they take a request each, where the engines may have to fetch years of bars.
    ...perpProducers(market, timeline, sampleDays),
    ...referenceProducers(market, timeline),
    ...outlookArchivers(market, timeline),
    ...transfers.producers,
    ...(hasNews(market)
      ? [
          newsIngestProducer(),
          newsProducer({
            timeline,
            store: store.news,
            samples: isLive ? perpSamples : undefined,
            needs: [NEWS_INGEST_PRODUCER],
          }),
        ]
      : []),
    ...riskProducers(market, timeline, store.exchangeFlows),
    ...sentimentProducers(market),
    ...(isSampled(market) ? [liquidityProducer({ timeline, samples, counts: books })] : []),
    ...ofMarket.filter(({ waitsForRest }) => waitsForRest !== true),
    events.producer,
    ...flowProducers(market, timeline),
    ...optionsProducers(market),
    ...exchangesProducers(market),
    ...etfProducers(market, timeline),
    ...venueArchiveProducers(market),
    ...ofMarket.filter(({ waitsForRest }) => waitsForRest === true),
    ...marketHealthProducers(market, timeline),
  ];
  const reader = remembering(marketReader(warmUp.watch(market)), store.observations, timeline);
  const runner = createRunner({
    producers,
    market: counted === undefined ? reader : untilStopped(reader, stopping.signal),
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    events: store.events,
    takerMinutes: store.takerMinutes,
    positionCycles: store.positionCycles,
    exchangeFlows: store.exchangeFlows,
    whaleDays: store.whaleDays,
    venueDays: store.venueDays,
    news: store.news,
    snapshots,
    latest: (name) => snapshots.latest(name),
    heavy: parts.heavy,
    feedsOf: (reads, now) => feedsOf(market, reads, now),
    signal: counted === undefined ? undefined : stopping.signal,
    log: {
      info: (fields, message) => log.info(fields, message),
      // What a stop ends fails for every symbol.
      warn: (fields, message) => {
        if (!stopping.signal.aborted) log.warn(fields, message);
      },
    },
  });
  const scheduled = (on: Clock, name: string, jobs: readonly Job[], mayRun?: () => boolean): Scheduler =>
    createScheduler({
      jobs,
      clock: on,
      wall: wallNow,
      slots: store.slots,
      owner,
      timeline: name,
      log,
      mayRun,
    });

  const archiver = archiverOf(parts, market, stopping.signal);
  let endArchiving: (() => void) | undefined;

  return {
    market,
    runner,
    events,
    whaleTransfers: () => transfers.state(),
    books: () => books.reading(),
    warmUp,
    isWarming: () => coldStart !== undefined && warmUp.isRunning(),
    refresh: async (snapshot) => {
      const producer = producers.find(({ publishes }) => publishes.includes(snapshot));
      if (producer === undefined) throw new UsageError(`"snapshot" expected one of a producer, got ${snapshot}`);
      return runner.refresh(producer.name, snapshot);
    },
    retryAfter: (snapshot) => {
      const producer = producers.find(({ publishes }) => publishes.includes(snapshot));
      // The first run publishes what it fetched in its slice; only some need everything.
      const isFirst = producer?.waitsForRest !== true && snapshots.latest(snapshot) === undefined;
      const coldSeconds = warmUp.retryAfterSeconds(isFirst ? 1 : undefined) ?? RETRY_SECONDS;
      const now = clock.now();
      const firstRun = producer === undefined ? undefined : firstRunAt(producer, market.state(now));
      return Math.max(coldSeconds, firstRun === undefined ? 0 : Math.ceil((firstRun - now) / 1000));
    },
    leads: () => led.leads(),
    ready: async () => coldStart?.done,
    start: async (jobDone) => {
      const readsMarket = (name: string): boolean =>
        producers.some((one) => one.name === name && one.makeUp.kind === 'latest' && one.reads.includes('bars'));
      const warming = runner.jobs.map((job): Job => ({
        ...job,
        run: async (slot, claim) => {
          if (readsMarket(job.name)) warmUp.begin();
          await job.run(slot, claim);
        },
      }));
      const jobs = [
        ...warming,
        eventRetention(clock, store.events),
        minuteRetention(clock, store.takerMinutes, holdOf(archiver, 'trade_flow')),
        changeRetention(clock, store.positionCycles),
        flowRetention(clock, store.exchangeFlows),
        newsRetention(clock, store.news),
        forcedRetention(clock, store.observations, timeline, forcedDays, holdOf(archiver, 'liquidations')),
        sampleRetention(clock, store.observations, timeline, sampleDays, holdOf(archiver, 'funding')),
        archiveRetention(parts.archive, holdOf(archiver, 'snapshots')),
      ];
      const onMarket = scheduled(clock, timeline, measured(jobDone, jobs), () => led.mayWork());
      const house = scheduled(wall, 'wall', measured(jobDone, wallJobs(store, wallNow)));
      const ofFiles = scheduled(clock, timeline, measured(jobDone, archiver === undefined ? [] : [archiver.job]), () =>
        led.mayWork(),
      );
      schedulers = [onMarket, house, ofFiles];
      await house.start();
      let isScheduled = false;
      const fill = async (): Promise<void> => {
        await led.start();
        if (stopping.signal.aborted) return;
        if (!isScheduled) await onMarket.start();
        isScheduled = true;
        // A slot may be another replica's, or its snapshot unreadable here; a replica that may not work waits for it.
        if (led.mayWork()) await runner.catchUp(stopping.signal);
      };
      coldStart = beginColdStart(async () => runner.withSharedPulls(fill), warmUp, log);
      endArchiving = startLater(ofFiles, coldStart.firstPass, log);
    },
    stop: async () => {
      stopping.abort(new Error('the host is stopping'));
      coldStart?.stop();
      endArchiving?.();
      const ended = async (): Promise<void> => {
        await Promise.all(schedulers.map(async (scheduler) => scheduler.stop()));
        await coldStart?.done;
        await runner.stop();
      };
      // Real time, also in tests: a run may wait for a market clock that stands still.
      await Promise.all([within(STOP_WAIT_MS, ended(), REAL_TIME), led.stop()]);
      await parts.heavy?.stop();
    },
  };
}

/** State of the feeds that a producer reads. */
function feedsOf(market: Pick<Market, 'has' | 'state'>, reads: readonly FeedName[], now: number): StandingAt['feeds'] {
  if (reads.length > 0 && !reads.some((feed) => market.has(feed))) return 'none';
  const statuses = market
    .state(now)
    .flatMap(({ feeds }) => feeds.flatMap(({ feed, status }) => (reads.includes(feed) ? [status] : [])));
  const hasFailed = statuses.some((status) => status === 'stale' || status === 'unavailable');
  return statuses.includes('warming') && !hasFailed ? 'warming' : 'begun';
}

/** The archiver of a host that keeps files. */
function archiverOf(parts: HostWorkParts, market: Market, signal: AbortSignal): Archiver | undefined {
  const { files: blobs, service, ...others } = parts;
  if (blobs === undefined) return undefined;
  const types = snapshotTypes(service.publications.map(({ name }) => name));
  return createArchiver({ ...others, market, blobs, types, signal, config: ARCHIVER_V1 });
}

/** Moment from which on rows of a type stay in the store, because no file has them. */
function holdOf(archiver: Archiver | undefined, type: Parameters<Archiver['holdFrom']>[0]): () => Promise<number> {
  return async () => archiver?.holdFrom(type) ?? Infinity;
}

/** Starts a scheduler some time after the cold start: callers go first. @returns what ends the wait. */
function startLater(scheduler: Scheduler, after: Promise<void>, log: Logger): () => void {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    const failed = (error: unknown): void => log.error({ err: error }, 'archive start failed');
    if (!isEnded) timer = setTimeout(() => void scheduler.start().catch(failed), ARCHIVER_V1.startDelayMs).unref();
  };
  void after.then(begin, begin);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
