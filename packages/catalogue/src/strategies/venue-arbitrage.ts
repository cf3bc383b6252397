/** Strategies: venue arbitrage. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const VENUE_ARBITRAGE: readonly Strategy[] = [];
