/** Larger loads by the model: replicas, processors of Postgres, log and connections that they need, what breaks first, and the cost. */

import { busyBy, lookupShare, replicasFor, type Cost, type Demand, type Load } from './model.ts';

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
/** Throughput of the disk of Postgres, bytes a second: what a general purpose volume has without further payment. */
const DISK_BYTES = 125e6;
/** Wake-ups of a sender a second at most (`TICK_MS` of the store); the worker sends those of events. */
const MOST_WAKE_UPS = 100;
/** A worker, a lock, a disk, Redis or Postgres that is this busy is at its end. */
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
const KINDS = ['look-ups of keys', 'counting', 'events', 'renewals of streams', 'symbols', 'archive'] as const;
type Kind = (typeof KINDS)[number];

/** Needs of a load. */
interface Needs {
  /** Undefined where no number is enough: the others are then those of many. */
  readonly replicas: number | undefined;
  readonly connections: number;
  /** Processors that the worker and Redis keep busy. */
  readonly worker: number;
  readonly redis: number;
  readonly database: Readonly<Record<Kind, number>>;
  /** Bytes of the write-ahead log and commits a second. */
  readonly wal: number;
  readonly commits: number;
  /** Shares of the time that locks are held: the row of the event counter, and that of NOTIFY. */
  readonly counter: number;
  readonly notify: number;
}

export function needsOf(demand: Demand, load: Load): Needs {
  const replicas = replicasFor(demand, load, BUSY, MANY);
  const busy = busyBy(demand, load, replicas ?? MANY);
  const found = (lookupShare(load, replicas ?? MANY) * load.calls * demand.calls.lookup.database) / 1e6;
  const all: readonly Cost[] = Object.values(busy);
  const sumOf = (place: keyof Cost): number => all.reduce((sum, cost) => sum + cost[place], 0);
  const wakeUps = load.isRedis === true ? 0 : Math.min(MOST_WAKE_UPS, load.events / load.batch);
  return {
    replicas,
    connections: (replicas ?? MANY) * CONNECTIONS,
    worker: sumOf('worker'),
    redis: sumOf('redis'),
    database: {
      'look-ups of keys': found,
      counting: busy.calls.database - found,
      events: busy.events.database,
      'renewals of streams': busy.streams.database,
      symbols: busy.symbols.database,
      archive: busy.archive.database,
    },
    wal: sumOf('wal'),
    commits: sumOf('commits'),
    counter: busy.events.lock,
    notify: (wakeUps * demand.locks.wake) / 1e6,
  };
}

const totalOf = ({ database }: Needs): number => KINDS.reduce((sum, kind) => sum + database[kind], 0);

/** Limits of one replica beside one Postgres as it comes. */
const LIMITS = {
  'one replica': ({ replicas }) => replicas !== 1,
  'connections of Postgres': ({ connections }) => connections > MOST_CONNECTIONS,
  'processors of Postgres': (needs) => totalOf(needs) > BUSY * DATABASE_PROCESSORS,
  'lock of the event counter': ({ counter }) => counter > BUSY,
  'lock of wake-ups': ({ notify }) => notify > BUSY,
  'disk of Postgres': ({ wal }) => wal > BUSY * DISK_BYTES,
  'the worker': ({ worker }) => worker > BUSY,
  Redis: ({ redis }) => redis > BUSY,
  'every replica': ({ replicas }) => replicas === undefined,
} as const satisfies Record<string, (needs: Needs) => boolean>;
type Limit = keyof typeof LIMITS;

/**
 * Price of a processor, USD a month: half an `m7g.large` on demand in us-east-1, USD 0.0816 an hour.
 *
 * @source factualminds.com, Amazon EC2 On-Demand Pricing, 17 June 2026
 */
export const PROCESSOR_USD = (0.0816 / 2) * 730;

/** Processors that are paid for: one for each replica, whole ones for Postgres at {@link BUSY}, at least one, and one for Redis. */
export const processorsOf = (needs: Needs, isRedis: boolean): number =>
  (needs.replicas ?? NaN) + Math.max(1, Math.ceil(totalOf(needs) / BUSY)) + Number(isRedis);

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
/** Engines and settings, each with those before it, and the loads that are asked for with them. */
const STEPS: readonly (readonly [name: string, change: Partial<Load>, at: readonly number[]])[] = [
  ['as it comes', {}, [1, 10, 100, 1000]],
  ['balancer by key', { isByKey: true }, [10, 100, 1000]],
  ['`--redis-url`', { isByKey: true, isRedis: true }, [100, 1000]],
  ['twenty events an append', { isByKey: true, isRedis: true, batch: 20 }, [100, 1000]],
];
const ASKED: readonly (readonly [times: number, name: string, base: Load])[] = STEPS.flatMap(([name, change, at]) =>
  at.map((n) => [n, name, { ...BASE, ...change }] as const),
).toSorted(([a], [b]) => a - b);

/** Table of larger loads. */
export function loadTable(demand: Demand): readonly string[] {
  return [
    '| load | with | replicas | processors of Postgres, most of them for | Redis | log, MB/s; commits/s | locks: counter, wake-ups | USD a month | limits met, in order |',
    '|---:|---|---:|---|---:|---:|---:|---:|---|',
    ...ASKED.map(([n, name, base]) => {
      const needs = needsOf(demand, times(base, n));
      const enough = needs.replicas !== undefined;
      const isRedis = base.isRedis === true;
      const usd = Math.round(processorsOf(needs, isRedis) * PROCESSOR_USD);
      const cells = [
        enough ? needs.replicas : 'no number is enough',
        enough ? `${few(totalOf(needs))}, ${busiest(needs)}` : '',
        enough && isRedis ? few(needs.redis) : '',
        `${few(needs.wal / 1e6)}; ${Math.round(needs.commits).toLocaleString('en')}`,
        `${few(needs.counter)}, ${few(needs.notify)}`,
        enough ? usd.toLocaleString('en') : '',
        brokenAt(demand, base, n),
      ];
      return `| ${[n.toLocaleString('en'), name, ...cells].join(' | ')} |`;
    }),
  ];
}

/** Times that look-ups keep Postgres as busy as counting, at the loads asked for that some number of replicas carries. */
export function lookupsOverCounting(demand: Demand): readonly number[] {
  return ASKED.map(([n, , base]) => needsOf(demand, times(base, n)))
    .filter(({ replicas }) => replicas !== undefined)
    .map(({ database }) => database['look-ups of keys'] / database.counting);
}

/**
 * Whether counting keeps Postgres busiest where its processors end first. A second store of counts is worth building only
 * then (docs/chapters/store.md).
 */
export function countingIsFirst(demand: Demand): boolean {
  return STEPS.some(([, change]) => {
    const base = { ...BASE, ...change };
    const at = reachedAt(demand, base, 'processors of Postgres');
    return at !== undefined && busiest(needsOf(demand, times(base, at))) === 'counting';
  });
}
