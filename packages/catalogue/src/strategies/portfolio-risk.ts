/** Strategies: portfolio risk. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const PORTFOLIO_RISK: readonly Strategy[] = [];
