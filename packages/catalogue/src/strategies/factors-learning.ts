/** Strategies: factors learning. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const FACTORS_LEARNING: readonly Strategy[] = [];
