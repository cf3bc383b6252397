/** Demands of the model from the runs of one replica, and what the model says of any run. */

import { fitParts } from './fit.ts';
import {
  callCost,
  eventCost,
  filesOfPage,
  pageCost,
  refreshCost,
  type ArchiveDemand,
  type CallDemand,
  type Cost,
  type Demand,
  type EventDemand,
  type Line,
  type Shared,
} from './model.ts';
import type { Run } from './runs.ts';

/** Subject of a run: all rounds of it are one. */
const subjectOf = ({ part, replicas, size, of }: Run): string => [part, replicas, size, of].join(' ');

const SPENT: Readonly<Record<keyof Cost, (run: Run) => number>> = {
  replica: ({ replica }) => replica,
  worker: ({ worker }) => worker,
  // Its own processes are left out: checkpoints come when they come.
  database: ({ forReplicas, forWorker }) => forReplicas + forWorker,
};

/** Cost of a run at a place. */
export const spentAt = (place: keyof Cost, run: Run): number => SPENT[place](run);

/**
 * Of the rounds of each run the one that cost a place least, with its own statements and look-ups. What others do on the
 * machine empties caches, and only ever adds.
 */
export function leastAt(place: keyof Cost, runs: readonly Run[]): readonly Run[] {
  const least = new Map<string, Run>();
  for (const run of runs) {
    const known = least.get(subjectOf(run));
    if (known === undefined || spentAt(place, run) < spentAt(place, known)) least.set(subjectOf(run), run);
  }
  return [...least.values()];
}

type Field = 'replica' | 'worker' | 'forReplicas' | 'forWorker';
const PLACE_OF: Readonly<Record<Field, keyof Cost>> = {
  replica: 'replica',
  worker: 'worker',
  forReplicas: 'database',
  forWorker: 'database',
};

/** Parts of a field's cost, from the least of the rounds. */
const partsOf = (runs: readonly Run[], of: Field, x: (run: Run) => readonly number[]): readonly number[] => {
  const points = leastAt(PLACE_OF[of], runs).map((run) => ({ x: x(run), y: Math.max(run[of], 1e-3) }));
  return points.length === 0 ? [] : fitParts(points);
};

/** Calls that one statement counted. Other statements than those that look a key up are few. */
export const callsOfStatement = ({ statements, lookups }: Run): number =>
  Math.max(1, 1 / Math.max(1e-9, statements - lookups));

function sharedOf([perItem = 0, perBatch = 0]: readonly number[]): Shared {
  return { perItem, perBatch };
}

function lineOf(runs: readonly Run[], of: Field): Line {
  const [fixed = 0, perUnit = 0] = partsOf(runs, of, ({ size }) => [1, size]);
  return { fixed, perUnit };
}

function callDemand(runs: readonly Run[]): CallDemand {
  const partsAt = (of: Field): readonly number[] =>
    partsOf(runs, of, (run) => [1, 1 / callsOfStatement(run), run.lookups]);
  const [replica, database] = [partsAt('replica'), partsAt('forReplicas')];
  const known = leastAt('replica', runs).filter(({ of }) => of === 0);
  return {
    replica: sharedOf(replica),
    database: sharedOf(database),
    lookup: { replica: replica[2] ?? 0, database: database[2] ?? 0 },
    batches: known.map((run) => [run.size, callsOfStatement(run)] as const).toSorted(([a], [b]) => a - b),
  };
}

function eventDemand(runs: readonly Run[]): EventDemand {
  const shared = (of: Field): Shared => sharedOf(partsOf(runs, of, ({ size }) => [1, 1 / size]));
  const parts = partsOf(runs, 'replica', ({ size, of }) => [1, 1 / size, of, of / size]);
  const [store, read, append] = [shared('forWorker'), shared('forReplicas'), shared('worker')];
  return { store, read, append, frame: sharedOf(parts), write: sharedOf(parts.slice(2)) };
}

/** Files of a symbol from the first of a page on: the mean of pages that begin with each day in turn. */
const filesThere = ({ size, of }: Pick<Run, 'size' | 'of'>): number => (of + filesOfPage(size) + 1) / 2;

function archiveDemand(pages: readonly Run[], written: readonly Run[]): ArchiveDemand {
  const files = ({ size }: Run): number => filesOfPage(size);
  const [fixed = 0, perFile = 0, perRow = 0] = partsOf(pages, 'replica', (run) => [1, files(run), run.size]);
  const list = partsOf(pages, 'forReplicas', (run) => [1, files(run), filesThere(run)]);
  const [write = 0] = partsOf(written, 'worker', () => [1]);
  const [index = 0] = partsOf(written, 'forWorker', () => [1]);
  const [listFixed = 0, listFile = 0, perListed = 0] = list;
  return {
    page: { fixed, perFile, perRow },
    list: { fixed: listFixed, perFile: listFile, perListed },
    write,
    index,
  };
}

/** Demands from the runs with one replica. @param rows written by a refresh, by symbols. */
export function demandOf(runs: readonly Run[], rows: Readonly<Record<string, number>>): Demand {
  const alone = (part: Run['part']): readonly Run[] => runs.filter((run) => run.part === part && run.replicas === 1);
  const symbols = alone('symbols');
  const written = Object.entries(rows).map(([n, y]) => ({ x: [1, Number(n)], y }));
  const [fixed = 0, perUnit = 0] = written.length === 0 ? [] : fitParts(written);
  return {
    calls: callDemand(alone('calls')),
    events: eventDemand(alone('events')),
    symbols: {
      refresh: lineOf(symbols, 'worker'),
      follow: lineOf(symbols, 'replica'),
      store: lineOf(symbols, 'forWorker'),
      read: lineOf(symbols, 'forReplicas'),
      rows: { fixed, perUnit },
    },
    archive: archiveDemand(alone('pages'), alone('written')),
  };
}

/** Cost of a unit of a run by the model; of Postgres without its background processes. */
export function predicted(demand: Demand, { part, replicas, size, of, lookups }: Run): Cost {
  if (part === 'calls') return callCost(demand.calls, size * replicas, replicas, lookups);
  if (part === 'events') return eventCost(demand.events, replicas, of * replicas, size);
  if (part === 'symbols') return refreshCost(demand.symbols, size, replicas);
  if (part === 'pages') return pageCost(demand.archive, size, filesThere({ size, of }));
  return { replica: 0, worker: demand.archive.write, database: demand.archive.index };
}
