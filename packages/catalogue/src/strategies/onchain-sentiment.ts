/** Strategies: onchain sentiment. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const ONCHAIN_SENTIMENT: readonly Strategy[] = [];
