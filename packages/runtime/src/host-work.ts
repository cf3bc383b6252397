/** Scheduled jobs of a host: producers on the market clock, housekeeping on the machine clock, the ingest lease. */

import { UsageError } from '@barograph/core';
import { type FeedName, type Market, REAL_TIME, type Source, within } from '@barograph/sources';
import type { Logger } from 'pino';
import type { BackfillHealth, RiskPanels } from '@barograph/contract';
import { createBoundedLog } from './bounded-log.ts';
import { createArchiver, type Archiver } from './archive/archiver.ts';
import { ARCHIVER_V1 } from './archive/config.ts';
import { snapshotTypes } from './archive/snapshot-types.ts';
import { backfilledHistories } from './backfill/histories.ts';
import type { BackfilledHistory } from './backfill/history.ts';
import { BACKFILL_PRODUCER, createBackfill } from './backfill/producer.ts';
import { beginColdStart, type ColdStart } from './cold-start.ts';
import type { MinuteEvents } from './events/jobs.ts';
import { firstRunAt } from './first-run.ts';
import { hostProducers } from './host-producers.ts';
import { hostSchedulers, type HostSchedulers } from './host-schedulers.ts';
import type { HostWorkParts } from './host-work-parts.ts';
import { marketReader } from './market-reader.ts';
import type { JobDone } from './measured.ts';
import type { Producer, Refreshed, RunLog } from './producer.ts';
import { advancePanels } from './producers/book-risk/advance.ts';
import { createRiskPanels } from './producers/book-risk/panels.ts';
import type { BookReading } from './producers/liquidity/book-counts.ts';
import { remembering } from './producers/outlook/archive.ts';
import { pastLedger } from './producers/ledger/past.ts';
import { createPerpSamples } from './producers/perp/archive.ts';
import { withArchivedInterest } from './producers/perp/archived-market.ts';
import type { WhaleTransfers } from './producers/transfers/producer.ts';
import { createLedMarket } from './relay/lead.ts';
import { createRunner, type Runner } from './runner.ts';
import type { StandingAt } from './standing.ts';
import type { Scheduler } from './scheduler.ts';
import { untilStopped } from './until-stopped.ts';
import { createWarmUp, type WarmUp } from './warm-up.ts';

/** Retry-After for missing data when no cold start is running, seconds. */
const RETRY_SECONDS = 5;
/** Longest wait of a stop for scheduled work, real ms, so that an unresponsive source cannot keep the host alive. */
const STOP_WAIT_MS = 10_000;

export interface HostWork {
  /** Market reader behind the ingest lease, used by everything on this replica. */
  readonly market: Market;
  readonly runner: Runner;
  readonly events: Pick<MinuteEvents, 'priceMoves' | 'derivativeMoves'>;
  /** Availability of large transfers. */
  readonly whaleTransfers: WhaleTransfers['state'];
  /** Runs the producer of a snapshot now; calls during a run share it. */
  refresh(snapshot: string): Promise<Refreshed>;
  /** Seconds after which a request for a missing snapshot is worth repeating. */
  retryAfter(snapshot: string): number;
  /** Whether this replica holds the ingest lease. */
  leads(): boolean;
  /** Progress of the backfill. */
  backfill(): readonly BackfillHealth[];
  /** Counts of the book sampler. */
  books(): BookReading;
  /** Panel of the book risk; absent without a model. */
  readonly panels: RiskPanels;
  /** Progress of the cold start. */
  readonly warmUp: WarmUp;
  /** Whether a cold start is under way. */
  isWarming(): boolean;
  /** Starts the cold start: due slots and unpublished snapshots. Never waits for a source. */
  start(jobDone: JobDone): Promise<void>;
  /** Resolves when the cold start has ended. */
  ready(): Promise<void>;
  /** Starts nothing more, and waits for the running work. */
  stop(): Promise<void>;
}

