/** A computed history with the flags that say which of its hours may be published. */

import type { Provenance } from '@barograph/contract';
import type { NowcastHistory } from '@barograph/nowcast';

/** A computed past, with which of its hours may be published. */
export interface Past {
  readonly rows: NowcastHistory;
  readonly published: Uint8Array;
  /** Sources of the bars that it was computed from. */
  readonly provenance: readonly Provenance[];
}

/** Time of the first hour that may be published; undefined without one. */
export function firstPublished({ rows, published }: Pick<Past, 'rows' | 'published'>): number | undefined {
  const first = published.indexOf(1);
  return first === -1 ? undefined : rows.time[first];
}
