/**
 * Growth of the processor time of replicas and of their one Postgres with the load: service demands fitted to runs, the
 * utilisation law, and Erlang's waiting formula. Moments and demands are µs of processor time.
 */

/** `perItem + perBatch / batch`: what each costs, and its share of a statement or a turn that it has with others. */
export interface Shared {
  readonly perItem: number;
  readonly perBatch: number;
}

/** `fixed + perUnit · n`. */
export interface Line {
  readonly fixed: number;
  readonly perUnit: number;
}

/** Demands of keyed calls. */
export interface CallDemand {
  readonly replica: Shared;
  readonly database: Shared;
  /** Of a call whose key the replica does not know: what its look-up adds. */
  readonly lookup: { readonly replica: number; readonly database: number };
  /** Calls of a statement by connections of a replica, ascending in both. */
  readonly batches: readonly (readonly [connections: number, batch: number])[];
}

/** Demands of an event; a batch is of the events of one append. */
export interface EventDemand {
  /** Of Postgres: storing it, and each replica's reading of it. */
  readonly store: Shared;
  readonly read: Shared;
  /** Of the replica that appends it. */
  readonly append: Shared;
  /** Of each replica: reading and framing it, and each stream's write. */
  readonly frame: Shared;
  readonly write: Shared;
}

/** Demands of a refresh of n symbols. */
export interface SymbolDemand {
  /** Of the replica that computes, and of every other one, which reads what was published. */
  readonly refresh: Line;
  readonly follow: Line;
  /** Of Postgres: storing what the first writes, and each other's reading. */
  readonly store: Line;
  readonly read: Line;
}

/** Demands of the archive, which is one file for a symbol and day. */
export interface ArchiveDemand {
  /** Of a page: for itself, for a file that it reads, for a row of it. */
  readonly page: { readonly fixed: number; readonly perFile: number; readonly perRow: number };
  /** Of Postgres, for a page, a file that it is read from, and a file that its statement lists. */
  readonly list: { readonly fixed: number; readonly perFile: number; readonly perListed: number };
  /** Of a written file: of the replica, and of Postgres. A day that is begun and finished is shared by its files. */
  readonly write: Shared;
  readonly index: Shared;
}

/** Everything that was fitted. */
export interface Demand {
  readonly calls: CallDemand;
  readonly events: EventDemand;
  readonly symbols: SymbolDemand;
  readonly archive: ArchiveDemand;
}

/** Processor time of each replica, of the one that works for all, and of Postgres. */
export interface Cost {
  readonly replica: number;
  readonly worker: number;
  readonly database: number;
}

const shareOf = ({ perItem, perBatch }: Shared, batch: number): number => perItem + perBatch / batch;
const along = ({ fixed, perUnit }: Line, n: number): number => fixed + perUnit * n;

/** Calls of a statement at a replica with so many connections: linear between runs, proportional beyond the last. */
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
 * Of one keyed call. A statement belongs to one replica, so only its own connections share it.
 *
 * @param batch calls of a statement ({@link batchOf}).
 * @param lookups share of the calls whose key is looked up.
 */
export function callCost({ replica, database, lookup }: CallDemand, batch: number, lookups: number): Cost {
  return {
    replica: shareOf(replica, batch) + lookups * lookup.replica,
    worker: 0,
    database: shareOf(database, batch) + lookups * lookup.database,
  };
}

/** A replica remembers a key for so long, s, and so many of them (`packages/host/src/accounts/callers.ts`). */
const REMEMBERED_SECONDS = 30;
const MOST_REMEMBERED = 10_000;

/** Share of the calls of a replica whose key it does not know, when each call is of any of so many keys. */
export function lookupsOf(callsOfReplica: number, keys: number): number {
  const calls = callsOfReplica * REMEMBERED_SECONDS;
  if (calls === 0 || keys === 0) return 0;
  return Math.max((keys / calls) * -Math.expm1(-calls / keys), 1 - MOST_REMEMBERED / keys);
}

