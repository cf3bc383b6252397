/**
 * The runner: resumes, runs, keeps and publishes every producer, one run of each at a time. A producer that fails leaves
 * the others; health and metrics name them all.
 */

import { UsageError } from '@barograph/core';
import { type Clock, failedFeed, type FeedName, slotBy } from '@barograph/sources';
import type { SlotClaim } from '@barograph/store';
import { createBarCache } from './bar-cache.ts';
import { createInlineComputation, type Computation } from './computation.ts';
import type { Producer, Refreshed, RunReport } from './producer.ts';
import { runProducer, type RunParts } from './run-producer.ts';
import type { Job } from './scheduler.ts';
import {
  NO_RUNS,
  standingOf,
  stepStanding,
  type ProducerStanding,
  type StandingAt,
  type StandingEvent,
} from './standing.ts';

export interface RunnerParts extends RunParts {
  /** Each after those that it needs. */
  readonly producers: readonly Producer[];
  /** The market's time. */
  readonly clock: Clock;
  /** State of the feeds that a producer reads at a moment; all have begun when left out. */
  readonly feedsOf?: ((reads: readonly FeedName[], now: number) => StandingAt['feeds']) | undefined;
  /** Executor of heavy producers; this thread when left out. */
  readonly heavy?: Computation | undefined;
}

export interface Runner {
  /** The producers as scheduled jobs. */
  readonly jobs: readonly Job[];
  /** Runs a producer now. Calls during a run share that run. */
  run(producer: string): Promise<RunReport>;
  /** The same, and what it did for one of its snapshots. */
  refresh(producer: string, snapshot: string): Promise<Refreshed>;
  /** Runs `work`; all runs within it share their pulls of bars. */
  withSharedPulls<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Cold start: runs the producers of which nothing is published that may be served, each whatever becomes of the others.
   *
   * @param signal ends it between two runs.
   * @throws the first failure, after all have had their turn.
   */
  catchUp(signal?: AbortSignal): Promise<void>;
  standings(): readonly ProducerStanding[];
  /** Begins nothing more, waits for the runs under way, and ends the threads. */
  stop(): Promise<void>;
}

const STOPPING = 'the host is stopping';

/** Slot that a run is for. */
interface Due {
  readonly slot: number;
  readonly claim: SlotClaim | undefined;
}

/** Set when a caller waits for the run: the stop of the runner then waits for it too. */
interface Demand {
  isAsked: boolean;
}

interface UnderWay {
  readonly asOf: number;
  readonly report: Promise<RunReport>;
  readonly demand: Demand;
}

/** Parts of the runs. */
interface RunsParts extends RunnerParts {
  readonly market: ReturnType<typeof createBarCache>;
  readonly light: Computation;
  readonly heavy: Computation;
  /** Records what happened to a run of a producer. */
  readonly happened: (producer: Producer, event: StandingEvent) => void;
  readonly producerOf: (name: string) => Producer;
}

/** Runs that share and wait for each other. */
interface Runs {
  /** Runs a producer for a slot, or on demand. A running one is shared when it covers the slot too. */
  readonly runOnce: (producer: Producer, due?: Due, isAsked?: boolean) => Promise<RunReport>;
  /** Resolves when the runs that go on where an unfinished one stopped have ended. */
  rest(): Promise<void>;
  /** Whether nothing begins any more but what a caller asks for. */
  isStopped(): boolean;
  /** Whether nothing begins any more. */
  isEnded(): boolean;
  /** Begins nothing more but what a caller asks for, and waits until nothing runs. */
  stop(): Promise<void>;
}

function createRuns(parts: RunsParts): Runs {
  const { market, light, heavy, happened, producerOf, clock, log } = parts;
  const underWay = new Map<Producer, UnderWay>();
  /** Runs that go on where an unfinished one stopped. */
  const goingOn = new Map<Producer, Promise<void>>();
  let isStopped = false;
  let isEnded = false;

  const observed = async (producer: Producer, due: Due | undefined, demand: Demand): Promise<RunReport> => {
    happened(producer, { kind: 'began' });
    const release = market.hold();
    try {
      for (const needed of producer.needs.map(producerOf)) {
        // What goes on has published a part, and would begin the next before this one had its turn.
        const rest = goingOn.get(needed);
        if (rest === undefined) await Promise.allSettled([underWay.get(needed)?.report]);
        if (producer.waitsForRest === true) await goingOn.get(needed);
      }
      if (producer.yields === true) {
        const others = [...underWay].filter(([other]) => other !== producer);
        await Promise.allSettled(others.map(async ([, { report }]) => report));
      }
      if (isStopped && !demand.isAsked) throw new Error('the runner has stopped');
      const asOf = clock.now();
      // A run of the latest state may see more than its slot; the events of `each` are those of the slot alone.
      const claim = producer.makeUp.kind === 'each' ? due?.claim : undefined;
      const moments = { asOf, slot: due?.slot ?? slotBy(producer.cadence, asOf), claim };
      const report = await runProducer(producer, moments, producer.isHeavy ? heavy : light, parts);
      happened(producer, { kind: 'succeeded', asOf });
      return report;
    } catch (error) {
      happened(producer, { kind: 'failed', at: clock.now(), error });
      throw error;
    } finally {
      release();
    }
  };

  const runOnce = async (producer: Producer, due?: Due, isAsked = false): Promise<RunReport> => {
    for (let other = underWay.get(producer); other !== undefined; other = underWay.get(producer)) {
      if (producer.makeUp.kind === 'latest' && (due?.slot ?? -Infinity) <= other.asOf) {
        other.demand.isAsked ||= isAsked;
        return other.report;
      }
      await other.report.catch(() => undefined); // it failed before its own caller
    }
    if (isStopped && !isAsked) throw new Error('the runner has stopped');
    const asOf = clock.now();
    const demand = { isAsked };
    const report = observed(producer, due, demand).finally(() => underWay.delete(producer));
    underWay.set(producer, { asOf, report, demand });
    const { isUnfinished } = await report;
    if (isUnfinished && !goingOn.has(producer)) {
      const rest = goOn(producer).finally(() => goingOn.delete(producer));
      goingOn.set(producer, rest);
    }
    return report;
  };
  /** Runs until nothing is left, or a run fails: its slot, or the cold start, comes back to it. */
  const goOn = async (producer: Producer): Promise<void> => {
    try {
      for (let isLeft = true; isLeft;) isLeft = (await runOnce(producer)).isUnfinished;
    } catch (error) {
      if (!isStopped) log.warn({ err: error, producer: producer.name }, 'unfinished run could not go on');
    }
  };

  return {
    runOnce,
    rest: async () => {
      await Promise.all(goingOn.values());
    },
    isStopped: () => isStopped,
    isEnded: () => isEnded,
    stop: async () => {
      isStopped = true;
      // A request that was taken before the stop may ask for a run while others end.
      while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(async ({ report }) => report));
      isEnded = true;
    },
  };
}

