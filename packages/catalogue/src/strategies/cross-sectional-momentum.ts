/** Strategies: cross sectional momentum. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const CROSS_SECTIONAL_MOMENTUM: readonly Strategy[] = [];
