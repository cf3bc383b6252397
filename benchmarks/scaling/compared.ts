/** Compares runs with the model by part and place, with the error of the model. */

import { predictedHere, type Crowding } from './crowding.ts';
import { roundsOf, spentAt, typicalAt } from './demands.ts';
import type { Cost, Demand } from './model.ts';
import type { Run } from './runs.ts';

/** Parts of the model with the places where they cost processor time. */
export const PLACES = {
  calls: ['replica', 'database', 'wal', 'commits'],
  events: ['replica', 'worker', 'database', 'wal', 'commits'],
  redis: ['replica', 'worker', 'database', 'redis', 'wal', 'commits'],
  renewals: ['replica', 'database', 'wal', 'commits'],
  appends: ['lock'],
  wakes: ['lock'],
  symbols: ['replica', 'worker', 'database', 'wal', 'commits'],
  pages: ['replica', 'database'],
  written: ['worker', 'database', 'wal', 'commits'],
} as const satisfies Partial<Record<Run['part'], readonly (keyof Cost)[]>>;
export type Part = keyof typeof PLACES;

/** Names of parts in tables. */
export const NAMES: Readonly<Record<Part, string>> = {
  calls: 'keyed calls',
  events: 'events through Postgres',
  redis: 'events through Redis',
  renewals: 'renewals of streams',
  appends: 'lock of appends',
  wakes: 'lock of wake-ups',
  symbols: 'symbols',
  pages: 'pages of the archive',
  written: 'days of the archive',
};
/** Names of places in tables. */
export const PLACE_NAMES: Readonly<Record<keyof Cost, string>> = {
  replica: 'replica',
  worker: 'worker',
  database: 'Postgres',
  redis: 'Redis',
  wal: 'WAL',
  commits: 'commits',
  lock: 'time of the lock',
};
/** Units of places. */
export const UNITS: Readonly<Record<keyof Cost, string>> = {
  replica: 'µs',
  worker: 'µs',
  database: 'µs',
  redis: 'µs',
  wal: 'bytes',
  commits: '',
  lock: 'µs',
};

/** Cost of a unit. */
export interface Pair {
  readonly seen: number;
  readonly model: number;
  /** Cheapest and most expensive round behind `seen`. */
  readonly rounds: readonly [least: number, most: number];
}

/** Run over all rounds, with the model's value. */
export interface Compared {
  readonly run: Run;
  /** By the places of the part. */
  readonly costs: ReadonlyMap<keyof Cost, Pair>;
}

/** Model over measurement, minus 1. */
export const errorOf = ({ seen, model }: Pair): number => model / seen - 1;

/** Runs of a part by size, with 1, 2 and 4 replicas in one row. */
export function compared(part: Part, demand: Demand, crowding: Crowding, runs: readonly Run[]): readonly Compared[] {
  const own = runs.filter((run) => run.part === part);
  const rounds = roundsOf(own);
  const places: readonly (keyof Cost)[] = PLACES[part];
  const pairsAt = (place: keyof Cost): readonly Pair[] =>
    typicalAt(place, own).map((run, row) => {
      const spent = rounds[row]!.map((round) => spentAt(place, round));
      return {
        seen: spentAt(place, run),
        model: predictedHere(demand, crowding, run)[place],
        rounds: [Math.min(...spent), Math.max(...spent)],
      };
    });
  const pairs = new Map(places.map((place) => [place, pairsAt(place)]));
  const rows = typicalAt(places[0]!, own).map((run, row) => ({
    run,
    costs: new Map([...pairs].map(([place, found]) => [place, found[row]!])),
  }));
  return rows.toSorted((a, b) => a.run.size - b.run.size || a.run.of - b.run.of || a.run.replicas - b.run.replicas);
}

/** One figure of the model and its error. */
export interface Figure extends Pair {
  readonly part: Part;
  readonly place: keyof Cost;
  readonly run: Run;
  readonly error: number;
}

/** All measured figures of the model. */
export function figuresOf(demand: Demand, crowding: Crowding, runs: readonly Run[]): readonly Figure[] {
  return partsOf(runs).flatMap((part) =>
    compared(part, demand, crowding, runs).flatMap(({ run, costs }) =>
      [...costs].map(([place, pair]) => ({ part, place, run, ...pair, error: errorOf(pair) })),
    ),
  );
}

/** Measured parts. */
export function partsOf(runs: readonly Run[]): readonly Part[] {
  const measured = new Set(runs.map(({ part }) => part));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  return (Object.keys(PLACES) as Part[]).filter((part) => measured.has(part));
}

/** Figure with the largest absolute error; undefined for an empty list. */
export const worstOf = (figures: readonly Figure[]): Figure | undefined =>
  figures.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error))[0];

/** Tolerated error: a fifth. */
const MOST_OFF = 0.2;
export const isBeyond = ({ error }: Figure): boolean => Math.abs(error) > MOST_OFF;

/** Fewest and most rounds of a run. */
export function roundCounts(runs: readonly Run[]): readonly [least: number, most: number] {
  const counts = roundsOf(runs.filter(({ part }) => part in PLACES)).map(({ length }) => length);
  return [Math.min(...counts), Math.max(...counts)];
}
