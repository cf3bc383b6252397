/** Provenance of a series: which source it came from, when, and whether it is fresh. */

import type { Provenance } from '@barograph/contract';

/** Rows with their provenance. */
export type Provided<Rows> = Rows & { readonly provenance: Omit<Provenance, 'feed'> };
