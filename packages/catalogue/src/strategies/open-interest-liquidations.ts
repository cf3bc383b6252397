/** Strategies: open interest liquidations. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const OPEN_INTEREST_LIQUIDATIONS: readonly Strategy[] = [];