/** Creates the scheduled work of a host, without starting it. */
export function createHostWork(parts: HostWorkParts): HostWork {
  const { clock, wall, store, snapshots, timeline, log } = parts;
  let schedulers: readonly Scheduler[] = [];
  const led = createLedMarket({
    market: parts.market,
    store,
    timeline,
    owner: store.replica,
    wall: () => wall.now(),
    log,
    onLead: () => {
      const [onMarket] = schedulers;
      onMarket?.catchUp().catch((error: unknown) => log.error({ err: error }, 'scheduled jobs could not be caught up'));
    },
  });
  const perpSamples = createPerpSamples(store.observations, timeline);
  const market = withArchivedInterest(led.market, perpSamples);
  const warmUp = warmUpOf(countedOf(parts.market));
  let coldStart: ColdStart | undefined;
  const stopping = new AbortController();
  const archiver = archiverOf(parts, market, stopping.signal);
  const panels = panelsOf(parts, market, stopping.signal);
  const histories = backfilledHistories(market, timeline, archiver, pastLedgerOf(parts, panels));
  const backfill = createBackfill(histories, stopping.signal);
  const { producers, events, transfers, books } = hostProducers(parts, market, perpSamples, backfill.producer, panels);
  const runner = runnerOf(parts, { producers, market: warmUp.watch(market), signal: stopping.signal });
  let endLater: (() => void) | undefined;

  return {
    market,
    runner,
    events,
    whaleTransfers: () => transfers.state(),
    books: () => books.reading(),
    panels,
    backfill: () => backfill.progress(),
    warmUp,
    isWarming: () => coldStart !== undefined && warmUp.isRunning(),
    refresh: async (snapshot) => {
      const producer = producers.find(({ publishes }) => publishes.includes(snapshot));
      if (producer === undefined) throw new UsageError(`"snapshot" expected one of a producer, got ${snapshot}`);
      return runner.refresh(producer.name, snapshot);
    },
    retryAfter: (snapshot) => {
      const isThere = snapshots.latest(snapshot) !== undefined;
      return retryAfterOf(producers, snapshot, isThere, { warmUp, market, now: clock.now() });
    },
    leads: () => led.leads(),
    ready: async () => coldStart?.done,
    start: async (jobDone) => {
      const mayWork = (): boolean => led.mayWork();
      const all = { ...parts, producers, runner, warmUp, archiver, mayWork };
      const { onMarket, house, ofFiles, filling } = hostSchedulers(all, jobDone);
      schedulers = [onMarket, house, ofFiles, filling];
      await house.start();
      let isScheduled = false;
      const fill = async (): Promise<void> => {
        await led.start();
        if (stopping.signal.aborted) return;
        if (!isScheduled) await onMarket.start();
        isScheduled = true;
        // The slot may belong to another replica, or its snapshot may be unreadable here. A replica without permission to work waits.
        if (led.mayWork()) await runner.catchUp(stopping.signal);
      };
      coldStart = beginColdStart(async () => runner.withSharedPulls(fill), warmUp, log);
      endLater = startLater({ mayWork, runner, ofFiles, filling }, coldStart.firstPass, log);
      // After the nowcast, because it reads the same bars.
      void advancePanels(panels, clock, stopping.signal, coldStart.done);
    },
    stop: async () => {
      stopping.abort(new Error('the host is stopping'));
      coldStart?.stop();
      endLater?.();
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

/** Source that reports how much it still has to fetch. */
const countedOf = ({ sources }: Market): Source | undefined => sources.find((source) => source.backlogMs !== undefined);

/** Runner of a host. A stop aborts reads of a source that counts its requests. */
function runnerOf(
  parts: HostWorkParts,
  input: { readonly producers: readonly Producer[]; readonly market: Market; readonly signal: AbortSignal },
): Runner {
  const { store, snapshots, timeline, clock, heavy, log } = parts;
  const reader = remembering(marketReader(input.market), store.observations, timeline);
  const isCounted = countedOf(parts.market) !== undefined;
  return createRunner({
    producers: input.producers,
    market: isCounted ? untilStopped(reader, input.signal) : reader,
    clock,
    timeline,
    states: store.engineStates,
    observations: store.observations,
    events: store.events,
    tables: store.tables,
    snapshots,
    latest: (name) => snapshots.latest(name),
    heavy,
    feedsOf: (reads, now) => feedsOf(input.market, reads, now),
    signal: isCounted ? input.signal : undefined,
    log: logUntil(log, input.signal),
  });
}

/** State of the feeds of a producer. */
function feedsOf(market: Pick<Market, 'has' | 'state'>, reads: readonly FeedName[], now: number): StandingAt['feeds'] {
  if (reads.length > 0 && !reads.some((feed) => market.has(feed))) return 'none';
  const statuses = market
    .state(now)
    .flatMap(({ feeds }) => feeds.flatMap(({ feed, status }) => (reads.includes(feed) ? [status] : [])));
  const hasFailed = statuses.some((status) => status === 'stale' || status === 'unavailable');
  return statuses.includes('warming') && !hasFailed ? 'warming' : 'begun';
}

/** Seconds after which a request for a snapshot is worth repeating. */
function retryAfterOf(
  producers: readonly Producer[],
  snapshot: string,
  isThere: boolean,
  { warmUp, market, now }: { readonly warmUp: WarmUp; readonly market: Market; readonly now: number },
): number {
  const producer = producers.find(({ publishes }) => publishes.includes(snapshot));
  // The first run publishes what its slice has fetched; only some producers need everything.
  const isFirst = producer?.waitsForRest !== true && !isThere;
  const coldSeconds = warmUp.retryAfterSeconds(isFirst ? 1 : undefined) ?? RETRY_SECONDS;
  const firstRun = producer === undefined ? undefined : firstRunAt(producer, market.state(now));
  return Math.max(coldSeconds, firstRun === undefined ? 0 : Math.ceil((firstRun - now) / 1000));
}

/** Panel of a host with a model; without a model, its operations answer 503 before they use it. */
function panelsOf({ model, log }: HostWorkParts, market: Market, stopped: AbortSignal): RiskPanels {
  if (model.kind !== 'loaded') return { at: async () => undefined, inTurn: async (work) => work() };
  const failures = createBoundedLog(log);
  const report = (error: unknown): void => failures.error({ err: error }, 'bars of the risk panel not read');
  return createRiskPanels(model, market, report, undefined, stopped);
}

/** Ledger before the first publication; undefined without a model. */
function pastLedgerOf({ model, store, timeline }: HostWorkParts, panels: RiskPanels): BackfilledHistory | undefined {
  if (model.kind !== 'loaded') return undefined;
  return pastLedger(model, { store: store.ledger, timeline, artifact: model.artifact, panels });
}

/** Reads the backlog of the first source that reports one: the first perp venue. */
function warmUpOf(counted: Source | undefined): WarmUp {
  if (counted === undefined) return createWarmUp();
  return createWarmUp(
    undefined,
    (symbols) => counted.backlogMs!(symbols),
    ({ venue }) => venue === 'perpdex_perp',
  );
}

/** Log of the runs, without the failures per symbol that a stop causes. */
function logUntil(log: Logger, stopped: AbortSignal): RunLog {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => {
      if (!stopped.aborted) log.warn(fields, message);
    },
  };
}

/** Archiver of a host that stores files. */
function archiverOf(parts: HostWorkParts, market: Market, signal: AbortSignal): Archiver | undefined {
  const { files: blobs, service, ...others } = parts;
  if (blobs === undefined) return undefined;
  const types = snapshotTypes(service.publications.map(({ name }) => name));
  return createArchiver({ ...others, market, blobs, types, signal, config: ARCHIVER_V1 });
}

/** Continues a stopped backfill, then runs at the scheduled slots. */
async function beginFilling(mayWork: () => boolean, runner: Runner, filling: Scheduler): Promise<void> {
  if (mayWork()) await runner.run(BACKFILL_PRODUCER);
  await filling.start();
}

/** Work that starts some time after the cold start. */
interface Later extends Pick<HostSchedulers, 'ofFiles' | 'filling'> {
  readonly mayWork: () => boolean;
  readonly runner: Runner;
}

/** Starts archive and backfill some time after the cold start, so that requests come first. @returns a function that cancels the wait. */
function startLater({ mayWork, runner, ofFiles, filling }: Later, after: Promise<void>, log: Logger): () => void {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    const failed = (message: string) => (error: unknown) => log.error({ err: error }, message);
    const startAll = (): void => {
      ofFiles.start().catch(failed('archive start failed'));
      beginFilling(mayWork, runner, filling).catch(failed('backfill start failed'));
    };
    if (!isEnded) timer = setTimeout(startAll, ARCHIVER_V1.startDelayMs).unref();
  };
  void after.then(begin, begin);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
