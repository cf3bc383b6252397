/**
 * Growth of the processor time of replicas and of their one Postgres with the load: service demands fitted to runs of one
 * replica, the utilisation law, and Erlang's waiting formula. Moments and demands are µs of processor time.
 */

/** Cost of a keyed call with so many connections to one replica. */
export interface CallRun {
  /** Calls at a time at one replica. */
  readonly connections: number;
  /** Calls counted by one statement (group commit). */
  readonly batch: number;
  readonly replica: number;
  readonly database: number;
}

/** `perCall + perStatement / batch`. */
export interface Shared {
  readonly perCall: number;
  readonly perStatement: number;
}

/** Demands of keyed calls. */
export interface CallDemand {
  readonly replica: Shared;
  readonly database: Shared;
  /** Calls of a statement by connections of a replica, ascending in both. */
  readonly batches: readonly (readonly [connections: number, batch: number])[];
}

/** Demands of an event that is appended alone. */
export interface EventDemand {
  /** Of Postgres: storing it, and each replica's reading of it. */
  readonly store: number;
  readonly read: number;
  /** Of a replica: reading and framing it, and each stream's write. */
  readonly frame: number;
  readonly write: number;
}

/** The least squares of `y` on `1 / batch`, neither part below 0. */
export function fitShared(points: readonly { readonly batch: number; readonly y: number }[]): Shared {
  const n = points.length;
  const x = points.map(({ batch }) => 1 / batch);
  const meanX = x.reduce((sum, value) => sum + value, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const varX = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  const cov = points.reduce((sum, { y }, i) => sum + (x[i]! - meanX) * (y - meanY), 0);
  const slope = varX === 0 ? 0 : Math.max(0, cov / varX);
  const level = meanY - slope * meanX;
  if (level >= 0) return { perCall: level, perStatement: slope };
  const through = points.reduce((sum, { y }, i) => sum + x[i]! * y, 0) / x.reduce((sum, value) => sum + value ** 2, 0);
  return { perCall: 0, perStatement: through };
}

/** Demands of keyed calls from runs of one replica. */
export function fitCalls(runs: readonly CallRun[]): CallDemand {
  return {
    replica: fitShared(runs.map(({ batch, replica }) => ({ batch, y: replica }))),
    database: fitShared(runs.map(({ batch, database }) => ({ batch, y: database }))),
    batches: runs.map(({ connections, batch }) => [connections, batch] as const).sort(([a], [b]) => a - b),
  };
}

/** Calls of a statement at a replica with so many connections: linear between runs, proportional beyond the last. */
export function batchOf({ batches }: CallDemand, connections: number): number {
  const above = batches.findIndex(([at]) => at >= connections);
  const [lastAt, lastBatch] = batches.at(-1)!;
  if (above === -1) return (lastBatch * connections) / lastAt;
  const [toAt, toBatch] = batches[above]!;
  if (above === 0) return Math.max(1, (toBatch * connections) / toAt);
  const [fromAt, fromBatch] = batches[above - 1]!;
  return fromBatch + ((toBatch - fromBatch) * (connections - fromAt)) / (toAt - fromAt);
}

/** Processor time of one keyed call. A statement belongs to one replica, so only its own connections share it. */
export function callCost(
  demand: CallDemand,
  connections: number,
  replicas: number,
): { readonly replica: number; readonly database: number } {
  const batch = batchOf(demand, connections / replicas);
  const of = ({ perCall, perStatement }: Shared): number => perCall + perStatement / batch;
  return { replica: of(demand.replica), database: of(demand.database) };
}

/** Processor time of one event, of Postgres and of each replica; `streams` in all, spread evenly. */
export function eventCost(
  { store, read, frame, write }: EventDemand,
  replicas: number,
  streams: number,
): { readonly replica: number; readonly database: number } {
  return { database: store + replicas * read, replica: frame + (write * streams) / replicas };
}

/** A load, a second. */
export interface Load {
  readonly calls: number;
  /** Calls in flight. */
  readonly connections: number;
  readonly events: number;
  readonly streams: number;
}

/** A station with as many processors as it has, and how busy they are. 1 is the end. */
export interface Station {
  readonly name: 'replica' | 'database';
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

/** Shares that replicas (one thread each) and the processors of Postgres are busy. */
export function stations(
  demand: { readonly calls: CallDemand; readonly events: EventDemand },
  load: Load,
  replicas: number,
  databaseProcessors: number,
): readonly Station[] {
  const call = callCost(demand.calls, load.connections, replicas);
  const event = eventCost(demand.events, replicas, load.streams);
  const station = (name: Station['name'], servers: number, utilisation: number, c: number): Station => {
    const wait = utilisation >= 1 ? Infinity : erlangC(c, utilisation) / (c * (1 - utilisation));
    return { name, servers, utilisation, wait };
  };
  const replica = ((load.calls / replicas) * call.replica + load.events * event.replica) / 1e6;
  const database = (load.calls * call.database + load.events * event.database) / 1e6 / databaseProcessors;
  return [
    station('replica', replicas, replica, 1),
    station('database', databaseProcessors, database, databaseProcessors),
  ];
}

/** The least number of replicas that stays below a utilisation; undefined when the readings of events alone exceed it. */
export function replicasFor(
  demand: { readonly calls: CallDemand; readonly events: EventDemand },
  load: Load,
  most = 0.7,
  limit = 10_000,
): number | undefined {
  for (let replicas = 1; replicas <= limit; replicas++) {
    if (stations(demand, load, replicas, 1)[0]!.utilisation <= most) return replicas;
  }
  return undefined;
}
