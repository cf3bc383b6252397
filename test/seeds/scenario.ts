/** Shapes of a scenario, and of a fault that is planted in one. */

import type { MemoryLedger } from './memory-ledger.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Payments } from '../../packages/store/src/payments.ts';
import type { Settler } from '../../packages/payments/src/settler.ts';
import type { Tail } from '../../packages/store/src/event-tail.ts';
import type { World } from './parts.ts';

/** A fault that is planted to see it found: it wraps a part. */
export interface Plant {
  readonly name: string;
  readonly scenario: string;
  /** First seed of the search; 1 when left out. A rare fault, which more seeds found than a check tries, is looked for near its seed. */
  readonly first?: number;
  readonly store?: (store: MemoryStore) => MemoryStore;
  readonly tail?: (tail: Tail) => Tail;
  readonly ledger?: (ledger: MemoryLedger) => MemoryLedger;
  readonly payments?: (payments: Payments) => Payments;
  readonly settler?: (settler: Settler) => Settler;
}

/** Parts of the service that share one database, and the rules that they keep whatever happens. */
export interface Scenario {
  readonly name: string;
  /** Virtual ms after which nothing goes wrong any more, and ms at which the rules are checked. */
  readonly faultsUntil: number;
  readonly until: number;
  /** Puts the parts into a world. @returns what checks it at the end. */
  readonly start: (world: World, plant: Plant | undefined) => () => void | Promise<void>;
}
