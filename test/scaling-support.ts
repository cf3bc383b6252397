/** Runs that cost what a known demand says, for tests of the model of scaling and of its report. */

import { predicted } from '../benchmarks/scaling/demands.ts';
import { batchOf, type Demand } from '../benchmarks/scaling/model.ts';
import type { Run } from '../benchmarks/scaling/runs.ts';

export const demand: Demand = {
  calls: {
    replica: { perItem: 30, perBatch: 100 },
    database: { perItem: 30, perBatch: 200 },
    lookup: { replica: 150, database: 120 },
    batches: [
      [1, 1],
      [32, 10],
    ],
  },
  events: {
    store: { perItem: 50, perBatch: 150 },
    read: { perItem: 20, perBatch: 80 },
    append: { perItem: 40, perBatch: 100 },
    frame: { perItem: 100, perBatch: 200 },
    write: { perItem: 2, perBatch: 4 },
  },
  symbols: {
    refresh: { fixed: 1000, perUnit: 4000 },
    follow: { fixed: 500, perUnit: 100 },
    store: { fixed: 2000, perUnit: 300 },
    read: { fixed: 100, perUnit: 20 },
  },
  archive: {
    page: { fixed: 500, perFile: 3000, perRow: 4 },
    list: { fixed: 200, perFile: 10, perListed: 8 },
    write: { perItem: 9000, perBatch: 2000 },
    index: { perItem: 300, perBatch: 500 },
  },
};

/** A run of one unit that costs what a demand says. */
export function runOf(part: Run['part'], replicas: number, size: number, of: number): Run {
  const none = { replica: 0, worker: 0, forReplicas: 0, forWorker: 0, background: 0, contention: 0 };
  const lookups = part === 'calls' ? of * 0.9 : 0;
  const statements = 1 / batchOf(demand.calls, size) + lookups;
  const run = { part, replicas, size, of, units: 1, ...none, statements, lookups };
  const { replica, worker } = predicted(demand, run);
  const { events, symbols, archive } = demand;
  if (part === 'events') {
    const { store, read } = events;
    const forReplicas = (read.perItem + read.perBatch / size) * replicas;
    return { ...run, replica, worker, forReplicas, forWorker: store.perItem + store.perBatch / size };
  }
  if (part === 'symbols') {
    const { store, read } = symbols;
    const forReplicas = (read.fixed + read.perUnit * size) * replicas;
    return { ...run, replica, worker, forReplicas, forWorker: store.fixed + store.perUnit * size };
  }
  if (part === 'written') return { ...run, worker, forWorker: archive.index.perItem + archive.index.perBatch / size };
  return { ...run, replica, forReplicas: predicted(demand, run).database };
}
export const RUNS: readonly Run[] = [
  ...[1, 8, 32].map((connections) => runOf('calls', 1, connections, 0)),
  runOf('calls', 1, 32, 1),
  ...[1, 20].flatMap((each) => [10, 100].map((streams) => runOf('events', 1, each, streams))),
  ...[20, 40, 80].map((symbols) => runOf('symbols', 1, symbols, 0)),
  ...[100, 1000, 5000].flatMap((rows) => [10, 40].map((days) => runOf('pages', 1, rows, days))),
  ...[4, 20].map((symbols) => runOf('written', 1, symbols, 60)),
];
