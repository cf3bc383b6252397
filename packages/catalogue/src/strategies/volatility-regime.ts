/** Strategies: volatility regime. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const VOLATILITY_REGIME: readonly Strategy[] = [];
