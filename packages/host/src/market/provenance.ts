/** Provenance of a series: which source it came from, when, and whether it is fresh. */

import type { DataSource } from '@barograph/contract';

/** Provenance of one series. */
export interface Provenance {
  readonly source: string;
  readonly kind: DataSource;
  /** Moment up to which the source knew, epoch ms. */
  readonly asOf: number;
  readonly isFresh: boolean;
}

/** Rows with their provenance. */
export type Provided<Rows> = Rows & { readonly provenance: Provenance };
