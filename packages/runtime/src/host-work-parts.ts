/** Parts of the scheduled work of a host. */

import type { Service } from '@barograph/contract';
import type { Clock, Market } from '@barograph/sources';
import type { Store } from '@barograph/store';
import type { Logger } from 'pino';
import type { Blobs } from './archive/blobs.ts';
import type { Computation } from './computation.ts';
import type { ModelState } from './producers/quant/model.ts';
import type { SnapshotArchive } from './snapshots/shared/snapshot-archive.ts';
import type { SharedSnapshotStore } from './snapshots/shared/snapshot-store.ts';

/** Parts of the scheduled work of a host. */
export interface HostWorkParts {
  readonly market: Market;
  /** The market's time; may be a replay. */
  readonly clock: Clock;
  /** The machine's time. */
  readonly wall: Clock;
  readonly store: Store;
  readonly snapshots: SharedSnapshotStore;
  readonly archive: Pick<SnapshotArchive, 'prune'>;
  /** Names the market in the store. */
  readonly timeline: string;
  /** Of the nowcast. */
  readonly model: ModelState;
  readonly service: Pick<Service, 'engines' | 'publications'>;
  /** Place of the files of archived days; undefined: none are written. */
  readonly files?: Blobs | undefined;
  /** JSON of the whole market now, for the daily snapshot. @throws where it is not there yet. */
  readonly daily: () => Promise<string>;
  /** Days of forced closes that are kept; the newest version's when left out. */
  readonly forcedDays?: number | undefined;
  /** Days of funding and open interest that are kept. */
  readonly sampleDays?: number | undefined;
  /** File that digests of the ledger are written to; none when left out. */
  readonly ledgerDigests?: string | undefined;
  /** Whether positions of accounts are computed; where a source has them, when left out. */
  readonly positioning?: boolean | undefined;
  /** Executor of heavy producers; this thread when left out. A worker thread has the engines of all features alone. */
  readonly heavy?: Computation | undefined;
  readonly log: Logger;
}
