/** Readers and files of a host's archive, put together. */

import type { ArchiveFiles, Backtesting, LinkedFiles, Publication } from '@barograph/contract';
import type { Clock } from '../clock.ts';
import { createLinkSigner } from '../services/link-secret.ts';
import type { Store } from '../store/open-store.ts';
import type { Blobs } from './blobs.ts';
import { ARCHIVER_V1 } from './config.ts';
import { createFiles } from './files.ts';
import type { Bulkhead } from './heavy.ts';
import { createBacktesting, noBlobs, readsOf } from './service.ts';
import { snapshotTypes } from './snapshot-types.ts';

/** Where the files of a host are, and what stands before heavy reads. */
export interface ArchivePlace {
  /** undefined: no days are archived. */
  readonly blobs?: Blobs | undefined;
  /** None when left out. */
  readonly bulkhead?: Bulkhead | undefined;
}

interface ReaderParts {
  readonly place: ArchivePlace;
  readonly store: Store;
  readonly timeline: string;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly publicUrl: () => string;
  readonly service: { readonly publications: readonly Pick<Publication<unknown, unknown>, 'name'>[] };
}

/** The readers of a host. */
export function createArchiveReaders(parts: ReaderParts): {
  readonly backtesting: Backtesting;
  readonly files: ArchiveFiles & LinkedFiles;
} {
  const { place, store, timeline, clock, wall, publicUrl, service } = parts;
  const shared = {
    timeline,
    blobs: place.blobs ?? noBlobs(),
    types: snapshotTypes(service.publications.map(({ name }) => name)),
    now: () => clock.now(),
    config: ARCHIVER_V1,
    heavy: readsOf(place.bulkhead),
  };
  const signer = createLinkSigner(store.engineStates);
  return {
    backtesting: createBacktesting({ ...shared, store }),
    files: createFiles({ ...shared, archives: store.archives, signer, wall, publicUrl }),
  };
}
