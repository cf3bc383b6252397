/** Dependencies of the scheduled work of a host. */

import type { Service } from '@barograph/contract';
import type { Clock, Market } from '@barograph/sources';
import type { Store } from '@barograph/store';
import type { Logger } from 'pino';
import type { Blobs } from './archive/blobs.ts';
import type { Computation } from './computation.ts';
import type { ModelState } from './producers/quant/model.ts';
import type { SnapshotArchive } from './snapshots/shared/snapshot-archive.ts';
import type { SharedSnapshotStore } from './snapshots/shared/snapshot-store.ts';

/** Dependencies of the scheduled work of a host. */
export interface HostWorkParts {
  readonly market: Market;
  /** Market time, possibly of a replay, epoch ms. */
  readonly clock: Clock;
  /** Machine time, epoch ms. */
  readonly wall: Clock;
  readonly store: Store;
  readonly snapshots: SharedSnapshotStore;
  readonly archive: Pick<SnapshotArchive, 'prune'>;
  /** Market name in the store. */
  readonly timeline: string;
  /** Model of the nowcast. */
  readonly model: ModelState;
  readonly service: Pick<Service, 'engines' | 'publications'>;
  /** Storage of archive files; undefined when none are written. */
  readonly files?: Blobs | undefined;
  /** JSON of the whole market now, for the daily snapshot. @throws when it is not available yet. */
  readonly daily: () => Promise<string>;
  /** Retention of forced closes, days. @default the newest config version's */
  readonly forcedDays?: number | undefined;
  /** Retention of funding and open interest, days. */
  readonly sampleDays?: number | undefined;
  /** File for digests of the ledger; absent to write none. */
  readonly ledgerDigests?: string | undefined;
  /** Whether to compute account positions. @default true when a source has them */
  readonly positioning?: boolean | undefined;
  /** Executor of heavy producers. @default this thread. Only a worker thread has the engines of all features */
  readonly heavy?: Computation | undefined;
  readonly log: Logger;
}
