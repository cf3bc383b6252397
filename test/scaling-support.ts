/** Runs that cost what a known demand says, for tests of the model of scaling and of its report. */

import { predicted } from '../benchmarks/scaling/demands.ts';
import { batchOf, type Demand } from '../benchmarks/scaling/model.ts';
import type { Run } from '../benchmarks/scaling/runs.ts';

const events: Demand['events'] = {
  store: { perItem: 50, perBatch: 150 },
  read: { perItem: 20, perBatch: 80 },
  append: { perItem: 40, perBatch: 100 },
  frame: { perItem: 100, perBatch: 200 },
  write: { perItem: 2, perBatch: 4 },
  publish: { perItem: 0, perBatch: 0 },
  fetch: { perItem: 0, perBatch: 0 },
  wal: { perItem: 200, perBatch: 300 },
  commits: { perItem: 0, perBatch: 2 },
};

export const demand: Demand = {
  calls: {
    replica: { perItem: 30, perBatch: 100 },
    database: { perItem: 30, perBatch: 200 },
    lookup: { replica: 150, database: 120, wal: 250 },
    wal: { perItem: 90, perBatch: 60 },
    commits: { perItem: 0, perBatch: 1 },
    batches: [
      [1, 1],
      [32, 10],
    ],
  },
  events,
  redis: {
    ...events,
    read: { perItem: 1, perBatch: 1 },
    publish: { perItem: 10, perBatch: 30 },
    fetch: { perItem: 5, perBatch: 15 },
    commits: { perItem: 0, perBatch: 1 },
  },
  renewals: { replica: 300, database: 200, wal: 150, commits: 1 },
  locks: { append: 1500, wake: 250 },
  symbols: {
    refresh: { fixed: 1000, perUnit: 4000 },
    follow: { fixed: 500, perUnit: 100 },
    store: { fixed: 2000, perUnit: 300 },
    read: { fixed: 100, perUnit: 20 },
    wal: { fixed: 4000, perUnit: 900 },
    commits: { fixed: 5, perUnit: 2 },
  },
  archive: {
    page: { fixed: 500, perFile: 3000, perRow: 4 },
    list: { fixed: 200, perFile: 10, perListed: 8 },
    write: { perItem: 9000, perBatch: 2000 },
    index: { perItem: 300, perBatch: 500 },
    wal: { perItem: 700, perBatch: 400 },
    commits: { perItem: 1, perBatch: 2 },
  },
};

/** A run of one unit that costs what a demand says. */
export function runOf(part: Run['part'], replicas: number, size: number, of: number): Run {
  const none = { replica: 0, worker: 0, redis: 0, wal: 0, commits: 0, lock: 0, contention: 0 };
  const lookups = part === 'calls' ? of * 0.9 : 0;
  const statements = 1 / batchOf(demand.calls, size) + lookups;
  const use = { ...none, forReplicas: 0, forWorker: 0, background: 0, statements, lookups };
  const { database, ...costs } = predicted(demand, { part, replicas, size, of, units: 1, ...use });
  const run = { part, replicas, size, of, units: 1, ...use, ...costs };
  const readers =
    part === 'events' || part === 'redis'
      ? demand[part].read.perItem + demand[part].read.perBatch / size
      : part === 'symbols'
        ? demand.symbols.read.fixed + demand.symbols.read.perUnit * size
        : undefined;
  if (readers !== undefined) {
    return { ...run, forReplicas: readers * replicas, forWorker: database - readers * replicas };
  }
  return part === 'written' ? { ...run, forWorker: database } : { ...run, forReplicas: database };
}

export const RUNS: readonly Run[] = [
  ...[1, 8, 32].map((connections) => runOf('calls', 1, connections, 0)),
  runOf('calls', 1, 32, 1),
  ...(['events', 'redis'] as const).flatMap((part) =>
    [1, 20].flatMap((each) => [10, 100].map((streams) => runOf(part, 1, each, streams))),
  ),
  runOf('renewals', 1, 600, 0),
  runOf('appends', 1, 400, 0),
  runOf('wakes', 1, 1000, 0),
  ...[20, 40, 80].map((symbols) => runOf('symbols', 1, symbols, 0)),
  ...[100, 1000, 5000].flatMap((rows) => [10, 40].map((days) => runOf('pages', 1, rows, days))),
  ...[4, 20].map((symbols) => runOf('written', 1, symbols, 60)),
];
