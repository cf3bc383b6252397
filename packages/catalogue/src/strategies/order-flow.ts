/** Strategies: order flow. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const ORDER_FLOW: readonly Strategy[] = [];
