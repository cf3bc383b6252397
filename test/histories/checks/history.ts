/** A recorded run: operations of clients, faults, and the state after the last repair. Pure data, so that any harness can fill it. */

/** `error`: refused, without an effect. `unknown`: no answer, or a 5xx; it may have taken effect. */
export type Outcome = 'ok' | 'error' | 'unknown';

interface Recorded {
  /** Position in the record. */
  readonly id: number;
  readonly client: string;
  /** Ms since the start of the run. */
  readonly start: number;
  readonly end: number;
  readonly result: Outcome;
  readonly replica?: string;
  readonly status?: number;
}

/** Creation of a key for an address; `key` is its alias in the record. */
export interface Mint extends Recorded {
  readonly name: 'mint';
  readonly email: string;
  readonly key?: string;
}
/** Replacement of a key by `next`. */
export interface Rotate extends Recorded {
  readonly name: 'rotate';
  readonly key: string;
  readonly next?: string;
}
/** Revocation of a key by its holder. */
export interface Revoke extends Recorded {
  readonly name: 'revoke';
  readonly key: string;
}
/** A counted call; what the answer says is left of the day and of the minute after it. */
export interface Call extends Recorded {
  readonly name: 'call';
  readonly key: string;
  readonly dayLeft?: number;
  readonly minuteLeft?: number;
}
/** Payment, first or repeated; `granted` names the key in the answer. */
export interface Buy extends Recorded {
  readonly name: 'buy';
  readonly payment: string;
  readonly granted?: string;
  readonly code?: string;
}
interface EventRecord extends Recorded {
  readonly event: number;
  /** Market-dependent part of the event. */
  readonly same: string;
}
/** Event from a stream. */
export interface Streamed extends EventRecord {
  readonly name: 'event';
}
/** Event from a webhook; the result is the receiver's answer. */
export interface Delivered extends EventRecord {
  readonly name: 'delivery';
}
/** A gap that a stream announced. */
export interface Gap extends Recorded {
  readonly name: 'gap';
  readonly text: string;
}
/** Point-in-time answer. */
export interface Past extends Recorded {
  readonly name: 'past';
  readonly path: string;
  /** Market time, epoch ms. */
  readonly moment: number;
  /** Build that answered: a later one may add fields. */
  readonly build?: string;
  readonly digest?: string;
}
/** Archive file: promised and received content. */
export interface File extends Recorded {
  readonly name: 'file';
  readonly file: string;
  readonly promised?: string;
  readonly came?: string;
}

/** An operation of a client. */
export type Operation = Mint | Rotate | Revoke | Call | Buy | Streamed | Delivered | Gap | Past | File;

/** A fault that held from `start` to `end`, until the service had recovered from it. */
export interface Fault {
  readonly kind: string;
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/** A payment as the store has it in the end. */
export interface PaymentEnd {
  readonly payment: string;
  readonly state: string;
  readonly key: string | null;
}

/** The ledger of forecasts as the store has it in the end. */
export interface LedgerEnd {
  readonly rows: readonly {
    readonly chain: string;
    readonly id: string;
    /** Hour of a live forecast, epoch ms; null for other rows. */
    readonly hour: number | null;
    /** Scope and horizon. */
    readonly place: string;
  }[];
  /** Closed days of each chain, in their order; `made` is the digest made again from the rows. */
  readonly days: readonly {
    readonly chain: string;
    /** Midnight, epoch ms. */
    readonly day: number;
    readonly previous: string;
    readonly digest: string;
    readonly made: string;
  }[];
}

/** State after the last repair, read from the database and from the chain. */
export interface Ending {
  readonly events: readonly { readonly id: number; readonly same: string }[];
  /** Last assigned id at the time of reading. */
  readonly givenOut: number;
  /** Readers were waited for until this event. */
  readonly lastEvent: number;
  readonly payments: readonly PaymentEnd[];
  /** Payments that moved money, one entry for each transfer. */
  readonly transfers: readonly string[];
  /** Ids of purchased keys. */
  readonly boughtKeys: readonly string[];
  /** Files listed in the database, with the hash of the stored file; null when it is missing. */
  readonly files: readonly { readonly file: string; readonly promised: string; readonly stored: string | null }[];
  readonly ledger: LedgerEnd;
  /** Calls of each account that the database has counted, by alias of the first key. */
  readonly counted: ReadonlyMap<string, number>;
}

/** A run. */
export interface History {
  /** Epoch ms of its start. */
  readonly origin: number;
  readonly operations: readonly Operation[];
  readonly faults: readonly Fault[];
  /** Replicas that ended by themselves, or did not serve long after a fault. */
  readonly failures?: readonly string[];
  readonly ending: Ending;
}

/** A broken promise, with the operations that show it. */
export interface Violation {
  readonly check: string;
  readonly message: string;
  readonly operations: readonly Operation[];
}

/** Finds broken promises in a run. */
export type Check = (history: History) => readonly Violation[];

/** Operations of a kind. */
export function named<Name extends Operation['name']>(
  { operations }: Pick<History, 'operations'>,
  name: Name,
): readonly Extract<Operation, { readonly name: Name }>[] {
  return operations.filter(
    (operation): operation is Extract<Operation, { readonly name: Name }> => operation.name === name,
  );
}

/** Groups items, in their order. */
export function grouped<Item>(
  items: readonly Item[],
  by: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = by(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Whether a fault of the service held within an interval; those of the chain concern payments alone.
 *
 * @param replicas that it has to have met, itself or through what all share; any when left out.
 */
export function isDisturbed(
  { faults }: Pick<History, 'faults'>,
  start: number,
  end: number,
  replicas?: readonly (string | undefined)[],
): boolean {
  return faults.some(
    (fault) =>
      fault.kind !== 'chain' &&
      fault.start <= end &&
      fault.end >= start &&
      (replicas === undefined || fault.target === 'all' || replicas.includes(fault.target)),
  );
}
