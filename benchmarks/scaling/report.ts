/** Blocks of docs/evidence/scaling.md that the benchmark writes, by the names of their markers. */

import type { Crowding } from './crowding.ts';
import {
  compared,
  errorOf,
  figuresOf,
  isBeyond,
  NAMES,
  partsOf,
  PLACE_NAMES,
  roundCounts,
  UNITS,
  worstOf,
  type Compared,
  type Figure,
  type Part,
} from './compared.ts';
import { callsOfStatement, roundsOf, waitingOf } from './demands.ts';
import { countingIsFirst, loadTable, lookupsOverCounting } from './forecast.ts';
import type { Cost, Demand, Shared } from './model.ts';
import type { Run } from './runs.ts';

/** Runs, and the model that was fitted to them. */
export interface Report {
  /** Machine, date and load. */
  readonly machine: string;
  readonly runs: readonly Run[];
  readonly demand: Demand;
  readonly crowding: Crowding;
}

type Place = keyof Cost;

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
/** Two digits at least, thousands apart. */
const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 1 ? 2 : value < 10 ? 1 : 0 });
const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`;
const MS = 1000;

/** Parts that a block needs. */
const NEEDED: Readonly<Record<string, readonly Part[]>> = {
  'scaling-calls': ['calls'],
  'scaling-events': ['events', 'redis'],
  'scaling-symbols': ['symbols'],
  'scaling-archive': ['pages', 'written'],
  'scaling-locks': ['renewals', 'appends', 'wakes'],
  'scaling-loads': ['calls', 'events', 'redis', 'renewals', 'appends', 'wakes'],
};
const NOT_MEASURED = 'Not measured yet with commits that wait for the disk.';

/** The blocks of the document; one whose parts were not measured says so. A document must have the markers of each. */
export function blocksOf(report: Report): Readonly<Record<string, readonly string[]>> {
  const measured = new Set(partsOf(report.runs));
  const block = (name: string, lines: () => readonly string[]): readonly string[] =>
    NEEDED[name]!.every((part) => measured.has(part)) ? lines() : [NOT_MEASURED];
  return {
    'scaling-status': status(report),
    'scaling-calls': block('scaling-calls', () => calls(report)),
    'scaling-events': block('scaling-events', () => events(report)),
    'scaling-symbols': block('scaling-symbols', () => symbols(report)),
    'scaling-archive': block('scaling-archive', () => archive(report)),
    'scaling-written': written(report),
    'scaling-locks': block('scaling-locks', () => locks(report)),
    'scaling-loads': block('scaling-loads', () => loads(report)),
  };
}

function status({ machine, runs, demand, crowding }: Report): readonly string[] {
  const figures = figuresOf(demand, crowding, runs);
  const sizes = sizesOf(runs);
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

const sizesOf = (runs: readonly Run[]): readonly number[] =>
  [...new Set(runs.map(({ replicas }) => replicas))].toSorted((a, b) => a - b);

function verdict(figures: readonly Figure[]): string {
  const ahead = figures.filter(({ run }) => run.replicas > 1);
  const beyond = ahead.filter(isBeyond).length;
  return beyond === 0
    ? `Each of the ${ahead.length} figures of more than one replica is predicted within a fifth.`
    : `${ahead.length - beyond} of the ${ahead.length} figures of more than one replica are predicted within a fifth.`;
}

/** Largest error, and its place. */
function worst(figures: readonly Figure[]): string {
  const found = worstOf(figures);
  return found === undefined ? '' : `${percent(Math.abs(found.error))}, ${PLACE_NAMES[found.place]}`;
}

/** Figures that are off by more than a fifth, the worst first. */
export function beyondList(figures: readonly Figure[]): readonly string[] {
  const beyond = figures.filter(isBeyond).toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error));
  if (beyond.length === 0) return [];
  return [
    '',
    'Beyond a fifth:',
    '',
    ...beyond.map(({ part, place, run, error, rounds: [least, most], model }) => {
      const unit = UNITS[place] === '' ? '' : ` ${UNITS[place]}`;
      return `- ${NAMES[part]}, ${run.replicas} replica${run.replicas === 1 ? '' : 's'}${sizeOf(part, run)}: ${PLACE_NAMES[place]} ${percent(error)} (rounds of ${number(least)} to ${number(most)}${unit}, the model ${number(model)})`;
    }),
  ];
}

/** Size of a run, in words. */
function sizeOf(part: Part, { size, of }: Run): string {
  switch (part) {
    case 'calls':
      return `, ${size} connections${of === 1 ? ', every key new' : ''}`;
    case 'events':
    case 'redis':
      return `, ${size} an append, ${of} streams`;
    case 'symbols':
      return `, ${size} symbols`;
    case 'pages':
      return `, ${number(size)} rows, ${of} days`;
    case 'written':
      return `, ${size} symbols of a day`;
    case 'renewals':
    case 'appends':
    case 'wakes':
      return '';
  }
}

/** Rows of a part by size, the numbers of replicas beside each other. */
function bySize(part: Part, { demand, crowding, runs }: Report): readonly (readonly Compared[])[] {
  const rows = new Map<string, Compared[]>();
  for (const found of compared(part, demand, crowding, runs)) {
    const size = sizeOf(part, found.run);
    rows.set(size, [...(rows.get(size) ?? []), found]);
  }
  return [...rows.values()];
}

/** Measured cost of each number of replicas, and the model in brackets. */
const cellOf = (place: Place, found: readonly Compared[], unit = 1): string =>
  found
    .map(({ costs }) => {
      const { seen, model } = costs.get(place)!;
      return `${number(seen / unit)} (${number(model / unit)})`;
    })
    .join(', ');

/** Table of a part: what was asked, and a column for each place. */
function table(
  part: Part,
  report: Report,
  columns: readonly (readonly [title: string, place: Place, unit?: number])[],
  more: readonly (readonly [title: string, cell: (found: readonly Compared[]) => string])[] = [],
): readonly string[] {
  const sizes = sizesOf(report.runs);
  const counts = `${sizes.slice(0, -1).join(', ')} and ${sizes.at(-1)} replicas`;
  return [
    row(counts, ...more.map(([title]) => title), ...columns.map(([title]) => title)),
    row('---', ...[...more, ...columns].map(() => '---')),
    ...bySize(part, report).map((found) =>
      row(
        sizeOf(part, found[0]!.run).slice(2),
        ...more.map(([, cell]) => cell(found)),
        ...columns.map(([, place, unit]) => cellOf(place, found, unit)),
      ),
    ),
  ];
}

function calls(report: Report): readonly string[] {
  const { demand, crowding } = report;
  const { replica, database, lookup } = demand.calls;
  return [
    ...table(
      'calls',
      report,
      [
        ['replica, µs', 'replica'],
        ['Postgres, µs', 'database'],
      ],
      [
        ['calls a statement', (found) => found.map(({ run }) => callsOfStatement(run).toFixed(1)).join(', ')],
        ['waiting', (found) => found.map(({ run }) => percent(waitingOf(run))).join(', ')],
      ],
    ),
    '',
    `Without waiting a call costs a replica ${number(replica.perItem)} µs and Postgres ${number(database.perItem)}, its statement ${number(replica.perBatch)} and ${number(database.perBatch)}, a look-up ${number(lookup.replica)} and ${number(lookup.database)}. Slopes of waiting: ${number(crowding.replica)} for replicas, ${number(crowding.database)} for Postgres, ${number(crowding.batch)} for the calls of a statement.`,
  ];
}

const alone = ({ perItem, perBatch }: Shared): number => perItem + perBatch;

function events(report: Report): readonly string[] {
  const { store, read, write } = report.demand.events;
  const { publish, fetch, ...redis } = report.demand.redis;
  const columns = [
    ['replica, µs', 'replica'],
    ['worker, µs', 'worker'],
    ['Postgres, µs', 'database'],
  ] as const;
  return [
    'Through Postgres:',
    '',
    ...table('events', report, columns),
    '',
    'Through Redis:',
    '',
    ...table('redis', report, [...columns, ['Redis, µs', 'redis']]),
    '',
    `An event appended alone costs Postgres ${number(alone(store))} µs and ${number(alone(read))} for each replica that reads it; with Redis ${number(alone(redis.store))} and ${number(alone(redis.read))}, and Redis ${number(alone(publish))} and ${number(alone(fetch))}. A stream costs a replica ${number(write.perBatch)} µs for each turn in which it is written to and ${number(write.perItem)} for each event.`,
  ];
}

function symbols(report: Report): readonly string[] {
  return table('symbols', report, [
    ['each replica that reads it, ms', 'replica', MS],
    ['worker, ms', 'worker', MS],
    ['Postgres, ms', 'database', MS],
  ]);
}

function archive(report: Report): readonly string[] {
  const { page, write, index } = report.demand.archive;
  const first = report.runs.filter(({ part }) => part === 'first').map(({ worker }) => number(worker / MS));
  return [
    ...table('pages', report, [
      ['replica, ms', 'replica', MS],
      ['Postgres, µs', 'database'],
    ]),
    '',
    ...table('written', report, [
      ['worker, ms a file', 'worker', MS],
      ['Postgres, µs a file', 'database'],
    ]),
    '',
    `A file costs ${number(page.perFile / MS)} ms to read, whatever part of it is asked for, and a row ${number(page.perRow)} µs more; ${number(write.perItem / MS)} ms to write, and Postgres ${number(index.perItem)} µs; each of the first 40 files of a process ${first.join(', ')} ms, which the warm-up keeps out of the table.`,
  ];
}

/** Parts whose units reach the disk, and what a unit is. */
const UNITS_WRITTEN = [
  ['calls', 'a call'],
  ['events', 'an event, through Postgres'],
  ['redis', 'an event, through Redis'],
  ['renewals', 'a renewal'],
  ['symbols', 'a refresh'],
  ['written', 'a file'],
] as const satisfies readonly (readonly [Part, string])[];

function written(report: Report): readonly string[] {
  const measured = new Set(partsOf(report.runs));
  return [
    row('', 'bytes of the log', 'commits'),
    row('---', '---', '---'),
    ...UNITS_WRITTEN.filter(([part]) => measured.has(part)).flatMap(([part, name]) =>
      bySize(part, report)
        // Streams write nothing.
        .filter(([found]) => (part !== 'events' && part !== 'redis') || found!.run.of === 10)
        .map((found) =>
          row(
            `${name}${sizeOf(part, found[0]!.run).replace(/, \d+ streams/, '')}`,
            cellOf('wal', found),
            cellOf('commits', found),
          ),
        ),
    ),
  ];
}

function locks(report: Report): readonly string[] {
  const cell = (part: Part, place: Place): string =>
    bySize(part, report)
      .map((found) => cellOf(place, found))
      .join('; ');
  return [
    row('', 'µs'),
    row('---', '---'),
    row('an append of one event, four at a time on each replica', cell('appends', 'lock')),
    row('a statement of wake-ups, one at a time from each replica', cell('wakes', 'lock')),
    row('a renewal: replica', cell('renewals', 'replica')),
    row('a renewal: Postgres', cell('renewals', 'database')),
  ];
}

function loads({ demand, runs }: Report): readonly string[] {
  const measured = new Set(partsOf(runs));
  const left = (['symbols', 'pages', 'written'] as const).filter((part) => !measured.has(part));
  const ratios = lookupsOverCounting(demand);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(number);
  return [
    ...(left.length === 0
      ? []
      : [`Without ${left.map((part) => NAMES[part]).join(', ')}, which were not measured.`, '']),
    ...loadTable(demand),
    '',
    `Look-ups of keys keep Postgres ${least} to ${most} times as busy as counting. ${
      countingIsFirst(demand)
        ? '**Counting is what Postgres ends by**: [store](../chapters/store.md#counters-stay-in-postgres) is to be reopened.'
        : 'Counting is not what Postgres ends by, so that counters stay where they are ([store](../chapters/store.md#counters-stay-in-postgres)).'
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
      const errors = [...costs].map(([place, pair]) => `${PLACE_NAMES[place]} ${percent(errorOf(pair))}`);
      return `  ${run.replicas} replicas${sizeOf(part, run)}: ${errors.join(', ')}; waiting ${percent(waitingOf(run))}`;
    }),
  ]);
}

/** Costs of a second in which nothing is asked. */
export function idleLines(runs: readonly Run[]): readonly string[] {
  return runs
    .filter(({ part }) => part === 'idle')
    .map(
      ({ replicas, replica, forReplicas, background, redis, of }) =>
        `idle, ${replicas} replicas${of === 1 ? ' with Redis' : ''}, µs a second: a replica ${number(replica)}, Postgres for them ${number(forReplicas)}, its own processes ${number(background)}, Redis ${number(redis)}`,
    );
}
