/**
 * Growth of the work of replicas, of their one Postgres and of Redis with the load: service demands fitted to runs, the
 * utilisation law, and Erlang's waiting formula. Moments and demands are µs, of processor time unless they are locks.
 */

/** `perItem + perBatch / batch`: cost per item, and its share of a shared statement or turn. */
export interface Shared {
  readonly perItem: number;
  readonly perBatch: number;
}

/** `fixed + perUnit · n`. */
export interface Line {
  readonly fixed: number;
  readonly perUnit: number;
}

/** Writes of a change: bytes of the write-ahead log, and commits, each of which waits for the disk. */
export interface Written {
  readonly wal: Shared;
  readonly commits: Shared;
}

/** Demands of keyed calls. */
export interface CallDemand extends Written {
  readonly replica: Shared;
  readonly database: Shared;
  /** Additional cost of looking up an unknown key; `wal` is the row of a key that was never counted before. */
  readonly lookup: { readonly replica: number; readonly database: number; readonly wal: number };
  /** Calls per statement by connections of a replica, ascending in both. */
  readonly batches: readonly (readonly [connections: number, batch: number])[];
}

/** Demands of an event; a batch is one append. Commits include wake-ups sent through Postgres. */
export interface EventDemand extends Written {
  /** Postgres: storing an event; `read` is each replica's reading. */
  readonly store: Shared;
  readonly read: Shared;
  /** Replica that appends the event. */
  readonly append: Shared;
  /** Each replica: reading and framing; `write` is per stream. */
  readonly frame: Shared;
  readonly write: Shared;
  /** Redis: publishing an event, and each replica's reading; 0 without Redis. */
  readonly publish: Shared;
  readonly fetch: Shared;
}

/** Demands of keeping an open stream, which is renewed at every ping. */
export interface RenewalDemand {
  readonly replica: number;
  readonly database: number;
  readonly wal: number;
  readonly commits: number;
}

/** Locks that one transaction of the database has at a time, µs of each. */
export interface LockDemand {
  /** Row of the event counter, until the append is on disk. */
  readonly append: number;
  /** Lock of NOTIFY, one statement of wake-ups. */
  readonly wake: number;
}

/** Demands of a refresh of n symbols. */
export interface SymbolDemand {
  /** Replica that computes; `follow` is every other replica, which reads the publication. */
  readonly refresh: Line;
  readonly follow: Line;
  /** Postgres: storing a publication; `read` is each other replica's reading. */
  readonly store: Line;
  readonly read: Line;
  readonly wal: Line;
  readonly commits: Line;
}

/** Demands of the archive, which is one file for a symbol and day; only written files reach the write-ahead log. */
export interface ArchiveDemand extends Written {
  /** Replica: per page, per file read, per row. */
  readonly page: { readonly fixed: number; readonly perFile: number; readonly perRow: number };
  /** Postgres: per page, per file read, per file listed. */
  readonly list: { readonly fixed: number; readonly perFile: number; readonly perListed: number };
  /** Replica, per written file; `index` is Postgres. The files of a day share its start and end. */
  readonly write: Shared;
  readonly index: Shared;
}

/** All fitted demands. */
export interface Demand {
  readonly calls: CallDemand;
  readonly events: EventDemand;
  /** Events that reach replicas through Redis. */
  readonly redis: EventDemand;
  readonly renewals: RenewalDemand;
  readonly locks: LockDemand;
  readonly symbols: SymbolDemand;
  readonly archive: ArchiveDemand;
}

/** Cost of a unit of work by place. */
export interface Cost {
  /** Processor time of each replica, of the one that works for all, of Postgres and of Redis. */
  readonly replica: number;
  readonly worker: number;
  readonly database: number;
  readonly redis: number;
  /** Bytes of the write-ahead log, commits, and the time that a lock is held. */
  readonly wal: number;
  readonly commits: number;
  readonly lock: number;
}

/** Cost without the places that are left out. */
export const costOf = (parts: Partial<Cost>): Cost => ({
  replica: 0,
  worker: 0,
  database: 0,
  redis: 0,
  wal: 0,
  commits: 0,
  lock: 0,
  ...parts,
});

const shareOf = ({ perItem, perBatch }: Shared, batch: number): number => perItem + perBatch / batch;
const along = ({ fixed, perUnit }: Line, n: number): number => fixed + perUnit * n;

