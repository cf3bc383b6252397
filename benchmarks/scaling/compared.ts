/** Runs beside the model, by part and place, and how far the model is off. */

import { predictedHere, type Crowding } from './crowding.ts';
import { roundsOf, spentAt, typicalAt } from './demands.ts';
import type { Cost, Demand } from './model.ts';
import type { Run } from './runs.ts';

/** Parts that the model knows, and the places that they cost something. */
export const PLACES = {
  calls: ['replica', 'database'],
  events: ['replica', 'worker', 'database'],
  symbols: ['replica', 'worker', 'database'],
  pages: ['replica', 'database'],
  written: ['worker', 'database'],
} as const satisfies Partial<Record<Run['part'], readonly (keyof Cost)[]>>;
export type Part = keyof typeof PLACES;

/** Names of parts and places in tables. */
export const NAMES: Readonly<Record<Part | keyof Cost, string>> = {
  calls: 'keyed calls',
  events: 'events and streams',
  symbols: 'symbols',
  pages: 'pages of the archive',
  written: 'days of the archive',
  replica: 'replica',
  worker: 'worker',
  database: 'Postgres',
};

/** µs of a unit. */
export interface Pair {
  readonly seen: number;
  readonly model: number;
  /** The cheapest round and the dearest, of all that `seen` is taken from. */
  readonly rounds: readonly [least: number, most: number];
}

/** A run of all its rounds, beside the model. */
export interface Compared {
  readonly run: Run;
  readonly costs: Readonly<Record<keyof Cost, Pair>>;
}

/** The model over what was measured, less 1. */
export const errorOf = ({ seen, model }: Pair): number => model / seen - 1;

/** Runs of a part by size, those of 1, 2 and 4 replicas beside each other. */
export function compared(part: Part, demand: Demand, crowding: Crowding, runs: readonly Run[]): readonly Compared[] {
  const own = runs.filter((run) => run.part === part);
  const rounds = roundsOf(own);
  const at = (place: keyof Cost): readonly Run[] => typicalAt(place, own);
  const typical = { replica: at('replica'), worker: at('worker'), database: at('database') };
  const pairOf = (place: keyof Cost, row: number): Pair => {
    const run = typical[place][row]!;
    const spent = rounds[row]!.map((round) => spentAt(place, round));
    return {
      seen: spentAt(place, run),
      model: predictedHere(demand, crowding, run)[place],
      rounds: [Math.min(...spent), Math.max(...spent)],
    };
  };
  const rows = typical[PLACES[part][0]].map((run, row) => ({
    run,
    costs: { replica: pairOf('replica', row), worker: pairOf('worker', row), database: pairOf('database', row) },
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

/** Every figure of the model that was measured. */
export function figuresOf(demand: Demand, crowding: Crowding, runs: readonly Run[]): readonly Figure[] {
  return partsOf(runs).flatMap((part) =>
    compared(part, demand, crowding, runs).flatMap(({ run, costs }) =>
      PLACES[part].map((place) => ({ part, place, run, ...costs[place], error: errorOf(costs[place]) })),
    ),
  );
}

/** Parts that were measured. */
export function partsOf(runs: readonly Run[]): readonly Part[] {
  const measured = new Set(runs.map(({ part }) => part));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  return (Object.keys(PLACES) as Part[]).filter((part) => measured.has(part));
}

/** Largest error by size, of some figures; undefined of none. */
export const worstOf = (figures: readonly Figure[]): Figure | undefined =>
  figures.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error))[0];

/** A fifth: as far as a figure may be off. */
const MOST_OFF = 0.2;
export const isBeyond = ({ error }: Figure): boolean => Math.abs(error) > MOST_OFF;

/** Rounds of the run with fewest of them and with most. */
export function roundCounts(runs: readonly Run[]): readonly [least: number, most: number] {
  const counts = roundsOf(runs.filter(({ part }) => part in PLACES)).map(({ length }) => length);
  return [Math.min(...counts), Math.max(...counts)];
}
