/** Strategies: trend following. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const TREND_FOLLOWING: readonly Strategy[] = [];
