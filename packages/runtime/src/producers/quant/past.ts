/** Computed history with flags for the hours that may be published. */

import type { Provenance } from '@barograph/contract';
import type { NowcastHistory } from '@barograph/nowcast';

/** Computed past with flags for the hours that may be published. */
export interface Past {
  readonly rows: NowcastHistory;
  readonly published: Uint8Array;
  /** Sources of its bars. */
  readonly provenance: readonly Provenance[];
}

/** Time of the first publishable hour; undefined without one. */
export function firstPublished({ rows, published }: Pick<Past, 'rows' | 'published'>): number | undefined {
  const first = published.indexOf(1);
  return first === -1 ? undefined : rows.time[first];
}
