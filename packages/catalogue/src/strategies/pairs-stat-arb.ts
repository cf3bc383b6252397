/** Strategies: pairs stat arb. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const PAIRS_STAT_ARB: readonly Strategy[] = [];
