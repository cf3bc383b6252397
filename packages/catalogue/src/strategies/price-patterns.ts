/** Strategies: price patterns. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const PRICE_PATTERNS: readonly Strategy[] = [];
