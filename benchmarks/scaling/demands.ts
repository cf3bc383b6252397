/** Demands of the model from the runs of one replica, and what the model says of any run. */

import { fitParts } from './fit.ts';
import {
  batchOf,
  callCost,
  costOf,
  eventCost,
  filesOfPage,
  pageCost,
  refreshCost,
  writeCost,
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
  redis: ({ redis }) => redis,
  wal: ({ wal }) => wal,
  commits: ({ commits }) => commits,
  lock: ({ lock }) => lock,
};

/** Cost of a run at a place. */
export const spentAt = (place: keyof Cost, run: Run): number => SPENT[place](run);

const MEASURED = [
  'replica',
  'worker',
  'forReplicas',
  'forWorker',
  'background',
  'statements',
  'lookups',
  'contention',
  'redis',
  'wal',
  'commits',
  'lock',
] as const;

function meanOf(rounds: readonly Run[]): Run {
  const mean = (of: (typeof MEASURED)[number]): number => rounds.reduce((sum, run) => sum + run[of], 0) / rounds.length;
  return { ...rounds[0]!, ...Object.fromEntries(MEASURED.map((of) => [of, mean(of)])) };
}

/** Rounds by what was asked, in the order of their first ones. */
export function roundsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const bySubject = new Map<string, Run[]>();
  for (const run of runs) bySubject.set(subjectOf(run), [...(bySubject.get(subjectOf(run)) ?? []), run]);
  return [...bySubject.values()];
}

/**
 * Per run, the mean over the cheaper half of its rounds by a place's cost, with statements, look-ups and waiting of the same
 * rounds. Other work on the machine can only add cost; the minimum would depend on single slices.
 */
export function typicalAt(place: keyof Cost, runs: readonly Run[]): readonly Run[] {
  return roundsOf(runs).map((rounds) => {
    const sorted = rounds.toSorted((a, b) => spentAt(place, a) - spentAt(place, b));
    return meanOf(sorted.slice(0, Math.ceil(sorted.length / 2)));
  });
}

type Field = 'replica' | 'worker' | 'forReplicas' | 'forWorker' | 'redis' | 'wal' | 'commits' | 'lock';
const PLACE_OF: Readonly<Record<Field, keyof Cost>> = {
  replica: 'replica',
  worker: 'worker',
  forReplicas: 'database',
  forWorker: 'database',
  redis: 'redis',
  wal: 'wal',
  commits: 'commits',
  lock: 'lock',
};

