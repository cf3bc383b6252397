/** Backfill job: after the cold start it fills histories day by day, newest first, while nothing else runs. */

import type { BackfillHealth } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { CADENCES_V1, deadlines } from '@barograph/sources';
import type { NewObservation, Write } from '@barograph/store';
import { setImmediate } from 'node:timers/promises';
import type { Producer, ProducerInput, Produced, StateKey, StateText } from '../producer.ts';
import { parsedState, stateText } from '../resume.ts';
import { errorClass } from '../standing.ts';
import { daysFilled, nextDay, withDay } from './filled.ts';
import { BACKFILL_V1, type BackfilledHistory, type DaySpan } from './history.ts';

/** Name of the job. */
export const BACKFILL_PRODUCER = 'backfill';
const KEY: StateKey = { name: BACKFILL_PRODUCER, version: BACKFILL_V1.version };

/** Backfill job and its progress. */
export interface Backfill {
  readonly producer: Producer;
  /** Progress by history, as known by this replica. */
  progress(): readonly BackfillHealth[];
}

/** Failures of a run, by history. */
type Failures = Map<string, string>;

/** Stored ranges; an unreadable state counts as missing, and its days are checked again. */
async function storedStretches({ load, log }: ProducerInput): Promise<Map<string, DaySpan>> {
  const stretches = new Map<string, DaySpan>();
  for (const stored of await load(KEY)) {
    try {
      stretches.set(stored.scope, parsedState<DaySpan>(stored).state);
    } catch (error) {
      log.warn({ err: error, history: stored.scope }, 'backfill state not resumable');
    }
  }
  return stretches;
}

/**
 * Fills days until the slice is over or the host stops. The next day belongs to the history that has used the least time of the
 * slice.
 */
async function fillSlice(
  histories: readonly BackfilledHistory[],
  input: ProducerInput,
  stretches: Map<string, DaySpan>,
  failures: Failures,
  stopped: AbortSignal,
): Promise<Produced> {
  const { asOf, log } = input;
  const until = deadlines.now() + BACKFILL_V1.sliceMs;
  const observations: NewObservation[] = [];
  const writes: Write[] = [];
  const touched = new Set<string>();
  failures.clear();
  /** Used time by history that has days left, ms. */
  const left = new Map(histories.map((history) => [history, 0]));
  while (left.size > 0 && deadlines.now() < until && !stopped.aborted) {
    const [history, spent] = [...left].reduce((least, history) => {
      const [a, b] = [history[0].isLast === true, least[0].isLast === true];
      return a === b ? (history[1] < least[1] ? history : least) : a ? least : history;
    });
    const { name } = history;
    const day = nextDay(stretches.get(name), history.span(asOf), history.isOldestFirst);
    if (day === undefined) {
      left.delete(history);
      continue;
    }
    const began = deadlines.now();
    try {
      const filled = await history.fill(input, day);
      // Its sources may have ended while it was filled.
      if (stopped.aborted) break;
      observations.push(...(filled.observations ?? []));
      writes.push(...(filled.writes ?? []));
    } catch (error) {
      // The day is retried with the next slot; the other histories continue.
      failures.set(name, errorClass(error));
      log.warn({ err: error, history: name, day }, 'backfill of a day failed');
      left.delete(history);
      continue;
    }
    left.set(history, spent + deadlines.now() - began);
    stretches.set(name, withDay(stretches.get(name), day));
    touched.add(name);
    await setImmediate(); // lets requests through between days
  }
  const states = [...touched].map((name): StateText => stateText(KEY, name, asOf, stretches.get(name)));
  return { states, published: [], observations, writes, isUnfinished: left.size > 0 };
}

/**
 * Creates the job that fills histories after the cold start.
 * @param histories histories with distinct names.
 * @param stopped ends a run with the days before the one in hand, which are stored. @default never
 */
export function createBackfill(
  histories: readonly BackfilledHistory[],
  stopped: AbortSignal = new AbortController().signal,
): Backfill {
  let known: { readonly asOf: number; readonly stretches: ReadonlyMap<string, DaySpan> } | undefined;
  const failures: Failures = new Map();
  return {
    producer: {
      name: BACKFILL_PRODUCER,
      cadence: CADENCES_V1.hourly,
      makeUp: { kind: 'latest' },
      reads: [],
      needs: [],
      yields: true,
      publishes: [],
      isHeavy: false,
      create: () => {
        let stretches: Map<string, DaySpan> | undefined;
        return async (input) => {
          stretches ??= await storedStretches(input);
          known = { asOf: input.asOf, stretches };
          return fillSlice(histories, input, stretches, failures, stopped);
        };
      },
    },
    progress: () =>
      histories.map((history): BackfillHealth => {
        const { name } = history;
        const span = known === undefined ? undefined : history.span(known.asOf);
        const stretch = known?.stretches.get(name);
        if (span === undefined)
          return { name, status: 'waiting', from: null, to: null, done: 0, total: 0, error: null };
        const total = Math.max(0, Math.round((span.last - span.first) / DAY_MS) + 1);
        const done = daysFilled(stretch, span);
        const error = failures.get(name) ?? null;
        const status = error !== null ? 'failing' : done < total ? 'running' : 'done';
        return { name, status, from: stretch?.first ?? null, to: stretch?.last ?? null, done, total, error };
      }),
  };
}
