/**
 * The runner resumes, runs, stores and publishes every producer, one run of each at a time. A failing producer does not affect
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
  /** In dependency order. */
  readonly producers: readonly Producer[];
  /** Market time, epoch ms. */
  readonly clock: Clock;
  /** State of a producer's feeds at a moment. @default all have started */
  readonly feedsOf?: ((reads: readonly FeedName[], now: number) => StandingAt['feeds']) | undefined;
  /** Executor of heavy producers. @default this thread */
  readonly heavy?: Computation | undefined;
}

export interface Runner {
  /** The producers as scheduled jobs. */
  readonly jobs: readonly Job[];
  /** Runs a producer now. Calls during a run share it. */
  run(producer: string): Promise<RunReport>;
  /** Like `run`, with the result for one of its snapshots. */
  refresh(producer: string, snapshot: string): Promise<Refreshed>;
  /** Runs `work` with shared pulls of bars. */
  withSharedPulls<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Cold start: runs the producers without a servable publication, each regardless of failures of the others.
   *
   * @param signal aborts between two runs.
   * @throws the first failure, after all have run.
   */
  catchUp(signal?: AbortSignal): Promise<void>;
  standings(): readonly ProducerStanding[];
  /** Starts nothing more, waits for running work, and ends the threads. */
  stop(): Promise<void>;
}

const STOPPING = 'the host is stopping';

/** Slot of the run. */
interface Due {
  readonly slot: number;
  readonly claim: SlotClaim | undefined;
}

/** True when a caller waits for the run: a stop of the runner then waits too. */
interface Demand {
  isAsked: boolean;
}

interface UnderWay {
  readonly asOf: number;
  readonly report: Promise<RunReport>;
  readonly demand: Demand;
}

/** Dependencies of the runs. */
interface RunsParts extends RunnerParts {
  readonly market: ReturnType<typeof createBarCache>;
  readonly light: Computation;
  readonly heavy: Computation;
  /** Records the outcome of a producer's run. */
  readonly happened: (producer: Producer, event: StandingEvent) => void;
  readonly producerOf: (name: string) => Producer;
}

/** Runs that share and wait for each other. */
interface Runs {
  /** Runs a producer for a slot or on demand. A running run is shared when it also covers the slot. */
  readonly runOnce: (producer: Producer, due?: Due, isAsked?: boolean) => Promise<RunReport>;
  /** Resolves when the follow-up runs of unfinished runs have ended. */
  rest(): Promise<void>;
  /** Whether only runs requested by callers may start. */
  isStopped(): boolean;
  /** Whether no run may start. */
  isEnded(): boolean;
  /** Allows only runs requested by callers, and waits until nothing runs. */
  stop(): Promise<void>;
}

function createRuns(parts: RunsParts): Runs {
  const { market, light, heavy, happened, producerOf, clock, log } = parts;
  const underWay = new Map<Producer, UnderWay>();
  /** Follow-up runs of unfinished runs. */
  const goingOn = new Map<Producer, Promise<void>>();
  let isStopped = false;
  let isEnded = false;

  const observed = async (producer: Producer, due: Due | undefined, demand: Demand): Promise<RunReport> => {
    happened(producer, { kind: 'began' });
    const release = market.hold();
    try {
      for (const needed of producer.needs.map(producerOf)) {
        // A follow-up run has published a part already, and would start its next one before this one gets its turn.
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
      // A run of the latest state may see more than its slot; events of `each` belong to the slot only.
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
  /** Repeats runs until no work is left or one fails; a failed one is retried with its slot or the cold start. */
  const goOn = async (producer: Producer): Promise<void> => {
    try {
      for (let isLeft = true; isLeft;) isLeft = (await runOnce(producer)).isUnfinished;
    } catch (error) {
      if (!isStopped) log.warn({ err: error, producer: producer.name }, 'unfinished run not resumed');
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
      // A request accepted before the stop may start a run while others end.
      while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(async ({ report }) => report));
      isEnded = true;
    },
  };
}

/**
 * Creates a runner of some producers, before any has resumed.
 * @throws {UsageError} for a duplicate name, or a producer that precedes its dependency.
 */
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
    const producer = producers.find((producer) => producer.name === name);
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
        // Aborts a run that exceeds the time of the stop.
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
        // A producer whose source fails does not block the others.
        if (!isServed(producer)) await runOnce(producer).catch((error: unknown) => failures.push(error));
      }
      signal?.throwIfAborted();
      await runs.rest();
      if (failures.length > 0) throw failures[0];
    },
    standings: () => {
      const now = clock.now();
      return producers.map(({ name, publishes, cadence, reads }) => {
        const published = publishes.flatMap((publish) => latest(publish)?.asOf ?? []);
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