/** Calls per statement by connections of a replica: linear between runs, proportional beyond the last. */
export function batchOf({ batches }: Pick<CallDemand, 'batches'>, connections: number): number {
  const above = batches.findIndex(([at]) => at >= connections);
  const [lastAt, lastBatch] = batches.at(-1)!;
  if (above === -1) return (lastBatch * connections) / lastAt;
  const [toAt, toBatch] = batches[above]!;
  if (above === 0) return Math.max(1, (toBatch * connections) / toAt);
  const [fromAt, fromBatch] = batches[above - 1]!;
  return fromBatch + ((toBatch - fromBatch) * (connections - fromAt)) / (toAt - fromAt);
}

/**
 * Cost of a keyed call. A statement belongs to one replica, so only its own connections share it.
 *
 * @param batch calls per statement ({@link batchOf}).
 * @param lookups share of the calls whose key is looked up.
 * @param first share of the calls whose key was never counted before.
 */
export function callCost(demand: CallDemand, batch: number, lookups: number, first = 0): Cost {
  const { replica, database, lookup, wal, commits } = demand;
  return costOf({
    replica: shareOf(replica, batch) + lookups * lookup.replica,
    database: shareOf(database, batch) + lookups * lookup.database,
    wal: shareOf(wal, batch) + first * lookup.wal,
    commits: shareOf(commits, batch),
  });
}

/** Lifetime of keys in a replica's cache, s, and its size (`packages/host/src/accounts/callers.ts`). */
const REMEMBERED_SECONDS = 30;
const MOST_REMEMBERED = 10_000;

/** Share of a replica's calls with an unknown key, for uniformly drawn keys. */
export function lookupsOf(callsOfReplica: number, keys: number): number {
  const calls = callsOfReplica * REMEMBERED_SECONDS;
  if (calls === 0 || keys === 0) return 0;
  return Math.max((keys / calls) * -Math.expm1(-calls / keys), 1 - MOST_REMEMBERED / keys);
}

/** Cost of an event. @param streams total streams, spread evenly. @param batch events per append. */
export function eventCost(demand: EventDemand, replicas: number, streams: number, batch: number): Cost {
  const { store, read, append, frame, write, publish, fetch, wal, commits } = demand;
  return costOf({
    replica: shareOf(frame, batch) + (shareOf(write, batch) * streams) / replicas,
    worker: shareOf(append, batch),
    database: shareOf(store, batch) + replicas * shareOf(read, batch),
    redis: shareOf(publish, batch) + replicas * shareOf(fetch, batch),
    wal: shareOf(wal, batch),
    commits: shareOf(commits, batch),
  });
}

/** Cost of a refresh, which `followers` replicas read. */
export function refreshCost(demand: SymbolDemand, symbols: number, followers: number): Cost {
  const { refresh, follow, store, read, wal, commits } = demand;
  return costOf({
    replica: along(follow, symbols),
    worker: along(refresh, symbols),
    database: along(store, symbols) + followers * along(read, symbols),
    wal: along(wal, symbols),
    commits: along(commits, symbols),
  });
}

/** Rows of a file of the archive: a day of minutes. */
export const FILE_ROWS = 1440;

/** Files read for a page that begins with a day, including the row after its last one, which shows whether more follow. */
export const filesOfPage = (rows: number): number => Math.floor(rows / FILE_ROWS) + 1;

/** Files that a statement lists at most (`listed` of the archiver's configuration). */
const MOST_LISTED = 64;

/** Cost of a page. @param there files of the query since the first of the page. The size of the index does not matter. */
export function pageCost({ page, list }: ArchiveDemand, rows: number, there: number): Cost {
  const files = filesOfPage(rows);
  return costOf({
    replica: page.fixed + page.perFile * files + page.perRow * rows,
    database: list.fixed + list.perFile * files + list.perListed * Math.min(MOST_LISTED, there),
  });
}

/** Cost of a written file. @param files files of its day. */
export function writeCost({ write, index, wal, commits }: ArchiveDemand, files: number): Cost {
  return costOf({
    worker: shareOf(write, files),
    database: shareOf(index, files),
    wal: shareOf(wal, files),
    commits: shareOf(commits, files),
  });
}

