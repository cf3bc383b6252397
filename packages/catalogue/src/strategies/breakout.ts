/** Strategies: breakout. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const BREAKOUT: readonly Strategy[] = [];
