/** Strategies: funding carry. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const FUNDING_CARRY: readonly Strategy[] = [];
