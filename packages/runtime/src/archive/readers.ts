/** Creates the readers and files of a host's archive. */

import {
  createRecent,
  type ArchiveFiles,
  type Backtesting,
  type LinkedFiles,
  type Publication,
} from '@barograph/contract';
import type { Clock, Market } from '@barograph/sources';
import { hasNews } from '../producers/news/producer.ts';
import { createLinkSigner } from '../producers/link-secret.ts';
import type { Store } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { ARCHIVER_V1 } from './config.ts';
import { createFiles } from './files.ts';
import { createBacktesting, noBlobs } from './service.ts';
import { snapshotTypes } from './snapshot-types.ts';
import { builtInReader, type TableReader } from './table-reader.ts';

interface ReaderParts {
  /** Storage of the files; undefined when none are stored. */
  readonly files: Blobs | undefined;
  /** Reader of the rows of pages. @default reader in this process */
  readonly tables?: TableReader | undefined;
  readonly store: Store;
  readonly timeline: string;
  readonly market: Pick<Market, 'has'>;
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
  const { files, store, timeline, market, clock, wall, publicUrl, service } = parts;
  const blobs = files ?? noBlobs();
  const shared = {
    timeline,
    blobs,
    types: snapshotTypes(service.publications.map(({ name }) => name)),
    now: () => clock.now(),
    config: ARCHIVER_V1,
  };
  const signer = createLinkSigner(store.engineStates);
  return {
    backtesting: createBacktesting({
      ...shared,
      tables: parts.tables ?? builtInReader(blobs),
      store,
      hasNews: hasNews(market),
    }),
    files: createFiles({
      ...shared,
      archives: store.archives,
      rates: store.rates,
      empty: createRecent<true>(10_000),
      signer,
      wall,
      publicUrl,
    }),
  };
}
