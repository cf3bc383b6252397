/**
 * Common shape of the scheduled jobs that compute: engines, regimes, detectors, and later composites, samplers,
 * archivers.
 */

import type { MarketEvent, Provenance } from '@barograph/contract';
import type { FeedName, Cadence } from '@barograph/sources';
import type { NewObservation, Observation, StateKey, StateText, Write } from '@barograph/store';
import type { MarketReader } from './market-reader.ts';
import type { MakeUp } from './scheduler.ts';

export type { StateKey, StateText } from '@barograph/store';

/** A snapshot to publish, as JSON texts. */
export interface SnapshotText {
  readonly name: string;
  readonly head: string;
  readonly records: readonly string[];
  /** Kinds of data that it is made from; all that the run has read when left out. */
  readonly feeds?: readonly FeedName[];
  /** Provenance of stored inputs. The runner adds the market inputs of the run by kind of data. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** The log of a run. Messages are terms, fields carry the rest. */
export interface RunLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Inputs of a run. Every answer is a promise, so that a run can take place in a thread of its own. */
export interface ProducerInput {
  /** The moment of the run by the market's clock, epoch ms. Nothing that became known later may be read. */
  readonly asOf: number;
  /** The slot that the run is for, epoch ms; of a run on demand, the last one by `asOf`. */
  readonly slot: number;
  readonly market: MarketReader;
  /**
   * The stored states of a key, in order of scope.
   *
   * @param scopes those of them alone.
   * @param after only those that have seen more than this moment, epoch ms: no text of the others is read.
   */
  readonly load: (key: StateKey, scopes?: readonly string[], after?: number) => Promise<readonly StateText[]>;
  /** JSON texts of the records of a published snapshot; none before its first. */
  readonly published: (name: string) => Promise<readonly string[]>;
  /** The head of a published snapshot; undefined before its first. */
  readonly head: (name: string) => Promise<unknown>;
  /** Observations of a series with a valid time within a span, both ends included, as they are known at `asOf`; in order of key and time. */
  readonly observed: (series: string, from: number, to: number) => Promise<readonly Observation[]>;
  readonly log: RunLog;
}

/** An event that tells of an observation. */
export interface ObservedEvent {
  readonly event: MarketEvent;
  /** Index of the observation in the result of the run. */
  readonly observation: number;
}

/** The result of a run. Events, observations and rows are stored first, then the states, then the snapshots are published. */
export interface Produced {
  readonly states: readonly StateText[];
  readonly published: readonly SnapshotText[];
  readonly observations?: readonly NewObservation[];
  readonly events?: readonly MarketEvent[];
  /** Events of observations: each is stored with its observation, once, whichever runs have found it. */
  readonly observedEvents?: readonly ObservedEvent[];
  /** Rows of tables, each write whole or not at all; in this order. */
  readonly writes?: readonly Write[];
  /** Set when the run has left a part of its work: it is run again at once. */
  readonly isUnfinished?: boolean;
  /** Fields for the log line of the run. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** One run after another of a producer that goes on from the one before it. */
export type ProducerRun = (input: ProducerInput) => Promise<Produced>;

/** Scheduled job that computes. It holds no state of its own: {@link Producer.create} makes the instance that does. */
export interface Producer {
  /** Names the job, its slots, and its line in health and metrics. */
  readonly name: string;
  readonly cadence: Cadence;
  readonly makeUp: MakeUp;
  readonly reads: readonly FeedName[];
  /** Producers that stand before this one: where both are due, this one runs after them. */
  readonly needs: readonly string[];
  /** Set where it reads what those that it needs fetch of every symbol: it waits until they have left nothing for a next run. */
  readonly waitsForRest?: true;
  /** Set where nothing waits for it: a run begins when the runs under way have ended. */
  readonly yields?: true;
  /** Names of its snapshots; the host serves nothing of a producer before all of them are there. */
  readonly publishes: readonly string[];
  /** Runs in a worker thread where the host has one: a run that would keep requests waiting. */
  readonly isHeavy: boolean;
  /** Whether a snapshot that was found at the start may be served; true for every one when left out. */
  isCurrent?(head: unknown): boolean;
  /**
   * An instance without memory. It resumes from stored states in its first run, and may keep what it needs between runs.
   * After a failed run the instance is dropped: the next one resumes from what was stored.
   */
  create(): ProducerRun;
  /** Set where its runs can be shared out over threads, to the same result. */
  readonly spread?: Spread;
}

/** Report of a finished run. */
export interface RunReport {
  /** Epoch ms. */
  readonly asOf: number;
  /** Real milliseconds of the whole run. */
  readonly tookMs: number;
  /** Records by snapshot. */
  readonly rows: ReadonlyMap<string, number>;
  /** Whether the run has left a part of its work. */
  readonly isUnfinished: boolean;
}

/** Result of a run for one of its snapshots. */
export interface Refreshed {
  readonly rows: number;
  readonly asOf: number;
  /** Real milliseconds of the whole run, which may be of several snapshots. */
  readonly tookMs: number;
}

/** Answer of a partition to a step. */
export interface PartitionAnswer {
  readonly value: unknown;
  readonly states?: readonly StateText[];
}

/** A partition of a producer's memory: answers the steps of runs, one at a time. */
export type Partition = (step: unknown, input: ProducerInput) => Promise<PartitionAnswer>;

/** A producer whose runs can be shared out. The number of partitions changes no result. */
export interface Spread {
  /** A partition without memory. */
  createPartition(): Partition;
  /**
   * An instance without memory but that of its partitions.
   *
   * @param partitions at least one. One that has lost its memory throws `PartitionLost` of `spread.ts`, and starts again without memory.
   */
  create(partitions: readonly Partition[]): ProducerRun;
}