/** A load: rates per second, and totals. */
export interface Load {
  readonly calls: number;
  /** Calls in flight. */
  readonly connections: number;
  /** Keys that are in use. */
  readonly keys: number;
  readonly events: number;
  /** Events of an append. */
  readonly batch: number;
  readonly streams: number;
  /** Symbols, refreshed every hour. */
  readonly symbols: number;
  /** Pages of the archive a second, rows of each, and files from its first on. */
  readonly pages: number;
  readonly pageRows: number;
  readonly pageFiles: number;
  /** Engines and settings that are used. */
  readonly isRedis?: boolean;
  /** The balancer sends all calls of a key to one replica. */
  readonly isByKey?: boolean;
}

/** A station with as many processors as it has, and how busy they are. 1 is the end. */
export interface Station {
  readonly name: 'replica' | 'worker' | 'database' | 'redis';
  readonly servers: number;
  readonly utilisation: number;
  /** Mean wait for a processor in units of the mean service time (M/M/c); Infinity from 1 on. */
  readonly wait: number;
}

/** Chance to wait in M/M/c. @source Erlang, A. K. (1917), formula C. */
export function erlangC(servers: number, utilisation: number): number {
  if (utilisation >= 1) return 1;
  const offered = servers * utilisation;
  let blocked = 1;
  for (let i = 1; i <= servers; i++) blocked = (offered * blocked) / (i + offered * blocked);
  return blocked / (1 - utilisation * (1 - blocked));
}

/** Time between two renewals of a stream, s (`STREAM_CLIENT_V1.pingMs` of the host). */
const PING_SECONDS = 15;

/** Share of the calls that look their key up. */
export function lookupShare({ calls, keys, isByKey = false }: Load, replicas: number): number {
  return lookupsOf(calls / replicas, isByKey ? keys / replicas : keys);
}

/** Work of each kind a second of a load: processors that it keeps busy, bytes, commits, and the share that its lock is held. */
export function busyBy(
  demand: Demand,
  load: Load,
  replicas: number,
): Readonly<Record<'calls' | 'events' | 'streams' | 'symbols' | 'archive', Cost>> {
  const scaled = ({ replica, worker, database, redis, wal, commits, lock }: Cost, each: number, all: number): Cost => ({
    replica: (replica * each) / 1e6,
    worker: (worker * all) / 1e6,
    database: (database * all) / 1e6,
    redis: (redis * all) / 1e6,
    wal: wal * all,
    commits: commits * all,
    lock: (lock * all) / 1e6,
  });
  const { calls, events, batch, streams, symbols, isRedis = false } = load;
  const call = callCost(demand.calls, batchOf(demand.calls, load.connections / replicas), lookupShare(load, replicas));
  const event = eventCost(isRedis ? demand.redis : demand.events, replicas, streams, batch);
  const renewals = streams / PING_SECONDS;
  const pages = pageCost(demand.archive, load.pageRows, load.pageFiles);
  const [read, files] = [scaled(pages, load.pages / replicas, load.pages), symbols / 86_400];
  const written = scaled(writeCost(demand.archive, Math.max(1, symbols)), 0, files);
  return {
    calls: scaled(call, calls / replicas, calls),
    events: scaled({ ...event, lock: demand.locks.append / batch }, events, events),
    streams: scaled(costOf(demand.renewals), renewals / replicas, renewals),
    symbols: scaled(refreshCost(demand.symbols, symbols, replicas - 1), 1 / 3600, 1 / 3600),
    archive: { ...written, replica: read.replica, database: read.database + written.database },
  };
}

/** Shares that replicas, the worker and Redis (one thread each) and the processors of Postgres are busy. */
export function stations(demand: Demand, load: Load, replicas: number, databaseProcessors: number): readonly Station[] {
  const parts = Object.values(busyBy(demand, load, replicas));
  const busy = (of: keyof Cost): number => parts.reduce((sum, part) => sum + part[of], 0);
  const station = (name: Station['name'], servers: number, c: number): Station => {
    const utilisation = busy(name) / c;
    const wait = utilisation >= 1 ? Infinity : erlangC(c, utilisation) / (c * (1 - utilisation));
    return { name, servers, utilisation, wait };
  };
  return [
    station('replica', replicas, 1),
    station('worker', 1, 1),
    station('database', databaseProcessors, databaseProcessors),
    station('redis', 1, 1),
  ];
}

/** The least number of replicas that stays below a utilisation; undefined when what each of them does for all exceeds it. */
export function replicasFor(demand: Demand, load: Load, most = 0.7, limit = 10_000): number | undefined {
  for (let replicas = 1; replicas <= limit; replicas++) {
    if (stations(demand, load, replicas, 1)[0]!.utilisation <= most) return replicas;
  }
  return undefined;
}
