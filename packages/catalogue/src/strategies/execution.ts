/** Strategies: execution. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const EXECUTION: readonly Strategy[] = [];
