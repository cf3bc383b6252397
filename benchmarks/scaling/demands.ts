/** Demands of the model from the runs of one replica, and what the model says of any run. */

import { fitParts, type Point } from './fit.ts';
import {
  callCost,
  eventCost,
  filesOfPage,
  pageCost,
  refreshCost,
  type Cost,
  type Demand,
  type Line,
  type Shared,
} from './model.ts';
import type { Run } from './runs.ts';

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};

/** What a run was of: all rounds of it are one. */
const subjectOf = ({ part, replicas, size, of }: Run): string => [part, replicas, size, of].join(' ');

/** The medians of the rounds of each run, field by field. */
export function mediansOf(runs: readonly Run[]): readonly Run[] {
  const groups = grouped(runs);
  return [...groups.values()].map((rounds) => {
    const numbers = Object.entries(rounds[0]!).filter(([, value]) => typeof value === 'number');
    const middle = numbers.map(([name]) => [name, median(rounds.map((one) => Number(one[name as keyof Run])))]);
    return { ...rounds[0]!, ...Object.fromEntries(middle) };
  });
}

function grouped(runs: readonly Run[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) groups.set(subjectOf(run), [...(groups.get(subjectOf(run)) ?? []), run]);
  return groups;
}

type Field = 'replica' | 'worker' | 'forReplicas' | 'forWorker';
const points = (runs: readonly Run[], of: Field, x: (run: Run) => readonly number[]): readonly Point[] =>
  runs.map((run) => ({ x: x(run), y: Math.max(run[of], 1e-3) }));

/** Calls that one statement counted. Other statements than those that look a key up are few. */
export const callsOfStatement = ({ statements, lookups }: Run): number =>
  Math.max(1, 1 / Math.max(1e-9, statements - lookups));

function shared(runs: readonly Run[], of: Field, batch: (run: Run) => number): Shared {
  const [perItem, perBatch] = fitParts(points(runs, of, (run) => [1, 1 / batch(run)]));
  return { perItem: perItem!, perBatch: perBatch! };
}

function line(runs: readonly Run[], of: Field): Line {
  const [fixed, perUnit] = fitParts(points(runs, of, ({ size }) => [1, size]));
  return { fixed: fixed!, perUnit: perUnit! };
}

/** Demands from medians of runs with one replica. @param rows written by a refresh, by symbols. */
export function demandOf(medians: readonly Run[], rows: Readonly<Record<string, number>>): Demand {
  const alone = (part: Run['part']): readonly Run[] => medians.filter((run) => run.part === part && run.replicas === 1);
  const [calls, events, symbols, pages, written] = [
    alone('calls'),
    alone('events'),
    alone('symbols'),
    alone('pages'),
    alone('written'),
  ];
  const [known, unknown] = [calls.filter(({ of }) => of === 0), calls.filter(({ of }) => of === 1)];
  const callParts = (of: Field): readonly number[] =>
    fitParts(points([...known, ...unknown], of, (run) => [1, 1 / callsOfStatement(run), run.lookups]));
  const [replicaCall, databaseCall] = [callParts('replica'), callParts('forReplicas')];
  const each = ({ size }: Run): number => size;
  const [frameItem, frameBatch, writeItem, writeBatch] = fitParts(
    points(events, 'replica', ({ size, of }) => [1, 1 / size, of, of / size]),
  );
  const files = ({ size }: Run): number => filesOfPage(size);
  const [pageFixed, perFile, perRow] = fitParts(points(pages, 'replica', (run) => [1, files(run), run.size]));
  const [listFixed, listFile, perIndexed] = fitParts(points(pages, 'forReplicas', (run) => [1, files(run), run.of]));
  const [rowsFixed, rowsEach] = fitParts(Object.entries(rows).map(([n, y]) => ({ x: [1, Number(n)], y })));
  return {
    calls: {
      replica: { perItem: replicaCall[0]!, perBatch: replicaCall[1]! },
      database: { perItem: databaseCall[0]!, perBatch: databaseCall[1]! },
      lookup: { replica: replicaCall[2]!, database: databaseCall[2]! },
      batches: known.map((run) => [run.size, callsOfStatement(run)] as const).toSorted(([a], [b]) => a - b),
    },
    events: {
      store: shared(events, 'forWorker', each),
      read: shared(events, 'forReplicas', each),
      append: shared(events, 'worker', each),
      frame: { perItem: frameItem!, perBatch: frameBatch! },
      write: { perItem: writeItem!, perBatch: writeBatch! },
    },
    symbols: {
      refresh: line(symbols, 'worker'),
      follow: line(symbols, 'replica'),
      store: line(symbols, 'forWorker'),
      read: line(symbols, 'forReplicas'),
      rows: { fixed: rowsFixed!, perUnit: rowsEach! },
    },
    archive: {
      page: { fixed: pageFixed!, perFile: perFile!, perRow: perRow! },
      list: { fixed: listFixed!, perFile: listFile!, perIndexed: perIndexed! },
      write: median(written.map(({ worker }) => worker)),
      index: median(written.map(({ forWorker }) => forWorker)),
    },
  };
}

/** What the model says that a unit of a run costs; of Postgres without its background processes. */
export function predicted(demand: Demand, { part, replicas, size, of, lookups }: Run): Cost {
  if (part === 'calls') return callCost(demand.calls, size * replicas, replicas, lookups);
  if (part === 'events') return eventCost(demand.events, replicas, of * replicas, size);
  if (part === 'symbols') return refreshCost(demand.symbols, size, replicas);
  if (part === 'pages') return pageCost(demand.archive, size, of);
  return { replica: 0, worker: demand.archive.write, database: demand.archive.index };
}
