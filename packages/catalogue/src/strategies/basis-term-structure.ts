/** Strategies: basis term structure. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const BASIS_TERM_STRUCTURE: readonly Strategy[] = [];