/** @throws {UsageError} a name twice, or a producer before one that it needs. */
export function createRunner(parts: RunnerParts): Runner {
  const { producers, clock, latest } = parts;
  assertOrder(producers);
  const market = createBarCache(parts.market);
  const light = createInlineComputation(producers);
  const heavy = parts.heavy ?? light;
  const standings = new Map(producers.map(({ name }) => [name, NO_RUNS]));
  const happened = ({ name, cadence }: Producer, event: StandingEvent): void =>
    void standings.set(name, stepStanding(standings.get(name)!, event, cadence));
  const producerOf = (name: string): Producer => {
    const producer = producers.find((one) => one.name === name);
    if (producer === undefined) throw new UsageError(`"producer" expected a producer of this host, got ${name}`);
    return producer;
  };
  const runs = createRuns({ ...parts, market, light, heavy, happened, producerOf });
  const { runOnce } = runs;

  const isServed = (producer: Producer): boolean =>
    producer.publishes.every((name) => {
      const snapshot = latest(name);
      return snapshot !== undefined && (producer.isCurrent?.(snapshot.head) ?? true);
    });

  return {
    jobs: producers.map((producer) => ({
      name: producer.name,
      cadence: producer.cadence,
      makeUp: producer.makeUp,
      run: async (slot, claim) => {
        await runOnce(producer, { slot, claim });
      },
      onFinished: (slot) => happened(producer, { kind: 'finished', slot }),
    })),
    run: async (name) => runOnce(producerOf(name)),
    refresh: async (name, snapshot) => {
      if (runs.isEnded()) throw failedFeed(STOPPING);
      const { rows, asOf, tookMs } = await runOnce(producerOf(name), undefined, true).catch((error: unknown) => {
        // A run that outlasts the stop is ended.
        throw runs.isStopped() ? failedFeed(STOPPING) : error;
      });
      const count = rows.get(snapshot);
      if (count === undefined) {
        const names = [...rows.keys()].join(', ');
        throw new UsageError(`"snapshot" expected a snapshot that ${name} publishes (${names}), got ${snapshot}`);
      }
      return { rows: count, asOf, tookMs };
    },
    withSharedPulls: async (work) => {
      const release = market.hold();
      try {
        return await work();
      } finally {
        release();
      }
    },
    catchUp: async (signal) => {
      const failures: unknown[] = [];
      for (const producer of producers) {
        signal?.throwIfAborted();
        // One whose source fails keeps nobody else waiting.
        if (!isServed(producer)) await runOnce(producer).catch((error: unknown) => failures.push(error));
      }
      signal?.throwIfAborted();
      await runs.rest();
      if (failures.length > 0) throw failures[0];
    },
    standings: () => {
      const now = clock.now();
      return producers.map(({ name, publishes, cadence, reads }) => {
        const published = publishes.flatMap((one) => latest(one)?.asOf ?? []);
        const all = published.length > 0 && published.length === publishes.length;
        const feeds = parts.feedsOf?.(reads, now) ?? 'begun';
        const at = { now, published: all ? Math.min(...published) : undefined, feeds };
        return standingOf(name, standings.get(name)!, at, cadence);
      });
    },
    stop: async () => {
      await runs.stop();
      await runs.rest();
      await light.stop();
      await heavy.stop();
    },
  };
}

function assertOrder(producers: readonly Producer[]): void {
  const names = new Set<string>();
  for (const { name, needs } of producers) {
    if (names.has(name)) throw new UsageError(`"producers" expected each name once, got ${name} twice`);
    const missing = needs.find((needed) => !names.has(needed));
    if (missing !== undefined) throw new UsageError(`"producers" expected ${missing} before ${name}`);
    names.add(name);
  }
}