/** Of one event; `streams` in all, spread evenly; `batch` events of an append. */
export function eventCost(demand: EventDemand, replicas: number, streams: number, batch: number): Cost {
  const { store, read, append, frame, write } = demand;
  return {
    replica: shareOf(frame, batch) + (shareOf(write, batch) * streams) / replicas,
    worker: shareOf(append, batch),
    database: shareOf(store, batch) + replicas * shareOf(read, batch),
  };
}

/** Of one refresh; every replica but the one that computes reads it. */
export function refreshCost({ refresh, follow, store, read }: SymbolDemand, symbols: number, followers: number): Cost {
  return {
    replica: along(follow, symbols),
    worker: along(refresh, symbols),
    database: along(store, symbols) + followers * along(read, symbols),
  };
}

/** Rows of a file of the archive: a day of minutes. */
export const FILE_ROWS = 1440;

/** Files that a page which begins with a day is read from. The row behind its last one says whether there is more. */
export const filesOfPage = (rows: number): number => Math.floor(rows / FILE_ROWS) + 1;

/** Files that a statement lists at most (`listed` of the archiver's configuration). */
const MOST_LISTED = 64;

/** Of a page of so many rows, with so many files of its question from its first on. The size of the index does not matter. */
export function pageCost({ page, list }: ArchiveDemand, rows: number, there: number): Cost {
  const files = filesOfPage(rows);
  return {
    replica: page.fixed + page.perFile * files + page.perRow * rows,
    worker: 0,
    database: list.fixed + list.perFile * files + list.perListed * Math.min(MOST_LISTED, there),
  };
}

/** Of a written file, one of so many of its day. */
export function writeCost({ write, index }: ArchiveDemand, files: number): Cost {
  return { replica: 0, worker: shareOf(write, files), database: shareOf(index, files) };
}

/** A load: what comes in a second, and what there is. */
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
}

/** A station with as many processors as it has, and how busy they are. 1 is the end. */
export interface Station {
  readonly name: 'replica' | 'worker' | 'database';
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

/** Processors of each kind of work that a load keeps busy: of one replica, of the worker, of Postgres. */
export function busyBy(
  demand: Demand,
  load: Load,
  replicas: number,
): Readonly<Record<'calls' | 'events' | 'symbols' | 'archive', Cost>> {
  const scaled = ({ replica, worker, database }: Cost, each: number, all: number): Cost => ({
    replica: (replica * each) / 1e6,
    worker: (worker * all) / 1e6,
    database: (database * all) / 1e6,
  });
  const lookups = lookupsOf(load.calls / replicas, load.keys);
  const call = callCost(demand.calls, batchOf(demand.calls, load.connections / replicas), lookups);
  const pages = pageCost(demand.archive, load.pageRows, load.pageFiles);
  const [read, files] = [scaled(pages, load.pages / replicas, load.pages), load.symbols / 86_400];
  const written = scaled(writeCost(demand.archive, Math.max(1, load.symbols)), 0, files);
  return {
    calls: scaled(call, load.calls / replicas, load.calls),
    events: scaled(eventCost(demand.events, replicas, load.streams, load.batch), load.events, load.events),
    symbols: scaled(refreshCost(demand.symbols, load.symbols, replicas - 1), 1 / 3600, 1 / 3600),
    archive: { ...read, worker: written.worker, database: read.database + written.database },
  };
}

/** Shares that replicas (one thread each), the worker and the processors of Postgres are busy. */
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
  ];
}

/** The least number of replicas that stays below a utilisation; undefined when what each of them does for all exceeds it. */
export function replicasFor(demand: Demand, load: Load, most = 0.7, limit = 10_000): number | undefined {
  for (let replicas = 1; replicas <= limit; replicas++) {
    if (stations(demand, load, replicas, 1)[0]!.utilisation <= most) return replicas;
  }
  return undefined;
}