/** Parts of a field's cost. */
const partsOf = (runs: readonly Run[], of: Field, x: (run: Run) => readonly number[]): readonly number[] => {
  const points = typicalAt(PLACE_OF[of], runs).map((run) => ({ x: x(run), y: Math.max(run[of], 1e-3) }));
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

/** Share of the time that replicas wanted a processor and had none. */
export const waitingOf = ({ contention }: Pick<Run, 'contention'>): number => contention / (1 + contention);

/**
 * Waiting beyond this thins statements out no further: with one that waits for each that runs, every call already finds the
 * processors taken when it wakes up.
 */
const FULL = 0.5;
/** The part of {@link waitingOf} that thins statements out. */
export const thinningWait = (run: Run): number => Math.min(waitingOf(run), FULL);
/** Divisor of the calls of a statement for waiting. */
const thinning = (run: Run, slope: number): number => 1 + slope * thinningWait(run);

/** Calls of a statement by connections where nobody waits for a processor. @param slope of {@link batchThere}. */
export function batchesOf(runs: readonly Run[], slope = 0): CallDemand['batches'] {
  const known = typicalAt('replica', runs).filter(({ of }) => of === 0);
  return known
    .map((run) => [run.size, callsOfStatement(run) * thinning(run, slope)] as const)
    .toSorted(([a], [b]) => a - b);
}

/** Calls of a statement of a run by the model: a replica that waits for a processor collects fewer of them. */
export const batchThere = (demand: CallDemand, run: Run, slope: number): number =>
  Math.max(1, batchOf(demand, run.size) / thinning(run, slope));

function callDemand(runs: readonly Run[]): CallDemand {
  const partsAt = (of: Field): readonly number[] =>
    partsOf(runs, of, (run) => [1, 1 / callsOfStatement(run), run.lookups]);
  const [replica, database] = [partsAt('replica'), partsAt('forReplicas')];
  const wal = partsOf(runs, 'wal', (run) => [1, 1 / callsOfStatement(run), run.of]);
  return {
    replica: sharedOf(replica),
    database: sharedOf(database),
    lookup: { replica: replica[2] ?? 0, database: database[2] ?? 0, wal: wal[2] ?? 0 },
    batches: batchesOf(runs),
    wal: sharedOf(wal),
    commits: sharedOf(partsOf(runs, 'commits', (run) => [1, 1 / callsOfStatement(run)])),
  };
}

/** @param few runs of one and two replicas: Redis does not tell what it does for whom. */
function eventDemand(runs: readonly Run[], few: readonly Run[]): EventDemand {
  const shared = (of: Field): Shared => sharedOf(partsOf(runs, of, ({ size }) => [1, 1 / size]));
  const parts = partsOf(runs, 'replica', ({ size, of }) => [1, 1 / size, of, of / size]);
  const [store, read, append] = [shared('forWorker'), shared('forReplicas'), shared('worker')];
  const redis = partsOf(few, 'redis', ({ size, replicas }) => [1, 1 / size, replicas, replicas / size]);
  return {
    store,
    read,
    append,
    frame: sharedOf(parts),
    write: sharedOf(parts.slice(2)),
    publish: sharedOf(redis),
    fetch: sharedOf(redis.slice(2)),
    wal: shared('wal'),
    commits: shared('commits'),
  };
}

/** Files of a symbol from the first of a page on: the mean of pages that begin with each day in turn. */
const filesThere = ({ size, of }: Pick<Run, 'size' | 'of'>): number => (of + filesOfPage(size) + 1) / 2;

function archiveDemand(pages: readonly Run[], written: readonly Run[]): ArchiveDemand {
  const files = ({ size }: Run): number => filesOfPage(size);
  const [fixed = 0, perFile = 0, perRow = 0] = partsOf(pages, 'replica', (run) => [1, files(run), run.size]);
  const list = partsOf(pages, 'forReplicas', (run) => [1, files(run), filesThere(run)]);
  const shared = (of: Field): Shared => sharedOf(partsOf(written, of, ({ size }) => [1, 1 / size]));
  const [listFixed = 0, listFile = 0, perListed = 0] = list;
  return {
    page: { fixed, perFile, perRow },
    list: { fixed: listFixed, perFile: listFile, perListed },
    write: shared('worker'),
    index: shared('forWorker'),
    wal: shared('wal'),
    commits: shared('commits'),
  };
}

/** Demands from the runs with one replica; of Redis from those with one and two. */
export function demandOf(runs: readonly Run[]): Demand {
  const few = (part: Run['part']): readonly Run[] => runs.filter((run) => run.part === part && run.replicas <= 2);
  const alone = (part: Run['part']): readonly Run[] => few(part).filter(({ replicas }) => replicas === 1);
  const each = (part: Run['part'], of: Field): number => partsOf(alone(part), of, () => [1])[0] ?? 0;
  const symbols = alone('symbols');
  return {
    calls: callDemand(alone('calls')),
    events: eventDemand(alone('events'), []),
    redis: eventDemand(alone('redis'), few('redis')),
    renewals: {
      replica: each('renewals', 'replica'),
      database: each('renewals', 'forReplicas'),
      wal: each('renewals', 'wal'),
      commits: each('renewals', 'commits'),
    },
    locks: { append: each('appends', 'lock'), wake: each('wakes', 'lock') },
    symbols: {
      refresh: lineOf(symbols, 'worker'),
      follow: lineOf(symbols, 'replica'),
      store: lineOf(symbols, 'forWorker'),
      read: lineOf(symbols, 'forReplicas'),
      wal: lineOf(symbols, 'wal'),
      commits: lineOf(symbols, 'commits'),
    },
    archive: archiveDemand(alone('pages'), alone('written')),
  };
}

/** Cost of a unit of a run by the model; of Postgres without its background processes. @param slope of {@link batchThere}. */
export function predicted(demand: Demand, run: Run, slope = 0): Cost {
  const { part, replicas, size, of, lookups } = run;
  switch (part) {
    case 'calls':
      return callCost(demand.calls, batchThere(demand.calls, run, slope), lookups, of);
    case 'events':
    case 'redis':
      return eventCost(demand[part], replicas, of * replicas, size);
    case 'renewals':
      return costOf(demand.renewals);
    case 'appends':
      return costOf({ lock: demand.locks.append });
    case 'wakes':
      return costOf({ lock: demand.locks.wake });
    case 'symbols':
      return refreshCost(demand.symbols, size, replicas);
    case 'pages':
      return pageCost(demand.archive, size, filesThere({ size, of }));
    case 'written':
      return writeCost(demand.archive, size);
    case 'first':
    case 'idle':
      return costOf({});
  }
}
