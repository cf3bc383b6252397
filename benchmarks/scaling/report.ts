/** Tables of docs/scaling.md: measured against the model, how far rounds lie apart, and larger loads. */

import { FITTED_TO, predictedHere, type Crowding } from './crowding.ts';
import { callsOfStatement, leastAt, spentAt } from './demands.ts';
import { busyBy, lookupsOf, replicasFor, stations, type Cost, type Demand, type Load } from './model.ts';
import type { Run } from './runs.ts';

const line = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const rounded = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`;

/** Places whose cost a part has. */
const PLACES: Readonly<Record<Exclude<Run['part'], 'idle'>, readonly (keyof Cost)[]>> = {
  calls: ['replica', 'database'],
  events: ['replica', 'worker', 'database'],
  symbols: ['replica', 'worker', 'database'],
  pages: ['replica', 'database'],
  written: ['worker', 'database'],
};

/** Each run, the model, and its error. */
export function printRuns(demand: Demand, crowding: Crowding, runs: readonly Run[]): void {
  for (const [part, places] of Object.entries(PLACES)) {
    const own = runs.filter((run) => run.part === part);
    if (own.length === 0) continue;
    const worst = { seen: 0, predicted: 0 };
    console.log(`\n${part}: µs measured / model / off`);
    const columns = places.map((place) => leastAt(place, own));
    for (const [row, run] of columns[0]!.entries()) {
      const cells = places.map((place, column) => {
        const least = columns[column]![row]!;
        const [seen, model] = [spentAt(place, least), predictedHere(demand, crowding, least)[place]];
        const kind = run.replicas > FITTED_TO ? 'predicted' : 'seen';
        worst[kind] = Math.max(worst[kind], Math.abs(model / seen - 1));
        return `${rounded(seen)} / ${rounded(model)} / ${percent(model / seen - 1)}`;
      });
      const batch = part === 'calls' ? [callsOfStatement(run).toFixed(1), run.lookups.toFixed(2)] : [];
      line(run.replicas, run.size, run.of, ...batch, ...cells, rounded(run.background), percent(run.contention));
    }
    console.log(
      `largest error of up to ${FITTED_TO} replicas ${percent(worst.seen)}, of more ${percent(worst.predicted)}`,
    );
  }
  for (const run of runs.filter(({ part }) => part === 'idle')) {
    console.log(
      `idle, ${run.replicas} replicas, µs a second: a replica ${rounded(run.replica)}, Postgres for them ${rounded(run.forReplicas)}, own processes ${rounded(run.background)}`,
    );
  }
}

/** The largest over the smallest of the rounds of a run, beside how busy the machine was. */
export function printSpread(runs: readonly Run[]): void {
  console.log('\nrounds of the runs: largest over smallest, and the contention of both');
  const bySubject = new Map<string, Run[]>();
  for (const run of runs) {
    const subject = `${run.part} ${run.replicas} ${run.size} ${run.of}`;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), run]);
  }
  for (const [subject, rounds] of bySubject) {
    const sorted = rounds.toSorted((a, b) => a.replica + a.worker - b.replica - b.worker);
    const [least, most] = [sorted[0]!, sorted.at(-1)!];
    const ratio = (most.replica + most.worker) / (least.replica + least.worker);
    if (rounds.length > 1) {
      console.log(`  ${subject}: ${ratio.toFixed(2)}, ${percent(least.contention)} and ${percent(most.contention)}`);
    }
  }
}

/** A day with ten thousand active keys: figures of a load, not of a measurement. */
const BASE: Load = {
  calls: 500,
  connections: 32,
  keys: 10_000,
  events: 2,
  batch: 1,
  streams: 200,
  symbols: 230,
  pages: 1,
  pageRows: 1000,
  pageFiles: 64,
};
/** Coins do not grow with callers: there are some thousands in all. */
const MOST_SYMBOLS = 5000;
const DATABASE_PROCESSORS = 8;
/** Connections of a replica: its pool, and the one that listens. */
const CONNECTIONS = 11;

/** The load so many times over. */
function times(base: Load, n: number): Load {
  const { calls, connections, keys, events, streams, pages, symbols } = base;
  return {
    ...base,
    calls: calls * n,
    connections: connections * n,
    keys: keys * n,
    events: events * n,
    streams: streams * n,
    pages: pages * n,
    symbols: Math.min(symbols * n, MOST_SYMBOLS),
  };
}

/** Needs of 1, 10, 100 and 1,000 times the load. */
export function printForecast(demand: Demand): void {
  console.log(`\n${JSON.stringify(BASE)}\nPostgres on ${DATABASE_PROCESSORS} processors, replicas below 70 % busy`);
  for (const n of [1, 10, 100, 1000]) {
    for (const batch of [1, 20]) {
      const load = { ...times(BASE, n), batch };
      const replicas = replicasFor(demand, load);
      console.log(`\n${n} x, appends of ${batch}: ${replicas ?? 'no number of'} replicas`);
      const busy = busyBy(demand, load, replicas ?? 1000);
      const lookups = lookupsOf(load.calls / (replicas ?? 1000), load.keys);
      const found = (lookups * load.calls * demand.calls.lookup.database) / 1e6;
      line('of calls', `${lookups.toFixed(2)} look-ups a call`, `${found.toFixed(2)} processors of Postgres`);
      for (const [part, { replica, worker, database }] of Object.entries(busy)) {
        line(part, percent(replica), percent(worker), `${database.toFixed(2)} processors`);
      }
      const [, worker, database] = stations(demand, load, replicas ?? 1000, DATABASE_PROCESSORS);
      line(
        'all',
        percent(worker!.utilisation),
        percent(database!.utilisation),
        `${(replicas ?? 1000) * CONNECTIONS} connections`,
      );
    }
  }
}
