/** Blocks of docs/scaling.md that the benchmark writes, by the names of their markers. */

import type { Crowding } from './crowding.ts';
import {
  compared,
  errorOf,
  figuresOf,
  isBeyond,
  NAMES,
  partsOf,
  PLACES,
  roundCounts,
  worstOf,
  type Compared,
  type Figure,
  type Pair,
  type Part,
} from './compared.ts';
import { callsOfStatement, roundsOf, waitingOf } from './demands.ts';
import { countingIsFirst, loadTable, lookupsOverCounting } from './forecast.ts';
import type { Demand, Shared } from './model.ts';
import type { Run } from './runs.ts';

/** Runs, and the model that was fitted to them. */
export interface Report {
  /** Machine, date and load. */
  readonly machine: string;
  readonly runs: readonly Run[];
  readonly demand: Demand;
  readonly crowding: Crowding;
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
/** Two digits at least, thousands apart. */
const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 1 ? 2 : value < 10 ? 1 : 0 });
const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`;
const pair = ({ seen, model }: Pair, unit = 1): string => `${number(seen / unit)} (${number(model / unit)})`;
const MS = 1000;

/** The blocks of what was measured. A document must have the markers of each. */
export function blocksOf(report: Report): Readonly<Record<string, readonly string[]>> {
  const { demand, crowding, runs } = report;
  const rowsOf = (part: Part): readonly Compared[] => compared(part, demand, crowding, runs);
  return {
    'scaling-status': status(report),
    'scaling-calls': calls(rowsOf('calls'), report),
    'scaling-events': events(rowsOf('events'), demand),
    'scaling-symbols': symbols(rowsOf('symbols'), demand),
    'scaling-archive': archive(rowsOf('pages'), rowsOf('written'), report),
    'scaling-loads': loads(demand),
  };
}

function status({ machine, runs, demand, crowding }: Report): readonly string[] {
  const figures = figuresOf(demand, crowding, runs);
  const sizes = [...new Set(runs.map(({ replicas }) => replicas))].toSorted((a, b) => a - b);
  const [least, most] = roundCounts(runs);
  return [
    `**Status.** Measured on ${machine}; ${least} to ${most} rounds of each run. ${verdict(figures)} Largest error of the model:`,
    '',
    row('', ...sizes.map((size) => `${size} replica${size === 1 ? ', fitted' : 's'}`)),
    row('---', ...sizes.map(() => '---')),
    ...partsOf(runs).map((part) =>
      row(
        NAMES[part],
        ...sizes.map((size) => worst(figures.filter((one) => one.part === part && one.run.replicas === size))),
      ),
    ),
    ...beyondList(figures),
  ];
}

function verdict(figures: readonly Figure[]): string {
  const ahead = figures.filter(({ run }) => run.replicas > 1);
  const beyond = ahead.filter(isBeyond).length;
  return beyond === 0
    ? `Each of the ${ahead.length} figures of more than one replica is predicted within a fifth.`
    : `${ahead.length - beyond} of the ${ahead.length} figures of more than one replica are predicted within a fifth.`;
}

/** Largest error of each place. */
function worst(figures: readonly Figure[]): string {
  const places = [...new Set(figures.map(({ place }) => place))];
  return places
    .map(
      (place) => `${NAMES[place]} ${percent(Math.abs(worstOf(figures.filter((one) => one.place === place))!.error))}`,
    )
    .join(', ');
}

/** Figures that are off by more than a fifth, the worst first. */
export function beyondList(figures: readonly Figure[]): readonly string[] {
  const beyond = figures.filter(isBeyond).toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error));
  if (beyond.length === 0) return [];
  return [
    '',
    'Beyond a fifth:',
    '',
    ...beyond.map(
      ({ part, place, run, error, rounds: [least, most], model }) =>
        `- ${NAMES[part]}, ${run.replicas} replica${run.replicas === 1 ? '' : 's'}, ${sizeOf(part, run)}: ${NAMES[place]} ${percent(error)} (rounds of ${number(least)} to ${number(most)} µs, the model ${number(model)})`,
    ),
  ];
}

/** Size of a run, in words. */
function sizeOf(part: Part, { size, of }: Run): string {
  if (part === 'calls') return `${size} connections${of === 1 ? ', every key new' : ''}`;
  if (part === 'events') return `${size} an append, ${of} streams`;
  if (part === 'symbols') return `${size} symbols`;
  return part === 'pages' ? `${size} rows, ${of} days` : `${size} symbols of a day`;
}

function calls(rows: readonly Compared[], { demand, crowding }: Report): readonly string[] {
  const { replica, database, lookup } = demand.calls;
  return [
    'µs a call:',
    '',
    row(
      'replicas',
      'connections of each',
      'calls a statement',
      'look-ups a call',
      'waiting',
      'replica (model)',
      'Postgres (model)',
    ),
    '|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(({ run, costs }) =>
      row(
        run.replicas,
        `${run.size}${run.of === 1 ? ', every key new' : ''}`,
        callsOfStatement(run).toFixed(1),
        run.lookups.toFixed(2),
        percent(waitingOf(run)),
        pair(costs.replica),
        pair(costs.database),
      ),
    ),
    '',
    `Without waiting a call that looks nothing up costs a replica ${number(replica.perItem)} µs and Postgres ${number(database.perItem)}, its statement ${number(replica.perBatch)} and ${number(database.perBatch)}, a look-up ${number(lookup.replica)} and ${number(lookup.database)}. Waiting for processors: s is ${number(crowding.replica)} for replicas, ${number(crowding.database)} for Postgres and ${number(crowding.batch)} for the calls of a statement.`,
  ];
}

const alone = ({ perItem, perBatch }: Shared): number => perItem + perBatch;

function events(rows: readonly Compared[], { events: { store, read, write } }: Demand): readonly string[] {
  return [
    'µs an event:',
    '',
    row(
      'replicas',
      'events of an append',
      'streams of a replica',
      'replica (model)',
      'worker (model)',
      'Postgres (model)',
    ),
    '|---:|---:|---:|---:|---:|---:|',
    ...rows.map(({ run, costs }) =>
      row(run.replicas, run.size, run.of, pair(costs.replica), pair(costs.worker), pair(costs.database)),
    ),
    '',
    `An event that is appended alone costs Postgres ${number(alone(store))} µs and each replica's reading of it ${number(alone(read))} more; one of twenty ${number(store.perItem + store.perBatch / 20)} and ${number(read.perItem + read.perBatch / 20)}. A stream costs a replica ${number(write.perBatch)} µs for each turn in which it is written to and ${number(write.perItem)} for each event.`,
  ];
}

