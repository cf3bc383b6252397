/** Strategies: moving average systems. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const MOVING_AVERAGE_SYSTEMS: readonly Strategy[] = [];
