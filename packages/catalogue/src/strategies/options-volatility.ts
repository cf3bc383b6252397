/** Strategies: options volatility. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const OPTIONS_VOLATILITY: readonly Strategy[] = [];
