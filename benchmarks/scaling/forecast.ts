/** Larger loads by the model: replicas, processors of Postgres and connections that they need, and what breaks first. */

import { busyBy, lookupsOf, replicasFor, type Cost, type Demand, type Load } from './model.ts';

/** A day with ten thousand active keys: figures of a load, not of a measurement. */
export const BASE: Load = {
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
/** Processors of the machine of Postgres. */
const DATABASE_PROCESSORS = 8;
/** Connections of a replica, its pool and the one that listens, and those that Postgres takes by default. */
const CONNECTIONS = 11;
const MOST_CONNECTIONS = 100;
/** A worker, or Postgres, that is this busy is at its end. */
const BUSY = 0.7;
/** Replicas of which a load that no number carries is computed. */
const MANY = 1000;

/** A load so many times over. */
export function times(base: Load, n: number): Load {
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

/** Kinds of work of Postgres, in processors. */
const KINDS = ['look-ups of keys', 'counting', 'events', 'symbols', 'archive'] as const;
type Kind = (typeof KINDS)[number];

/** Needs of a load. */
interface Needs {
  /** Undefined where no number is enough: the others are then those of many. */
  readonly replicas: number | undefined;
  readonly connections: number;
  /** Processors that the worker keeps busy. */
  readonly worker: number;
  readonly database: Readonly<Record<Kind, number>>;
}

export function needsOf(demand: Demand, load: Load): Needs {
  const replicas = replicasFor(demand, load, BUSY, MANY);
  const busy = busyBy(demand, load, replicas ?? MANY);
  const lookups = lookupsOf(load.calls / (replicas ?? MANY), load.keys);
  const found = (lookups * load.calls * demand.calls.lookup.database) / 1e6;
  const all: readonly Cost[] = Object.values(busy);
  return {
    replicas,
    connections: (replicas ?? MANY) * CONNECTIONS,
    worker: all.reduce((sum, { worker }) => sum + worker, 0),
    database: {
      'look-ups of keys': found,
      counting: busy.calls.database - found,
      events: busy.events.database,
      symbols: busy.symbols.database,
      archive: busy.archive.database,
    },
  };
}

const totalOf = ({ database }: Needs): number => KINDS.reduce((sum, kind) => sum + database[kind], 0);

/** Limits of one replica beside one Postgres as it comes. */
const LIMITS = {
  'one replica': ({ replicas }) => replicas !== 1,
  'connections of Postgres': ({ connections }) => connections > MOST_CONNECTIONS,
  'processors of Postgres': (needs) => totalOf(needs) > BUSY * DATABASE_PROCESSORS,
  'the worker': ({ worker }) => worker > BUSY,
  'every replica': ({ replicas }) => replicas === undefined,
} as const satisfies Record<string, (needs: Needs) => boolean>;
type Limit = keyof typeof LIMITS;

/** Times the base up to which a forecast is asked for. */
const MOST_TIMES = 1000;

/** The least multiple of a load at which a limit is met, to a hundredth; undefined up to a thousand times. */
export function reachedAt(demand: Demand, base: Load, limit: Limit): number | undefined {
  const isMet = (n: number): boolean => LIMITS[limit](needsOf(demand, times(base, n)));
  if (isMet(1)) return 1;
  if (!isMet(MOST_TIMES)) return undefined;
  let [below, above] = [1, MOST_TIMES];
  while (above / below > 1.01) {
    const middle = Math.sqrt(below * above);
    if (isMet(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/** The kind that keeps Postgres busiest, and how much of it. */
const busiest = ({ database }: Needs): Kind => KINDS.toSorted((a, b) => database[b] - database[a])[0]!;

/** Limits in the order in which the load so many times over met them. */
function brokenAt(demand: Demand, base: Load, n: number): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  const met = (Object.keys(LIMITS) as Limit[])
    .map((limit) => ({ limit, at: reachedAt(demand, base, limit) ?? Infinity }))
    .filter(({ at }) => at <= n)
    .toSorted((a, b) => a.at - b.at)
    .map(({ limit, at }) => {
      const kind =
        limit === 'processors of Postgres' ? `, most of them for ${busiest(needsOf(demand, times(base, at)))}` : '';
      return `${limit} (${multiple(at)}${kind})`;
    });
  return met.length === 0 ? 'nothing' : met.join('; ');
}

const multiple = (n: number): string => `${n < 10 ? n.toFixed(1) : n.toFixed(0)} times`;
const few = (value: number): string => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0));

/** Multiples, with the events of an append: alone, and in twenties where it matters. */
const ASKED: readonly (readonly [times: number, batch: number])[] = [
  [1, 1],
  [10, 1],
  [100, 1],
  [100, 20],
  [1000, 1],
  [1000, 20],
];

/** Table of larger loads. */
export function loadTable(demand: Demand): readonly string[] {
  return [
    `| load | events of an append | replicas | processors of Postgres: ${KINDS.join(' / ')} | the worker | connections | limits met, in order |`,
    '|---:|---:|---:|---:|---:|---:|---|',
    ...ASKED.map(([n, batch]) => {
      const base = { ...BASE, batch };
      const needs = needsOf(demand, times(base, n));
      const enough = needs.replicas !== undefined;
      const cells = enough
        ? [
            needs.replicas,
            KINDS.map((kind) => few(needs.database[kind])).join(' / '),
            few(needs.worker),
            needs.connections.toLocaleString('en'),
          ]
        : ['no number is enough', '', few(needs.worker), ''];
      return `| ${[n.toLocaleString('en'), batch, ...cells, brokenAt(demand, base, n)].join(' | ')} |`;
    }),
  ];
}

/** Times that look-ups keep Postgres as busy as counting, at the loads asked for that some number of replicas carries. */
export function lookupsOverCounting(demand: Demand): readonly number[] {
  return ASKED.map(([n, batch]) => needsOf(demand, times({ ...BASE, batch }, n)))
    .filter(({ replicas }) => replicas !== undefined)
    .map(({ database }) => database['look-ups of keys'] / database.counting);
}

/**
 * Whether counting keeps Postgres busiest where its processors end first. A second store of counts is worth building only
 * then (decision 0085).
 */
export function countingIsFirst(demand: Demand): boolean {
  return [1, 20].some((batch) => {
    const base = { ...BASE, batch };
    const at = reachedAt(demand, base, 'processors of Postgres');
    return at !== undefined && busiest(needsOf(demand, times(base, at))) === 'counting';
  });
}
