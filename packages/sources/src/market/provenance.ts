/** Provenance of a series: its source, time and freshness. */

import type { Provenance } from '@barograph/contract';

/** Rows with their provenance. */
export type Provided<Rows> = Rows & { readonly provenance: Omit<Provenance, 'feed'> };
