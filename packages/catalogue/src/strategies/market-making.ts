/** Strategies: market making. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const MARKET_MAKING: readonly Strategy[] = [];