function symbols(rows: readonly Compared[], { symbols: { refresh, follow, store, read } }: Demand): readonly string[] {
  const each = (one: { readonly perUnit: number; readonly fixed: number }): string =>
    `${number(one.perUnit / MS)} (and ${number(one.fixed / MS)} once)`;
  return [
    'A refresh by every engine, cycle and nowcast included, ms:',
    '',
    row('replicas', 'symbols', 'each replica that reads it (model)', 'the worker (model)', 'Postgres (model)'),
    '|---:|---:|---:|---:|---:|',
    ...rows.map(({ run, costs }) =>
      row(run.replicas, run.size, pair(costs.replica, MS), pair(costs.worker, MS), pair(costs.database, MS)),
    ),
    '',
    `ms a symbol: the worker ${each(refresh)}, each reader ${each(follow)}, Postgres ${each(store)}, and for each reader ${each(read)}.`,
  ];
}

function archive(
  pages: readonly Compared[],
  written: readonly Compared[],
  { runs, demand }: Report,
): readonly string[] {
  const { page, write, index } = demand.archive;
  const first = runs.filter(({ part }) => part === 'first').map(({ worker }) => number(worker / MS));
  return [
    'A page that begins with a day of one symbol, from archives of 10 and of 20 days (57,600 and 432,000 rows): ms of the replica, µs of Postgres:',
    '',
    row('replicas', 'rows of the page', 'days', 'replica (model)', 'Postgres (model)'),
    '|---:|---:|---:|---:|---:|',
    ...pages.map(({ run, costs }) =>
      row(run.replicas, number(run.size), run.of, pair(costs.replica, MS), pair(costs.database)),
    ),
    '',
    'A file of 1,440 rows that is written, one of a day of so many symbols:',
    '',
    row('replicas', 'symbols of the day', 'worker, ms (model)', 'Postgres, µs (model)'),
    '|---:|---:|---:|---:|',
    ...written.map(({ run, costs }) => row(run.replicas, run.size, pair(costs.worker, MS), pair(costs.database))),
    '',
    `A file costs ${number(page.perFile / MS)} ms to read, whatever part of it is asked for, and a row ${number(page.perRow)} µs more. One costs ${number(write.perItem / MS)} ms to write and Postgres ${number(index.perItem)} µs, a day ${number(write.perBatch / MS)} ms and ${number(index.perBatch)} µs; each of the first 40 files of a process ${first.join(', ')} ms, which the warm-up keeps out of the table.`,
  ];
}

function loads(demand: Demand): readonly string[] {
  const ratios = lookupsOverCounting(demand);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(number);
  return [
    ...loadTable(demand),
    '',
    `Look-ups of keys keep Postgres ${least} to ${most} times as busy as counting. ${
      countingIsFirst(demand)
        ? '**Counting is what Postgres ends by**: [0085](decisions/0085-counters.md) is to be reopened.'
        : 'Counting is not what Postgres ends by, so that counters stay where they are ([0085](decisions/0085-counters.md)).'
    }`,
  ];
}

/** The largest over the smallest of the rounds of each run, for who judges whether the machine was quiet. */
export function spreadLines(runs: readonly Run[]): readonly string[] {
  return roundsOf(runs)
    .filter(({ length }) => length > 1)
    .map((of) => {
      const costs = of.map(({ replica, worker }) => replica + worker).toSorted((a, b) => a - b);
      const [{ part, replicas, size, of: by }] = [of[0]!];
      return `  ${part} ${replicas} ${size} ${by}: ${of.length} rounds, ${(costs.at(-1)! / costs[0]!).toFixed(2)}`;
    });
}

/** Errors of every figure, for who judges the model. */
export function errorLines({ runs, demand, crowding }: Report): readonly string[] {
  return partsOf(runs).flatMap((part) => [
    `${NAMES[part]}: off by`,
    ...compared(part, demand, crowding, runs).map(({ run, costs }) => {
      const errors = PLACES[part].map((place) => `${NAMES[place]} ${percent(errorOf(costs[place]))}`);
      return `  ${run.replicas} replicas, ${sizeOf(part, run)}: ${errors.join(', ')}; waiting ${percent(waitingOf(run))}`;
    }),
  ]);
}

/** Costs of a second in which nothing is asked. */
export function idleLines(runs: readonly Run[]): readonly string[] {
  return runs
    .filter(({ part }) => part === 'idle')
    .map(
      ({ replicas, replica, forReplicas, background }) =>
        `idle, ${replicas} replicas, µs a second: a replica ${number(replica)}, Postgres for them ${number(forReplicas)}, its own processes ${number(background)}`,
    );
}
