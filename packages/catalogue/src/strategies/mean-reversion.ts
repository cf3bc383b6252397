/** Strategies: mean reversion. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const MEAN_REVERSION: readonly Strategy[] = [];
